import type { CallError } from '../../shared/callError.ts'
import type { MerchantPage, MerchantView, TerminalView } from '../../shared/terminal.ts'
import type {
  ClosedHow,
  EditForm,
  NameCheck,
  NameWord,
  RegisterForm,
  TerminalChangePage,
  TerminalChangeView,
} from '../../shared/terminalChange.ts'
import type { TerminalFieldProblem } from '../../shared/terminalForm.ts'
import type { TerminalTask } from './terminalTypes.ts'

/** What a person says they change at a terminal: only its fields are shown, and only they can differ from the bank's. */
export const editTopics = ['shop', 'account', 'device', 'use'] as const
export type EditTopic = (typeof editTopics)[number]

/** What the bank said about the account number in the form, and what the person answered to that. */
export type AccountCheck =
  | { readonly phase: 'none' }
  /** The number was edited after the check. */
  | { readonly phase: 'cleared' }
  | { readonly phase: 'asking'; readonly ticket: number; readonly isSlow: boolean }
  | { readonly phase: 'problem'; readonly problem: CallError }
  /** The bank gave a name; the person has not yet said whether it is the merchant's. */
  | { readonly phase: 'answered'; readonly check: NameCheck }
  | { readonly phase: 'confirmed'; readonly check: NameCheck }

export type FormField = keyof RegisterForm | keyof EditForm | keyof NameWord
/** A code that this version does not know still marks its field. */
export type FormProblems = Partial<Readonly<Record<FormField, TerminalFieldProblem | 'other'>>>

/** The dialog in which a manager says how the bank confirmed a name. It holds what they type. */
export interface VouchState {
  readonly isBusy: boolean
  readonly problems: FormProblems
  /** Why main refused; null if fields are marked. */
  readonly problem: CallError | null
}

/** What both kinds of form have beside their fields. */
export interface FormFacts {
  readonly check: AccountCheck
  /** Null while the dialog is closed. */
  readonly vouch: VouchState | null
  readonly problems: FormProblems
  /** Grows with each attempt that finds problems, so that the screen moves the focus to the first. */
  readonly problemCount: number
  /** Why the last attempt failed; the entry is unchanged. */
  readonly problem: CallError | null
  readonly isAsking: boolean
  /** The latest that main reported of the change. Its result, and the end of the entry, once nothing is asked. */
  readonly told: TerminalChangeView | null
  /** An open change of the same terminal, which this one could overwrite. */
  readonly earlier: TerminalChangeView | null
  /** Why `earlier` is not known. */
  readonly earlierProblem: CallError | null
  /** A lock removed an account number that was typed, and it was not typed again. */
  readonly isAccountLost: boolean
}

export interface RegisterState extends FormFacts {
  readonly kind: 'register'
  readonly values: RegisterForm
  /** The terminal that has this terminal ID in the list already. */
  readonly existing: TerminalView | null
}

export interface EditState extends FormFacts {
  readonly kind: 'edit'
  readonly values: EditForm
  /** What the bank showed when the person last looked. */
  readonly base: TerminalView
  readonly topics: readonly EditTopic[]
  /** The person has said that another shop is paid into the present account. */
  readonly isSameAccount: boolean
  /** The text in the merchant field. */
  readonly merchantText: string
  /** Null unless the text is the ID of a merchant in the list. */
  readonly merchant: MerchantView | null
  /** What the bank shows now, if it differs and the person has not looked at it yet. */
  readonly meanwhile: TerminalView | 'gone' | null
}

export type FormState = RegisterState | EditState

/** What a person does in a form. It needs no call. */
export type FormEntry =
  /** An edit has no terminal ID, and its merchant is typed or chosen. */
  | { readonly type: 'fill'; readonly part: Partial<RegisterForm> }
  /** @param rows the merchants that the list shows for the text */
  | { readonly type: 'typeMerchant'; readonly text: string; readonly rows: readonly MerchantView[] }
  | { readonly type: 'chooseMerchant'; readonly merchant: MerchantView }
  /** Its fields come, or go and are again as the bank shows them. */
  | { readonly type: 'toggleTopic'; readonly topic: EditTopic }
  /** Who is paid once the shop is another. */
  | { readonly type: 'sayAccount'; readonly isSame: boolean }
  /** With a no, an answer that is still to come is ignored. */
  | { readonly type: 'answerNameCheck'; readonly isMerchant: boolean }
  | { readonly type: 'lookAtMeanwhile' }

/** What comes of calls, timers and locks. */
export type FormEvent =
  | { readonly type: 'set'; readonly part: Partial<FormFacts> }
  /** Removes spaces at the ends and marks problems. */
  | { readonly type: 'validate'; readonly accountPattern: string }
  | { readonly type: 'mark'; readonly problems: FormProblems }
  | { readonly type: 'foundExisting'; readonly terminalId: string; readonly existing: TerminalView | null }
  | { readonly type: 'failed'; readonly problem: CallError }
  | { readonly type: 'shownNow'; readonly terminal: TerminalView | null }
  | { readonly type: 'startAnew'; readonly by: string }
  /** The counter was locked: the account number and the name go with the manager. */
  | { readonly type: 'locked' }

export type FormAction = FormEntry | FormEvent

export interface TokenDialogState {
  readonly isOpen: boolean
  readonly isBusy: boolean
  readonly problem: CallError | null
  /** A name check needs another token, and continues with it. */
  readonly isForCheck: boolean
}

/** What this computer has asked of the bank. */
export interface ChangesState extends TerminalChangePage {
  readonly offset: number
  /** This computer's clock; null until the first reading. */
  readonly asOfMs: number | null
  readonly isReading: boolean
  readonly problem: CallError | null
  readonly open: TerminalChangeView | null
}

/** A call about one change: reading the bank's list for it, or marking it as not done. */
export interface ChangeCall {
  readonly changeId: string | null
  readonly isBusy: boolean
  readonly problem: CallError | null
}

export interface ClosingCall extends ChangeCall {
  readonly how: ClosedHow
}

export interface PayoutCall extends Omit<ChangeCall, 'changeId'> {
  readonly terminalId: string | null
}

/** An agent's work: the open forms by the key of their task, and what was asked of the bank. */
export interface TerminalWork {
  readonly forms: Readonly<Record<string, FormState>>
  /** Key of the form that is being opened. */
  readonly opening: string | null
  readonly merchants: MerchantPage
  readonly token: TokenDialogState
  readonly changes: ChangesState
  readonly look: ChangeCall
  readonly givingUp: ClosingCall
  /** The changed payout that a manager looks at. */
  readonly payout: PayoutCall
  /** The name last given, so that it is typed once. */
  readonly lastBy: string
}

/** The actions of terminalFormActions.ts. */
export interface TerminalFormActions {
  /** Opens the form of a task, or continues the open one. */
  beginTerminalTask(task: TerminalTask): Promise<void>
  /** Back to the list. The entry stays, unless it has its result. */
  leaveTerminalTask(): void
  /** Empties the form in view. */
  startAnew(): void
  enterTerminalForm(entry: FormEntry): void
  /** @param isTyped after a pause, since more may be typed */
  searchMerchants(search: string, isTyped: boolean): void
  /** Asks main for what is known of the typed terminal ID: whether the list has it, or a change of it is open. */
  lookAtTerminalId(): Promise<void>
  /** Asks the bank, once. */
  submitTerminalForm(): Promise<void>
  /** Asks main again whether an earlier change of the same terminal is open. */
  lookForEarlier(): Promise<void>
  /** From a refused or unsent change back to the entry. It asks nothing. */
  backToEntry(): void
}

/** The actions of terminalNameCheck.ts. */
export interface NameCheckActions {
  checkAccountName(): Promise<void>
  /** Asks for the name once the typed number has all its digits. With a refused token it waits for the button. */
  checkWholeAccount(): Promise<void>
  openVouch(isOpen: boolean): void
  /** A manager says how the bank confirmed the name of the account in the form. */
  vouchForName(word: Omit<NameWord, 'accountNumber'>): Promise<void>
  openTokenDialog(isOpen: boolean): void
  setBusinessToken(token: string): Promise<void>
}

/** The actions of terminalChanges.ts. */
export interface ChangesActions {
  readChanges(offset: number): Promise<void>
  openChange(changeId: string | null): void
  /** From a form to an earlier change; the entry stays. */
  showChange(change: TerminalChangeView): void
  lookUpChange(changeId: string): Promise<void>
  /** Null closes the dialog. */
  /** Asks a manager to close a change in one of the two ways. */
  openGivingUp(changeId: string | null, how?: ClosedHow): void
  giveUpChange(said: { readonly by: string; readonly note: string }): Promise<void>
  /** On the Terminal screen. Null closes the dialog. */
  openPayout(terminalId: string | null): void
  /** A manager says that a changed payout is right. */
  acknowledgePayout(said: {
    readonly seen: string
    readonly by: string
    readonly note: string
  }): Promise<void>
}

export interface TerminalChangeActions extends TerminalFormActions, NameCheckActions, ChangesActions {}

export const noCall: ChangeCall = { changeId: null, isBusy: false, problem: null }
export const noClosing: ClosingCall = { ...noCall, how: 'notDone' }
export const noPayout: PayoutCall = { terminalId: null, isBusy: false, problem: null }
export const closedToken: TokenDialogState = {
  isOpen: false,
  isBusy: false,
  problem: null,
  isForCheck: false,
}

/** Before the first task, and for each client anew: an entry belongs to the client that is signed in. */
export const noTerminalWork: TerminalWork = {
  forms: {},
  opening: null,
  merchants: { rows: [], total: 0 },
  token: closedToken,
  changes: {
    rows: [],
    total: 0,
    openCount: 0,
    offset: 0,
    asOfMs: null,
    isReading: false,
    problem: null,
    open: null,
  },
  look: noCall,
  givingUp: noClosing,
  payout: noPayout,
  lastBy: '',
}

/** What terminalChangeSlice.ts adds to the store. */
export interface TerminalChangeSlice {
  readonly actions: TerminalChangeActions
  readonly listen: () => void
}
