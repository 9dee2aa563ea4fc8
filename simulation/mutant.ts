import type { Edit } from './patch.ts'

/** What must catch a wrong design: histories of the model, or the tests that really run the changed part. */
export const LEVELS = ['model', 'real', 'strace', 'migration', 'transport'] as const
export type Level = (typeof LEVELS)[number]

/** A wrong design, as a change of the source: its level must catch it. */
export interface Mutant {
  readonly name: string
  /** A programmer's possible reasoning. */
  readonly thought: string
  readonly edits: readonly Edit[]
}

/** One that the model cannot show. */
export type MutantElsewhere = OfTests | OfOrder

interface OfTests extends Mutant {
  readonly level: Exclude<Level, 'model' | 'strace'>
  /** The test files one of which must catch it, from the project's root. */
  readonly tests: readonly [string, ...string[]]
}

/** The order witness of the kill test must catch it. */
interface OfOrder extends Mutant {
  readonly level: 'strace'
}
