import { callError, type CallError } from '../../../shared/callError.ts'
import { ok, type Result } from '../../../shared/result.ts'
import type { NameSaid, NameWord } from '../../../shared/terminalChange.ts'
import {
  accountProblem,
  BY_LENGTH_MAX,
  textProblem,
  type TerminalFieldError,
  type TerminalFieldProblem,
} from '../../../shared/terminalForm.ts'
import { nameProblem } from '../../gateway/accountName.ts'
import { maskedText } from './mask.ts'

/** A name that a manager says the bank confirmed, valid for storing and sending. */
export interface SaidName {
  readonly accountNumber: string
  readonly name: string
  readonly said: NameSaid
}

const DAY_MS = 24 * 60 * 60_000

/**
 * A complete statement of a manager: the number typed twice alike, and a name by the rules for the bank's own.
 * @param nowMs this computer's clock
 */
export function readNameWord(
  word: NameWord,
  nowMs: number,
  accountPattern: string,
): Result<SaidName, CallError> {
  const accountNumber = word.accountNumber.trim()
  const [name, how, who, on] = [word.name.trim(), word.how.trim(), word.who.trim(), word.on.trim()]
  const found: readonly (readonly [keyof NameWord, TerminalFieldProblem | null])[] = [
    ['accountNumber', accountProblem(accountNumber, accountPattern)],
    ['accountAgain', againProblem(word.accountAgain.trim(), accountNumber)],
    ['name', nameProblem(name)],
    ['how', textProblem(how, BY_LENGTH_MAX)],
    ['who', textProblem(who, BY_LENGTH_MAX)],
    ['on', dayProblem(on, nowMs)],
  ]
  const fields = found.flatMap(([field, problem]): TerminalFieldError[] =>
    problem === null ? [] : [{ field, problem }],
  )
  if (fields.length > 0) return callError('invalid', { fields })
  const masked = (text: string): string => maskedText(text, [accountNumber])
  return ok({ accountNumber, name, said: { how: masked(how), who: masked(who), on } })
}

function againProblem(again: string, accountNumber: string): TerminalFieldProblem | null {
  if (again === '') return 'empty'
  return again === accountNumber ? null : 'notSame'
}

/** The person's day may be ahead of this computer's, by at most a day. */
function dayProblem(on: string, nowMs: number): TerminalFieldProblem | null {
  if (on === '') return 'empty'
  const startMs = /^\d{4}-\d{2}-\d{2}$/u.test(on) ? Date.parse(`${on}T00:00:00Z`) : Number.NaN
  const isDay = !Number.isNaN(startMs) && new Date(startMs).toISOString().startsWith(on)
  return isDay && startMs <= nowMs + DAY_MS ? null : 'notADay'
}
