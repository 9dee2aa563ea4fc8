import * as z from 'zod/mini'
import { RecordId } from './recordId.ts'
import { IncompleteReason } from './record.ts'
import { assertNever } from './result.ts'

/** Room for an accidental paste, so that its field refuses it (terminalForm.ts) and not the bridge. */
const field = z.string().check(z.maxLength(2_000))

/** What a person enters to register a terminal (docs/service.md 4.3). */
export const RegisterForm = z.strictObject({
  /** Issued by the service. */
  terminalId: field,
  merchantId: field,
  accountNumber: field,
  serialNumber: field,
  isReceivingPayment: z.boolean(),
  isActive: z.boolean(),
  /** Who makes the change, in their own words, for the audit. */
  by: field,
  note: field,
})
export type RegisterForm = z.output<typeof RegisterForm>

/** What an edit can change (docs/service.md 4.4). Terminal ID, fee and date of creation are sent back unchanged. */
export const EditForm = z.strictObject({
  /** The terminal's. */
  recordId: RecordId,
  /** `TerminalView.version` of what the person saw. */
  seen: z.string().check(z.maxLength(100)),
  /** A merchant in the list. */
  merchantRecordId: RecordId,
  /** The ID shown beside it on the screen; missing if none was shown. */
  merchantId: z.optional(field),
  /** Empty: the account stays as it is. */
  accountNumber: field,
  serialNumber: field,
  isReceivingPayment: z.boolean(),
  isActive: z.boolean(),
  by: field,
  note: field,
})
export type EditForm = z.output<typeof EditForm>

export const TerminalField = z.enum([
  'merchant',
  'account',
  'accountName',
  'serialNumber',
  'isReceivingPayment',
  'isActive',
])
export type TerminalField = z.output<typeof TerminalField>

/** How the bank confirmed a name without its enquiry, in the manager's words. */
export const NameSaid = z.strictObject({
  /** By telephone, at a branch, in a letter. */
  how: z.string(),
  /** The person at the bank. */
  who: z.string(),
  /** The day, YYYY-MM-DD. */
  on: z.string(),
})
export type NameSaid = z.output<typeof NameSaid>

/** What a manager enters to confirm a name. */
export const NameWord = z.strictObject({
  accountNumber: field,
  /** The same number, typed a second time. */
  accountAgain: field,
  /** As the bank reported it. */
  name: field,
  how: field,
  who: field,
  on: field,
})
export type NameWord = z.output<typeof NameWord>

/** The name of an account, from the bank's enquiry or from a manager. */
export const NameCheck = z.strictObject({
  /** Identifies this check when the terminal is saved: main accepts no other account number with it. */
  checkId: z.string(),
  /** In the bank's own spelling if the bank was asked. */
  name: z.string(),
  accountEnding: z.string(),
  checkedAtMs: z.number(),
  /** Null: the bank itself was asked. */
  said: z.nullable(NameSaid),
})
export type NameCheck = z.output<typeof NameCheck>

/** The fields of a terminal that a change can touch, with the account masked. */
export const TerminalSide = z.strictObject({
  /** Null for a registration: the service finds the merchant by ID. */
  merchantRecordId: z.nullable(RecordId),
  /** Null if unknown, as for a merchant without another terminal. */
  merchantId: z.nullable(z.string()),
  accountEnding: z.string(),
  /** Null if the bank was not asked for it. */
  accountName: z.nullable(z.string()),
  serialNumber: z.string(),
  isReceivingPayment: z.boolean(),
  isActive: z.boolean(),
})
export type TerminalSide = z.output<typeof TerminalSide>

/** What the bank's list of terminals showed afterwards. */
export const ReadBack = z.strictObject({
  atMs: z.number(),
  outcome: z.enum([
    /** It is in the list, as requested; `differences` are only the bank's way to write it. */
    'asAsked',
    /** It is in the list, but `differences` are not as requested. */
    'differs',
    /** An edit: there, unchanged. */
    'asBefore',
    /** The whole list was read, without it. */
    'notThere',
    /** The list could not be read to its end, so nothing follows. */
    'incomplete',
  ]),
  incompleteReason: z.nullable(IncompleteReason),
  differences: z.array(TerminalField),
  /** The whole account number was no longer known, so only its last four digits were compared. */
  isByEnding: z.boolean(),
  /** What the list shows; null if the terminal is not in it. */
  found: z.nullable(TerminalSide),
})
export type ReadBack = z.output<typeof ReadBack>

/** `notDone`: the bank never took it. `asShown`: the bank keeps the terminal as its list shows it, which differs. */
export const ClosedHow = z.enum(['notDone', 'asShown'])
export type ClosedHow = z.output<typeof ClosedHow>

/** A registration or an edit that was sent to the bank. The program never sends it again. */
export const TerminalChangeView = z.strictObject({
  changeId: z.string(),
  kind: z.enum(['register', 'edit']),
  terminalId: z.string(),
  recordId: z.nullable(RecordId),
  state: z.enum([
    'asking',
    'done',
    /** The bank said no; `bankMessage` has its words. */
    'refused',
    /** Proven: no byte reached the bank. */
    'unsent',
    /** No clear answer: the change may have been made. `readBack` tells what the list shows. */
    'unknown',
  ]),
  askedAtMs: z.number(),
  endedAtMs: z.nullable(z.number()),
  bankMessage: z.nullable(z.string()),
  /** Null for a registration. */
  from: z.nullable(TerminalSide),
  to: TerminalSide,
  /** When the bank was asked for the name, or a manager confirmed it; null if the account stayed. */
  nameCheckedAtMs: z.nullable(z.number()),
  /** Null if the bank itself was asked, or the account stayed. */
  nameSaid: z.nullable(NameSaid),
  /** Names that the merchant's terminals paid to, if none of them was this account's; else empty. */
  otherNames: z.array(z.string()),
  by: z.string(),
  note: z.string(),
  /** Null until the list was read after the change. */
  readBack: z.nullable(ReadBack),
  /** It could still overwrite a later change, so main sends none before this is settled. @see mayStillTakeEffect */
  isOpen: z.boolean(),
  /** A manager has closed it; else null. */
  givenUp: z.nullable(z.strictObject({ atMs: z.number(), how: ClosedHow, by: z.string(), note: z.string() })),
})
export type TerminalChangeView = z.output<typeof TerminalChangeView>

export const TerminalChangePage = z.strictObject({
  /** Newest first. */
  rows: z.array(TerminalChangeView),
  total: z.int(),
  /** Open changes on all pages, except those being sent. */
  openCount: z.int(),
})
export type TerminalChangePage = z.output<typeof TerminalChangePage>

/** What decides whether a change could still overwrite a later one. */
export interface ChangeStanding {
  readonly state: TerminalChangeView['state']
  /** The latest reading of the bank's list; null before one. */
  readonly outcome: ReadBack['outcome'] | null
  /** A reading has shown the change as asked for: it has happened, even if the terminal changed since. */
  readonly wasSeen: boolean
  readonly isGivenUp: boolean
}

/**
 * When a change is open. An edit sends the whole row, so an earlier change that the bank makes late would overwrite a
 * later one, or be overwritten. Time alone settles nothing: the bank has no known limit.
 */
export function mayStillTakeEffect({ state, outcome, wasSeen, isGivenUp }: ChangeStanding): boolean {
  if (isGivenUp || wasSeen || outcome === 'asAsked') return false
  switch (state) {
    case 'unsent':
      return false
    // A refusal counts only together with a list that does not show the change.
    case 'refused':
      return outcome !== 'asBefore' && outcome !== 'notThere'
    // So does a yes: the change is still to come until the list shows it.
    case 'asking':
    case 'done':
    case 'unknown':
      return true
    default:
      return assertNever(state, 'state of a change')
  }
}
