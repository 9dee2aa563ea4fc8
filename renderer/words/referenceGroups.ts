/** From this length on an unbroken run is hard to compare by eye. */
const RUN_MIN = 10
const GROUP = 4

export interface ReferenceGroup {
  readonly text: string
  /** Where it begins in the reference. */
  readonly at: number
  /** Another group of the same run follows, so that the eye needs a gap. */
  readonly isCut: boolean
}

/** Cuts long unbroken runs into fours, for the eye alone: put together again they are the reference itself. */
export function groupsOf(reference: string): readonly ReferenceGroup[] {
  const groups: ReferenceGroup[] = []
  let at = 0
  for (const run of reference.match(/[A-Za-z0-9]+|[^A-Za-z0-9]+/gu) ?? []) {
    const step = run.length < RUN_MIN ? run.length : GROUP
    for (let from = 0; from < run.length; from += step) {
      groups.push({ text: run.slice(from, from + step), at: at + from, isCut: from + step < run.length })
    }
    at += run.length
  }
  return groups
}
