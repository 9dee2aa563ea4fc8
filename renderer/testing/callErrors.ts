import type { CallError, CallErrorCode, CallErrorOf, ServiceFault } from '../../shared/callError.ts'
import { saleOf } from './fixtures.ts'

export const refusedConnection: ServiceFault = { kind: 'unsent', reason: 'refused' }

const sale = saleOf({ transactionId: 'EARLIER-1', sequence: 1 })
const plain = <Code extends CallErrorCode>(code: Code): { readonly code: Code } => ({ code })

/** An error of every code. */
export const exampleErrors: { readonly [Code in CallErrorCode]: CallErrorOf<Code> } = {
  untrustedSender: plain('untrustedSender'),
  unknownCall: plain('unknownCall'),
  notFound: plain('notFound'),
  noTerminal: plain('noTerminal'),
  needsCashier: plain('needsCashier'),
  nameNotChecked: plain('nameNotChecked'),
  needsAmountConfirmation: plain('needsAmountConfirmation'),
  wrongPin: plain('wrongPin'),
  wrongSecret: plain('wrongSecret'),
  tooManyTries: plain('tooManyTries'),
  needsLookUp: plain('needsLookUp'),
  notSaved: plain('notSaved'),
  readOnly: plain('readOnly'),
  notSignedIn: plain('notSignedIn'),
  internal: plain('internal'),
  invalid: { code: 'invalid', fields: [] },
  credentialsRefused: { code: 'credentialsRefused', fault: { kind: 'declined' } },
  unreachable: { code: 'unreachable', fault: refusedConnection },
  noAnswer: { code: 'noAnswer', fault: { kind: 'noAnswer', reason: 'timeout' } },
  badAnswer: { code: 'badAnswer', fault: { kind: 'malformed', path: '(body)' } },
  declined: { code: 'declined', fault: { kind: 'declined' } },
  notAllowed: { code: 'notAllowed', reason: 'saleState', state: 'accepted' },
  changedMeanwhile: { code: 'changedMeanwhile', what: 'terminal' },
  needsSecondSaleConfirmation: { code: 'needsSecondSaleConfirmation', sale, otherCount: 0 },
  needsRemovedSlipConfirmation: { code: 'needsRemovedSlipConfirmation', sale },
  needsAlikeSlipConfirmation: { code: 'needsAlikeSlipConfirmation', sale },
  needsManager: { code: 'needsManager', needs: 'enterPin' },
  incomplete: { code: 'incomplete', reason: 'readFailed' },
  fileNotWritten: { code: 'fileNotWritten', reason: 'other' },
}

export const everyError: readonly CallError[] = Object.values(exampleErrors)
