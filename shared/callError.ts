import * as z from 'zod/mini'
import { IncompleteReason } from './record.ts'
import { SaleState, SaleView } from './sale.ts'
import { UpdateStatus } from './updates.ts'

/** Why an exchange with the service broke off. */
export const DropReason = z.enum([
  'nameNotFound',
  'refused',
  'unreachable',
  'tlsFailed',
  'connectTimeout',
  'timeout',
  'reset',
  /** A person or the end of the program stopped it. */
  'aborted',
  'answerTooLarge',
  'other',
])
export type DropReason = z.output<typeof DropReason>

/** How a request to the service ended, if not in a clean yes. It holds no value of the request or the answer. */
export const ServiceFault = z.discriminatedUnion('kind', [
  /** No byte of the request left this computer. */
  z.strictObject({ kind: z.literal('unsent'), reason: DropReason }),
  /** The request may have arrived. */
  z.strictObject({ kind: z.literal('noAnswer'), reason: DropReason }),
  z.strictObject({ kind: z.literal('http'), status: z.int() }),
  /** `path` names the field that differs from the specification. */
  z.strictObject({ kind: z.literal('malformed'), path: z.string() }),
  /** A yes, without the name of the account. */
  z.strictObject({ kind: z.literal('noName') }),
  z.strictObject({ kind: z.literal('declined') }),
])
export type ServiceFault = z.output<typeof ServiceFault>

export const FieldProblem = z.strictObject({
  field: z.string(),
  /** A rule code of `shared/` (for example `tooFine`) or of the contract's schema. */
  problem: z.string(),
})
export type FieldProblem = z.output<typeof FieldProblem>

/** The service's own words: bounded, with account numbers masked, otherwise verbatim. Left out if it said nothing. */
const bankMessage = z.optional(z.string())

const NotAllowed = z.discriminatedUnion('reason', [
  z.strictObject({
    code: z.literal('notAllowed'),
    reason: z.enum([
      /** Another sale already corrects this refused, removed or held one. */
      'corrected',
      /** The day has a close; what was recorded since belongs to the next. */
      'dayIsClosed',
      /** Sales were recorded here, so no others can be brought. */
      'hasSales',
      /** Works in Practice only. */
      'live',
      /** The profile locks the terminal. */
      'locked',
      /** The stored PIN cannot be read. */
      'damaged',
      'noPin',
      /** This kind of installation is updated by hand. */
      'byHand',
      /** Another change of a terminal is being sent or looked up. */
      'underWay',
      'earlierOpen',
      /** The case was closed, or opened again, meanwhile. */
      'disputeMoved',
      /** The list shows the change, or it is no longer open. */
      'settled',
      /** The system offers no real protection for a key. */
      'noKeyStore',
      /** No name enquiry is configured. */
      'notOffered',
      'tokenNotUsed',
      'noToken',
      'tokenNotTaken',
      'signInTokenNotTaken',
      /** The bank itself has answered for this account. */
      'bankAnswered',
      /** An enquiry is configured, and none has failed lately. */
      'notAsked',
    ]),
    bankMessage,
  }),
  z.strictObject({ code: z.literal('notAllowed'), reason: z.literal('saleState'), state: SaleState }),
  z.strictObject({ code: z.literal('notAllowed'), reason: z.literal('updateStatus'), status: UpdateStatus }),
  /** The change has no answer yet, or was never sent: there is nothing to look up. */
  z.strictObject({
    code: z.literal('notAllowed'),
    reason: z.literal('changeState'),
    state: z.enum(['asking', 'unsent']),
  }),
])

/** The closed set of errors of a call, each with its facts. The screen puts them into words. */
export const CallError = z.discriminatedUnion('code', [
  z.strictObject({
    code: z.enum([
      'untrustedSender',
      'unknownCall',
      'notFound',
      'noTerminal',
      /** Cashiers are set up, and none is in. */
      'needsCashier',
      /** A new payout account needs a recent name check at the bank. */
      'nameNotChecked',
      'needsAmountConfirmation',
      'wrongPin',
      'wrongSecret',
      /** Too many wrong tries: AccessView.waitMs says how long to wait. This try did not count. */
      'tooManyTries',
      /** The bank has not been asked about this sale within the last minute. */
      'needsLookUp',
      /** The disk refused the write: nothing was saved. */
      'notSaved',
      /** A newer version of Tillside wrote the sales file, so this one only reads it. */
      'readOnly',
    ]),
  }),
  /** `sale` is the one that already has the reference. */
  z.strictObject({ code: z.literal('invalid'), fields: z.array(FieldProblem), sale: z.optional(SaleView) }),
  /** `overtaken`: another client signed in meanwhile. */
  z.strictObject({
    code: z.literal('notSignedIn'),
    reason: z.optional(z.enum(['overtaken', 'refused'])),
    bankMessage,
  }),
  z.strictObject({
    code: z.enum([
      /** The service said no to these credentials. */
      'credentialsRefused',
      /** The request did not reach the service. */
      'unreachable',
      /** The service was reached but its answer did not come, or not whole. */
      'noAnswer',
      /** The service's answer breaks the specification. */
      'badAnswer',
      'declined',
    ]),
    fault: ServiceFault,
    bankMessage,
  }),
  NotAllowed,
  /** The bank's list shows other data than the person saw; `merchant`: another merchant. */
  z.strictObject({ code: z.literal('changedMeanwhile'), what: z.enum(['terminal', 'merchant']) }),
  /** A sale of this amount on this terminal is open, or was recorded a moment ago; `otherCount` more are open. */
  z.strictObject({
    code: z.literal('needsSecondSaleConfirmation'),
    sale: SaleView,
    otherCount: z.int(),
  }),
  /** `sale` is a slip of this amount on this terminal, removed while the bank's answer about it was unreadable. */
  z.strictObject({ code: z.literal('needsRemovedSlipConfirmation'), sale: SaleView }),
  /** `sale` has the typed reference in other letters: another case, spaces or dashes. */
  z.strictObject({ code: z.literal('needsAlikeSlipConfirmation'), sale: SaleView }),
  /** The call needs a manager; `setPin` if there is no PIN yet. */
  z.strictObject({ code: z.literal('needsManager'), needs: z.enum(['setPin', 'enterPin']) }),
  /** A list was not read to its end, so it cannot be used as a complete one. */
  z.strictObject({ code: z.literal('incomplete'), reason: z.nullable(IncompleteReason), bankMessage }),
  z.strictObject({ code: z.literal('fileNotWritten'), reason: z.enum(['full', 'noAccess', 'other']) }),
  /** `about` is for support: the call, and the path of a field. Never a value. */
  z.strictObject({ code: z.literal('internal'), about: z.optional(z.string()) }),
])
export type CallError = z.output<typeof CallError>
export type CallErrorCode = CallError['code']

export type CallErrorOf<Code extends CallErrorCode, One = CallError> = One extends {
  readonly code: infer Codes
}
  ? Code extends Codes
    ? One
    : never
  : never

type FactsOf<Code extends CallErrorCode, One = CallErrorOf<Code>> = One extends unknown
  ? Omit<One, 'code'>
  : never

/** A failed call. The facts may be left out only if all of the code's are optional. */
export function callError<Code extends CallErrorCode>(
  code: Code,
  ...[facts]: Record<never, never> extends FactsOf<Code> ? [facts?: FactsOf<Code>] : [facts: FactsOf<Code>]
): { readonly ok: false; readonly error: CallErrorOf<Code> } {
  return { ok: false, error: { code, ...(facts as object) } as unknown as CallErrorOf<Code> }
}

/** The bank's words on a failed call; undefined if it said nothing. */
export function bankMessageOf(error: CallError): string | undefined {
  return 'bankMessage' in error && error.bankMessage !== '' ? error.bankMessage : undefined
}
