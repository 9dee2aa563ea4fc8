import type { CallError } from '../../shared/contract.ts'
import type { NameCheckState } from '../../shared/terminal.ts'
import type { AccountCheck } from '../state/terminalChangeTypes.ts'
import { strings } from '../strings.ts'

const words = strings.terminalChange

/** Why a name did not come. That the bank said no, was not reached, and gave no name are three different things. */
export function nameCheckProblemText(error: CallError): string {
  const own = ownNameCheckText(error)
  return error.bankMessage === null || error.bankMessage === ''
    ? own
    : `${own} ${strings.problem.bankWords(error.bankMessage)}`
}

function ownNameCheckText({ code, detail }: CallError): string {
  const texts = words.check
  switch (code) {
    case 'declined':
      return texts.notConfirmed
    case 'noAnswer':
      return detail?.startsWith('http ') === true ? texts.notNow : texts.noAnswer
    case 'unreachable':
      return texts.notReached
    case 'badAnswer':
      return detail === 'noName' ? texts.noName : texts.badName
    case 'notAllowed':
      if (detail === 'tokenNotTaken') return texts.tokenNotTaken
      if (detail === 'signInTokenNotTaken') return texts.signInTokenNotTaken
      return detail === 'noToken' ? texts.noToken : texts.notSetUp
    case 'notSignedIn':
      return texts.signIn
    case 'needsManager':
      return texts.forManager
    case 'invalid':
      return words.fieldProblems.notTenDigits
    default:
      return texts.other
  }
}

/** Whether another token of the name check would help. */
export function wantsToken(check: AccountCheck, nameCheck: NameCheckState | undefined): boolean {
  if (nameCheck === 'noToken') return true
  if (check.phase !== 'problem' || check.problem.code !== 'notAllowed') return false
  return check.problem.detail === 'noToken' || check.problem.detail === 'tokenNotTaken'
}
