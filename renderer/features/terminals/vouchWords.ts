import type { CallError, CallErrorOf } from '../../../shared/callError.ts'
import { inSentence } from '../../../shared/plainText.ts'
import type { NameCheck, NameSaid } from '../../../shared/terminalChange.ts'
import { clockText, dayWords } from '../../ui/format/time.ts'
import type { AccountCheck, FormState } from '../../core/terminalChangeTypes.ts'
import type { AppState } from '../../core/types.ts'
import { lazyStrings } from '../../strings/lazyStrings.ts'
import { problemText } from '../../core/problems.ts'
import { needsCheck } from './terminalHindrance.ts'

const words = lazyStrings.terminalChange.vouch

/** Whether a manager may say how the bank confirmed the name of the typed account. Main decides; this is what the screen knows. */
export type VouchOffer = 'offered' | 'noPin' | 'none'

export function vouchOffer(
  form: FormState,
  { terminals, access }: Pick<AppState, 'terminals' | 'access'>,
): VouchOffer {
  const nameCheck = terminals?.nameCheck
  const cannotAsk = nameCheck === 'notOffered' || nameCheck === 'noToken'
  if (form.values.accountNumber === '' || !needsCheck(form)) return 'none'
  if (!(isSilence(form.check) || (cannotAsk && form.check.phase !== 'problem'))) return 'none'
  return access?.pin === 'set' ? 'offered' : 'noPin'
}

/** The bank was asked and gave neither a name nor a refusal. */
function isSilence(check: AccountCheck): boolean {
  if (check.phase !== 'problem') return false
  const { problem } = check
  const { code } = problem
  if (problem.code === 'notAllowed') return NOT_ASKED.includes(problem.reason)
  return code === 'unreachable' || code === 'noAnswer' || code === 'badAnswer'
}

const NOT_ASKED: readonly CallErrorOf<'notAllowed'>['reason'][] = [
  'notOffered',
  'noToken',
  'tokenNotTaken',
  'signInTokenNotTaken',
]

/** The name of an account, and where it comes from. */
export function confirmedText({ name, checkedAtMs, said }: NameCheck): string {
  if (said === null)
    return lazyStrings.terminalChange.check.confirmed(inSentence(name), clockText(checkedAtMs))
  const { how, who, on } = said
  return words.confirmed(inSentence(name), saidText({ how: inSentence(how), who: inSentence(who), on }))
}

/** How the bank confirmed it, according to the manager. */
export function saidText({ how, who, on }: NameSaid): string {
  return words.said(how, who, dayWords(on))
}

/** Why main refused it. */
export function vouchProblemText(error: CallError): string {
  switch (error.code) {
    case 'notAllowed':
      return error.reason === 'bankAnswered' ? words.bankAnswered : words.notAsked
    case 'needsManager':
      return words.forManager
    case 'notSignedIn':
      return lazyStrings.terminalChange.check.signIn
    default:
      return problemText(error)
  }
}
