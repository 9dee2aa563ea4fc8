import { mutantsOfEvidence } from './mutantsOfEvidence.ts'
import { mutantsOfProof } from './mutantsOfProof.ts'
import { mutantsOfSending } from './mutantsOfSending.ts'
import type { Edit } from './patch.ts'

/** A wrong design, as a change of the source: the simulation must catch it. */
export interface Mutant {
  readonly name: string
  /** What a programmer might have thought. */
  readonly thought: string
  readonly edits: readonly Edit[]
}

/** A wrong design that this engine cannot show, and the level that has to. */
export interface MutantElsewhere {
  readonly name: string
  readonly level: 'real' | 'strace' | 'migration' | 'transport'
  readonly why: string
}

export const mutants: readonly Mutant[] = [...mutantsOfSending, ...mutantsOfProof, ...mutantsOfEvidence]

export const mutantsElsewhere: readonly MutantElsewhere[] = [
  { name: 'synchronous=NORMAL', level: 'strace', why: 'the model has no file' },
  { name: 'version guard dropped in SQL', level: 'real', why: 'saleStore.ts is not what the model runs' },
  { name: 'delete after N attempts', level: 'real', why: 'saleStore.ts is not what the model runs' },
  { name: 'id made at send time', level: 'real', why: 'sales.ts is not what the model runs' },
  { name: 'awake time goes back at a crash', level: 'real', why: 'backend.ts reads the saved awake time' },
  { name: 'a cached GET as proof', level: 'transport', why: 'the model has no HTTP' },
  { name: 'follow a redirect', level: 'transport', why: 'the model has no HTTP' },
  { name: 'a migration drops and creates anew', level: 'migration', why: 'the model has no schema' },
  {
    name: 'the bound on unknown sales is ignored',
    level: 'real',
    why: 'it bounds exposure, no invariant: more unknown sales at once are still each looked up',
  },
]
