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
  /** A person, or the end of the program, stopped it. */
  'aborted',
  'answerTooLarge',
  'other',
])
export type DropReason = z.output<typeof DropReason>

/** How a request to the service ended, where that was not a clean yes. It has no value of the request or the answer. */
export const ServiceFault = z.discriminatedUnion('kind', [
  /** No byte of the request left this computer. */
  z.strictObject({ kind: z.literal('unsent'), reason: DropReason }),
  /** The request may have arrived. */
  z.strictObject({ kind: z.literal('noAnswer'), reason: DropReason }),
  z.strictObject({ kind: z.literal('http'), status: z.int() }),
  /** `path` names the field that is not as the specification shows it. */
  z.strictObject({ kind: z.literal('malformed'), path: z.string() }),
  /** A yes to the question, without the name that was asked for. */
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

/** The service's own words, bounded, and verbatim but for account numbers. Left out where it said nothing. */
const bankMessage = z.optional(z.string())

const NotAllowed = z.discriminatedUnion('reason', [
  z.strictObject({
    code: z.literal('notAllowed'),
    reason: z.enum([
      /** The refused, removed or held sale was corrected by another one before. */
      'corrected',
      /** Practice alone can do this. */
      'live',
      /** The profile locks the terminal. */
      'locked',
      /** The PIN that was kept cannot be read. */
      'damaged',
      'noPin',
      /** This kind of installation is updated by hand. */
      'byHand',
      /** Another change of a terminal is being asked for or looked up. */
      'underWay',
      'earlierOpen',
      /** The list shows the change, or nothing is open about it any more. */
      'settled',
      /** No name enquiry is set up. */
      'notOffered',
      'tokenNotUsed',
      'noToken',
      'tokenNotTaken',
      'signInTokenNotTaken',
      /** The bank itself has answered about this account. */
      'bankAnswered',
      /** An enquiry is set up, and none has failed lately. */
      'notAsked',
    ]),
    bankMessage,
  }),
  /** The sale is in a state that does not allow this. */
  z.strictObject({ code: z.literal('notAllowed'), reason: z.literal('saleState'), state: SaleState }),
  z.strictObject({ code: z.literal('notAllowed'), reason: z.literal('updateStatus'), status: UpdateStatus }),
  /** There is nothing to look up of a change that was not answered yet, or never left. */
  z.strictObject({
    code: z.literal('notAllowed'),
    reason: z.literal('changeState'),
    state: z.enum(['asking', 'unsent']),
  }),
])

/** The closed set of what may go wrong with a call, each with its facts. The screen puts each into words. */
export const CallError = z.discriminatedUnion('code', [
  z.strictObject({
    code: z.enum([
      'untrustedSender',
      'unknownCall',
      'notFound',
      'noTerminal',
      /** A payout account is taken only with the bank's name for it, asked for a moment ago. */
      'nameNotChecked',
      'needsAmountConfirmation',
      'wrongPin',
      /** The partner's secret was wrong. */
      'wrongSecret',
      /** Wrong too often: AccessView.waitMs says how long to wait. This try did not count. */
      'tooManyTries',
      /** The bank has not been asked about this sale within the last minute. */
      'needsLookUp',
      /** Nothing was written: the disk refused. */
      'notSaved',
      /** A newer Tillside wrote the sales file: it is only looked at. */
      'readOnly',
    ]),
  }),
  /** `sale` is the one that has the reference already. */
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
      /** The service answered with something that the specification does not allow. */
      'badAnswer',
      'declined',
    ]),
    fault: ServiceFault,
    bankMessage,
  }),
  NotAllowed,
  /** The bank's list shows another terminal than the person saw; `merchant`: another merchant. */
  z.strictObject({ code: z.literal('changedMeanwhile'), what: z.enum(['terminal', 'merchant']) }),
  /** A sale of this amount on this terminal is open, or was recorded a moment ago; `otherCount` more of them are open. */
  z.strictObject({
    code: z.literal('needsSecondSaleConfirmation'),
    sale: SaleView,
    otherCount: z.int(),
  }),
  /** A slip of this amount on this terminal was removed while the bank's answer about it said nothing; `sale` is it. */
  z.strictObject({ code: z.literal('needsRemovedSlipConfirmation'), sale: SaleView }),
  /** For a manager only; `setPin` where there is no PIN yet. */
  z.strictObject({ code: z.literal('needsManager'), needs: z.enum(['setPin', 'enterPin']) }),
  /** A list was not read whole, and what is not all of it is not taken for it. */
  z.strictObject({ code: z.literal('incomplete'), reason: z.nullable(IncompleteReason), bankMessage }),
  z.strictObject({ code: z.literal('fileNotWritten'), reason: z.enum(['full', 'noAccess', 'other']) }),
  /** `about` is for support: the call, and the path of a field. Never a value. */
  z.strictObject({ code: z.literal('internal'), about: z.optional(z.string()) }),
])
export type CallError = z.output<typeof CallError>
export type CallErrorCode = CallError['code']

/** The error of a code. */
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

/** A failed call. Facts are left out only where all of the code's are optional. */
export function callError<Code extends CallErrorCode>(
  code: Code,
  ...[facts]: Record<never, never> extends FactsOf<Code> ? [facts?: FactsOf<Code>] : [facts: FactsOf<Code>]
): { readonly ok: false; readonly error: CallErrorOf<Code> } {
  return { ok: false, error: { code, ...(facts as object) } as unknown as CallErrorOf<Code> }
}

/** The bank's words on a failed call; undefined where it said nothing. */
export function bankMessageOf(error: CallError): string | undefined {
  return 'bankMessage' in error && error.bankMessage !== '' ? error.bankMessage : undefined
}
