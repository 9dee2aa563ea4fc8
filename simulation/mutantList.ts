import type { Mutant } from './mutant.ts'
import { wrongEvidence } from './wrongEvidence.ts'
import { wrongProof } from './wrongProof.ts'
import { wrongSending } from './wrongSending.ts'

/** One or two for each invariant (invariants.ts); what a unit test catches is not here. */
export const mutants: readonly Mutant[] = [...wrongSending, ...wrongProof, ...wrongEvidence]
