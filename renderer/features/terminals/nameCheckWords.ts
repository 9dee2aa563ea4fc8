import type { CallError } from '../../../shared/callError.ts'
import type { NameCheckState } from '../../../shared/terminal.ts'
import type { AccountCheck } from '../../core/terminalChangeTypes.ts'
import { lazyStrings } from '../../strings/lazyStrings.ts'
import { withBankWords } from '../../core/problems.ts'

const words = lazyStrings.terminalChange

/** Why there is no name: the bank refused, was not reached, or gave no name. Each has its own text. */
export function nameCheckProblemText(error: CallError): string {
  return withBankWords(ownNameCheckText(error), error)
}

function ownNameCheckText(error: CallError): string {
  const texts = words.check
  switch (error.code) {
    case 'declined':
      return texts.notConfirmed
    case 'noAnswer':
      return error.fault.kind === 'http' ? texts.notNow : texts.noAnswer
    case 'unreachable':
      return texts.notReached
    case 'badAnswer':
      return error.fault.kind === 'noName' ? texts.noName : texts.badName
    case 'notAllowed':
      if (error.reason === 'tokenNotTaken' || error.reason === 'signInTokenNotTaken')
        return texts[error.reason]
      return error.reason === 'noToken' ? texts.noToken : texts.notSetUp
    case 'notSignedIn':
      return texts.signIn
    case 'needsManager':
      return texts.forManager
    case 'invalid':
      return error.fields.some(({ problem }) => problem === 'notAnAccount')
        ? words.fieldProblems.notAnAccount
        : words.fieldProblems.notTenDigits
    default:
      return texts.other
  }
}

/** Whether another token for the name check would help. */
export function wantsToken(check: AccountCheck, nameCheck: NameCheckState | undefined): boolean {
  if (nameCheck === 'noToken') return true
  if (check.phase !== 'problem' || check.problem.code !== 'notAllowed') return false
  return check.problem.reason === 'noToken' || check.problem.reason === 'tokenNotTaken'
}
