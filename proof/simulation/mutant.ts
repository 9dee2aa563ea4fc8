import type { Edit } from './patch.ts'

/** What must catch a wrong design: histories of the model, or the order of a real process's system calls. */
export const LEVELS = ['model', 'strace'] as const
export type Level = (typeof LEVELS)[number]

/** A wrong design that a good engineer could believe in, as a change of the source. */
export interface Mutant {
  readonly name: string
  /** A programmer's possible reasoning. */
  readonly thought: string
  /** Left out: the rules on the model's store, which are a hundred times as fast. */
  readonly engine?: 'real'
  readonly edits: readonly Edit[]
}

/** What became of one. One that this machine cannot try never counts as caught. */
export interface Fate {
  readonly name: string
  readonly level: Level
  readonly outcome: 'killed' | 'survived' | 'notTried'
  /** What caught it, or why nothing did. */
  readonly by: string
}
