import type { StepAims } from './plan.ts'

/** Which steps processes reach, are aimed at and die at, over a whole kill test. */
export interface Steps {
  /** Only a file's first life creates its tables, so the two kinds are kept apart. */
  reached(step: string, isFirstLife: boolean): void
  aims(isFirstLife: boolean): StepAims
  aimed(step: string): void
  diedAt(step: string): void
  readonly reachedCount: number
  /** Steps that were reached without any kill. */
  spared(): readonly string[]
  readonly diedAtCount: number
}

export function createSteps(): Steps {
  const ofFirst = new Set<string>()
  const ofLater = new Set<string>()
  const aims = new Map<string, number>()
  const deaths = new Set<string>()
  const all = (): ReadonlySet<string> => new Set([...ofFirst, ...ofLater])
  return {
    reached: (step, isFirstLife) => void (isFirstLife ? ofFirst : ofLater).add(step),
    aims: (isFirstLife) =>
      new Map([...(isFirstLife ? ofFirst : ofLater)].map((step) => [step, aims.get(step) ?? 0])),
    aimed: (step) => void aims.set(step, (aims.get(step) ?? 0) + 1),
    diedAt: (step) => void deaths.add(step),
    get reachedCount() {
      return all().size
    },
    spared: () => [...all()].filter((step) => !deaths.has(step)),
    get diedAtCount() {
      return deaths.size
    },
  }
}
