import { TRANSACTION_ID_LENGTH_MAX } from '../../shared/transactionId.ts'
import type { PatternTree } from './patternTree.ts'

export type PatternProblem =
  /** Written out, its repetitions have more places than any reference has characters to fill them. */
  | 'tooLong'
  /** Some reference could be read in so many ways that trying them would stop the counter. */
  | 'tooManyWays'

/**
 * So many beginnings of readings of one reference may be tried. A common computer does it in a few milliseconds, and
 * every rule for references that a person would write stays far below.
 */
export const WAYS_MAX = 100_000
/** Places for a character, with every repetition written out. */
const PLACES_MAX = 1_000
/** Bounds on the counting itself: a pattern that exceeds them is refused, since its ways could not be counted. */
const SETS_MAX = 500
const STEPS_MAX = 2_000_000

/**
 * The language's engine tries the readings of a text one by one, and a pattern such as `(a+)+` has more of them for a
 * text of 64 letters than there is time. So it is counted beforehand in how many ways the beginnings of a reference can
 * be read, at the worst reference there is. The count errs on the high side only.
 * @returns what speaks against the pattern, or null
 */
export function patternProblem(tree: PatternTree): PatternProblem | null {
  if (readsNothingTwice(tree)) return 'tooManyWays'
  if (placesIn(tree) > PLACES_MAX) return 'tooLong'
  return beginningsOf(placesOf(tree)) > WAYS_MAX ? 'tooManyWays' : null
}

/** Two ways of reading nothing are both tried, and whatever follows them is tried twice; ten in a row, a thousand times. */
function readsNothingTwice(tree: PatternTree): boolean {
  switch (tree.kind) {
    case 'one':
      return false
    case 'row':
      return tree.parts.some(readsNothingTwice)
    case 'choice':
      return tree.ways.filter(readsNothing).length > 1 || tree.ways.some(readsNothingTwice)
    case 'repeat':
      return readsNothing(tree.of) || readsNothingTwice(tree.of)
  }
}

function readsNothing(tree: PatternTree): boolean {
  switch (tree.kind) {
    case 'one':
      return false
    case 'row':
      return tree.parts.every(readsNothing)
    case 'choice':
      return tree.ways.some(readsNothing)
    case 'repeat':
      return tree.min === 0 || readsNothing(tree.of)
  }
}

/** More repetitions than a reference has characters are as good as any number of them. */
function most(max: number): number {
  return max > TRANSACTION_ID_LENGTH_MAX ? Infinity : max
}

function placesIn(tree: PatternTree): number {
  switch (tree.kind) {
    case 'one':
      return 1
    case 'row':
      return tree.parts.reduce((sum, part) => sum + placesIn(part), 0)
    case 'choice':
      return tree.ways.reduce((sum, way) => sum + placesIn(way), 0)
    case 'repeat': {
      const max = most(tree.max)
      return placesIn(tree.of) * (max === Infinity ? Math.max(tree.min, 1) : Math.max(tree.min, max))
    }
  }
}

/** Every place for a character, and in how many ways one comes right after another. */
interface Places {
  readonly ranges: readonly (readonly (readonly [number, number])[])[]
  readonly first: readonly number[]
  readonly next: readonly ReadonlyMap<number, number>[]
}

interface Piece {
  readonly first: readonly number[]
  readonly last: readonly number[]
  readonly isOptional: boolean
}

const NOTHING: Piece = { first: [], last: [], isOptional: true }

/** The pattern with its repetitions written out, as places and what may follow each. */
function placesOf(whole: PatternTree): Places {
  const ranges: (readonly (readonly [number, number])[])[] = []
  const next: Map<number, number>[] = []

  function join(last: readonly number[], first: readonly number[]): void {
    for (const from of last) for (const to of first) next[from]?.set(to, (next[from].get(to) ?? 0) + 1)
  }

  function inRow(left: Piece, right: Piece): Piece {
    join(left.last, right.first)
    return {
      first: left.isOptional ? [...left.first, ...right.first] : left.first,
      last: right.isOptional ? [...left.last, ...right.last] : right.last,
      isOptional: left.isOptional && right.isOptional,
    }
  }

  function repeated({ of, min, max }: Extract<PatternTree, { kind: 'repeat' }>): Piece {
    const isEndless = most(max) === Infinity
    let piece = NOTHING
    for (let count = 0; count < min - (isEndless ? 1 : 0); count += 1) piece = inRow(piece, built(of))
    if (isEndless) {
      const loop = built(of)
      join(loop.last, loop.first)
      return inRow(piece, min === 0 ? { ...loop, isOptional: true } : loop)
    }
    let rest = NOTHING
    for (let count = min; count < max; count += 1) rest = { ...inRow(built(of), rest), isOptional: true }
    return inRow(piece, rest)
  }

  function built(tree: PatternTree): Piece {
    switch (tree.kind) {
      case 'one': {
        const place = ranges.push(tree.ranges) - 1
        next.push(new Map())
        return { first: [place], last: [place], isOptional: false }
      }
      case 'row':
        return tree.parts.reduce((piece, part) => inRow(piece, built(part)), NOTHING)
      case 'choice': {
        const ways = tree.ways.map(built)
        return {
          first: ways.flatMap(({ first }) => first),
          last: ways.flatMap(({ last }) => last),
          isOptional: ways.some(({ isOptional }) => isOptional),
        }
      }
      case 'repeat':
        return repeated(tree)
    }
  }

  return { first: built(whole).first, ranges, next }
}

/** In how many ways each place is reached by the characters read so far. */
type Ways = ReadonlyMap<number, number>

/**
 * The sum, over the characters of the worst reference, of the ways in which it can be read up to there. References that
 * reach the same places are taken as one that reaches each in the most ways, which can only make the sum higher.
 */
function beginningsOf({ ranges, first, next }: Places): number {
  const letters = lettersOf(ranges)
  let reached = byLetter(new Map(first.map((place) => [place, 1])), letters)
  let sum = 0
  let steps = 0
  for (let length = 1; length <= TRANSACTION_ID_LENGTH_MAX && reached.size > 0; length += 1) {
    sum += Math.max(...[...reached.values()].map(countOf))
    const then = new Map<string, Ways>()
    for (const ways of reached.values()) {
      const onward = step(ways, next)
      steps += (onward.size + 1) * letters.length
      if (sum > WAYS_MAX || steps > STEPS_MAX || then.size > SETS_MAX) return Infinity
      for (const [key, found] of byLetter(onward, letters)) then.set(key, mostOf(then.get(key), found))
    }
    reached = then
  }
  return sum
}

function step(ways: Ways, next: Places['next']): Ways {
  const onward = new Map<number, number>()
  for (const [place, count] of ways) {
    for (const [to, times] of next[place] ?? []) onward.set(to, (onward.get(to) ?? 0) + count * times)
  }
  return onward
}

/** What is left of them for each letter; letters that leave the same places are one. */
function byLetter(ways: Ways, letters: readonly ReadonlySet<number>[]): ReadonlyMap<string, Ways> {
  const found = new Map<string, Ways>()
  for (const letter of letters) {
    const left = new Map([...ways].filter(([place]) => letter.has(place)))
    if (left.size > 0) found.set([...left.keys()].toSorted((a, b) => a - b).join(), left)
  }
  return found
}

function mostOf(left: Ways | undefined, right: Ways): Ways {
  if (left === undefined) return right
  return new Map([...right].map(([place, count]) => [place, Math.max(count, left.get(place) ?? 0)]))
}

function countOf(ways: Ways): number {
  return [...ways.values()].reduce((sum, count) => sum + count, 0)
}

/** The alphabet, as far as the pattern tells its characters apart: the places that take each of them. */
function lettersOf(ranges: Places['ranges']): readonly ReadonlySet<number>[] {
  const borders = new Set(ranges.flatMap((each) => each.flatMap(([from, to]) => [from, to + 1])))
  const letters = new Map<string, ReadonlySet<number>>()
  for (const point of borders) {
    const taking = ranges.flatMap((each, place) =>
      each.some(([from, to]) => from <= point && point <= to) ? [place] : [],
    )
    if (taking.length > 0) letters.set(taking.join(), new Set(taking))
  }
  return [...letters.values()]
}
