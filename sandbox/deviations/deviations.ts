import type { BankAnswer } from '../wire/exchange.ts'
import { answerDeviations } from './ofAnswers.ts'
import { referenceDeviations } from './ofReferences.ts'
import { rowDeviations } from './ofRows.ts'
import type { Asked, Deviation } from './changes.ts'

/** Every way of ours in which a bank may differ, by its name. */
export const deviations: Readonly<Record<string, Deviation>> = {
  ...rowDeviations,
  ...answerDeviations,
  ...referenceDeviations,
}

/** A bank's own way, by its name, applied to one honest answer. */
export function deviated(name: string | null, answer: BankAnswer, asked: Asked): BankAnswer {
  return (name === null ? undefined : deviations[name]?.answer)?.(answer, asked) ?? answer
}
