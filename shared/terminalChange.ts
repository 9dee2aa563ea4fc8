import * as z from 'zod/mini'
import { IncompleteReason } from './record.ts'
import { assertNever } from './result.ts'

/**
 * Room for what a person pastes by mistake, so that it is refused at its field and not at the door. What the fields may
 * hold is for terminalForm.ts to say.
 */
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
  /** Who does it, in their own words, for the audit. */
  by: field,
  note: field,
})
export type RegisterForm = z.output<typeof RegisterForm>

/** What an edit can change (docs/service.md 4.4). The terminal ID, the fee and the date of creation go back as they are. */
export const EditForm = z.strictObject({
  /** The terminal's. */
  recordId: z.int(),
  /** `TerminalView.version` of what the person had before him. */
  seen: z.string().check(z.maxLength(100)),
  /** Of a merchant that the list knows. */
  merchantRecordId: z.int(),
  /** The ID that stood beside it on the screen. Where it is missing, nobody has seen one. */
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

/** What was entered and not asked of the bank yet. Only a manager sees it again. */
export const TerminalDraft = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('register'), form: RegisterForm, keptAtMs: z.number() }),
  z.strictObject({
    kind: z.literal('edit'),
    form: EditForm,
    /** What the person has changed. All else stands as the bank showed it then, and follows what it shows later. */
    changed: z.optional(z.array(TerminalField)),
    keptAtMs: z.number(),
  }),
])
export type TerminalDraft = z.output<typeof TerminalDraft>

/** One registration and one edit of each terminal are kept at most. */
export function draftKey(draft: TerminalDraft): string {
  return draft.kind === 'register' ? 'register' : `edit ${draft.form.recordId}`
}

export const TerminalDrafts = z.strictObject({
  drafts: z.array(TerminalDraft),
  /** False where this computer cannot seal: drafts are then kept without their account number. */
  keepsAccounts: z.boolean(),
})
export type TerminalDrafts = z.output<typeof TerminalDrafts>

/** How the bank confirmed a name where its enquiry could not, in the words of the manager who says so. */
export const NameSaid = z.strictObject({
  /** By telephone, at a branch, in a letter. */
  how: z.string(),
  /** Who at the bank. */
  who: z.string(),
  /** The day, YYYY-MM-DD. */
  on: z.string(),
})
export type NameSaid = z.output<typeof NameSaid>

/** What a manager enters to say so. */
export const NameWord = z.strictObject({
  accountNumber: field,
  /** The same number, typed a second time. */
  accountAgain: field,
  /** As the bank said it. */
  name: field,
  how: field,
  who: field,
  on: field,
})
export type NameWord = z.output<typeof NameWord>

/** The name of an account: the bank's answer to "whose account is this?", or what a manager says of it. */
export const NameCheck = z.strictObject({
  /** Names this check when the terminal is saved: main lets no other account number through with it. */
  checkId: z.string(),
  /** In the bank's own spelling where the bank itself was asked. */
  name: z.string(),
  accountEnding: z.string(),
  checkedAtMs: z.number(),
  /** Null: the bank itself was asked. */
  said: z.nullable(NameSaid),
})
export type NameCheck = z.output<typeof NameCheck>

/** What of a terminal a change can touch, the account masked. */
export const TerminalSide = z.strictObject({
  /** Null for a registration: the service finds the merchant by his ID. */
  merchantRecordId: z.nullable(z.int()),
  /** Null where it is not known, as of a merchant who has no other terminal. */
  merchantId: z.nullable(z.string()),
  accountEnding: z.string(),
  /** Null where the bank was not asked for it. */
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
    /** It is there, as asked for. */
    'asAsked',
    /** It is there, and `differences` are not as asked for. */
    'differs',
    /** An edit: it is there, just as it was before. */
    'asBefore',
    /** The whole list was read, and it is not there. */
    'notThere',
    /** The list could not be read to its end, so nothing follows. */
    'incomplete',
  ]),
  incompleteReason: z.nullable(IncompleteReason),
  differences: z.array(TerminalField),
  /** The whole account number was not known any more: of the account its last four digits were compared. */
  isByEnding: z.boolean(),
  /** What the list shows; null where it does not show it. */
  found: z.nullable(TerminalSide),
})
export type ReadBack = z.output<typeof ReadBack>

/** A registration or an edit that was asked of the bank. It is never asked a second time by the program. */
export const TerminalChangeView = z.strictObject({
  changeId: z.string(),
  kind: z.enum(['register', 'edit']),
  terminalId: z.string(),
  /** The service's, where it is known. */
  recordId: z.nullable(z.int()),
  state: z.enum([
    'asking',
    /** The bank said yes. */
    'done',
    /** The bank said no; `bankMessage` has its words. */
    'refused',
    /** Proven: nothing of it reached the bank. */
    'unsent',
    /** No clear answer came: it may have been done. `readBack` tells what the list shows. */
    'unknown',
  ]),
  askedAtMs: z.number(),
  endedAtMs: z.nullable(z.number()),
  bankMessage: z.nullable(z.string()),
  /** Null for a registration. */
  from: z.nullable(TerminalSide),
  to: TerminalSide,
  /** When the name of the account was asked for, or a manager said it; null where the account stayed. */
  nameCheckedAtMs: z.nullable(z.number()),
  /** Null: the bank itself was asked for the name, or the account stayed. */
  nameSaid: z.nullable(NameSaid),
  by: z.string(),
  note: z.string(),
  /** Null until the list was read after it. */
  readBack: z.nullable(ReadBack),
  /** It could still come over a later one, so none is asked for before this is settled. @see mayStillTakeEffect */
  isOpen: z.boolean(),
  /** A manager has said that the bank never took it; null where nobody has. */
  givenUp: z.nullable(z.strictObject({ atMs: z.number(), by: z.string(), note: z.string() })),
})
export type TerminalChangeView = z.output<typeof TerminalChangeView>

export const TerminalChangePage = z.strictObject({
  /** Newest first. */
  rows: z.array(TerminalChangeView),
  total: z.int(),
  /** Changes that are open and not just being asked for, on any page. */
  openCount: z.int(),
})
export type TerminalChangePage = z.output<typeof TerminalChangePage>

/** All that bears on whether a change could still come over a later one. */
export interface ChangeStanding {
  readonly state: TerminalChangeView['state']
  /** Of the latest reading of the bank's list; null where there was none. */
  readonly outcome: ReadBack['outcome'] | null
  /** A reading has shown it as asked for. Then it has happened, whatever was done to the terminal since. */
  readonly wasSeen: boolean
  readonly isGivenUp: boolean
}

/**
 * The one rule of what is open: an edit sends the whole row, so whatever the bank may still do of an earlier change
 * would be undone by a later one, or undo it. Time alone settles nothing: nobody knows how late the bank may be.
 */
export function mayStillTakeEffect({ state, outcome, wasSeen, isGivenUp }: ChangeStanding): boolean {
  if (isGivenUp || wasSeen || outcome === 'asAsked') return false
  switch (state) {
    case 'unsent':
      return false
    // A no is believed along with a list that shows nothing of it, and not by itself.
    case 'refused':
      return outcome !== 'asBefore' && outcome !== 'notThere'
    // A yes as well: as long as the list does not show it, it is still to come.
    case 'asking':
    case 'done':
    case 'unknown':
      return true
    default:
      return assertNever(state, 'state of a change')
  }
}
