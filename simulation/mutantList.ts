import { mutantsOfAsking } from './mutantsOfAsking.ts'
import { mutantsOfDays, mutantsOfToday } from './mutantsOfDays.ts'
import { mutantsOfDamage } from './mutantsOfDamage.ts'
import { mutantsOfEngine } from './mutantsOfEngine.ts'
import { mutantsOfEvidence } from './mutantsOfEvidence.ts'
import { mutantsOfFacts, mutantsOfFactsElsewhere } from './mutantsOfFacts.ts'
import { mutantsOfOrder } from './mutantsOfOrder.ts'
import { mutantsOfOtherTills } from './mutantsOfOtherTills.ts'
import { mutantsOfProof } from './mutantsOfProof.ts'
import { mutantsOfReads } from './mutantsOfReads.ts'
import { mutantsOfSending } from './mutantsOfSending.ts'
import { mutantsOfStopQueries, mutantsOfStops } from './mutantsOfStops.ts'
import { mutantsOfStorage } from './mutantsOfStorage.ts'
import { mutantsOfTransport } from './mutantsOfTransport.ts'
import type { Mutant, MutantElsewhere } from './mutant.ts'

export const mutants: readonly Mutant[] = [
  ...mutantsOfSending,
  ...mutantsOfAsking,
  ...mutantsOfProof,
  ...mutantsOfStops,
  ...mutantsOfEvidence,
  ...mutantsOfDays,
  ...mutantsOfFacts,
]

export const mutantsElsewhere: readonly MutantElsewhere[] = [
  ...mutantsOfToday,
  ...mutantsOfEngine,
  ...mutantsOfReads,
  ...mutantsOfOtherTills,
  ...mutantsOfFactsElsewhere,
  ...mutantsOfOrder,
  ...mutantsOfStopQueries,
  ...mutantsOfStorage,
  ...mutantsOfDamage,
  ...mutantsOfTransport,
]
