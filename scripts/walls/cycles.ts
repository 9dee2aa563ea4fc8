import type { Wall } from './imports.ts'
import { targetOf, type Tree } from './tree.ts'

/** An import of one source file by another, of values or of types. */
interface Step {
  readonly to: string
  readonly line: number
}

/**
 * No file imports itself indirectly. Type imports count: files that need each other's types can be understood, moved
 * and tested only together. Each cycle is reported once, by a shortest path.
 */
export const cycleWall: Wall = (tree) => {
  const steps = stepsOf(tree)
  const told = new Set<string>()
  return [...steps.keys()].toSorted().flatMap((start) => {
    const way = told.has(start) ? null : wayRound(start, steps)
    const [first] = way ?? []
    if (way === null || first === undefined) return []
    for (const { to } of way) told.add(to)
    return [
      {
        wall: 'cycle',
        path: start,
        line: first.line,
        what: `imports itself: ${[start, ...way.map(({ to }) => to)].join(' → ')}`,
      },
    ]
  })
}

function stepsOf(tree: Tree): ReadonlyMap<string, readonly Step[]> {
  return new Map(
    [...tree.files.values()].map((file) => [
      file.path,
      file.imports.flatMap(({ specifier, line }) => {
        if (specifier === null) return []
        const target = targetOf(file.path, specifier, tree)
        return target.kind === 'file' && tree.files.has(target.path) ? [{ to: target.path, line }] : []
      }),
    ]),
  )
}

/** A shortest path from `start` back to it; null if there is none. */
function wayRound(start: string, steps: ReadonlyMap<string, readonly Step[]>): readonly Step[] | null {
  const reached = new Set<string>()
  let ways: readonly (readonly Step[])[] = [[]]
  while (ways.length > 0) {
    const longer: (readonly Step[])[] = []
    for (const way of ways) {
      for (const step of steps.get(way.at(-1)?.to ?? start) ?? []) {
        if (step.to === start) return [...way, step]
        if (reached.has(step.to)) continue
        reached.add(step.to)
        longer.push([...way, step])
      }
    }
    ways = longer
  }
  return null
}
