import type { CallError } from '../../shared/callError.ts'
import type { MerchantView, TerminalView } from '../../shared/terminal.ts'
import type {
  EditForm,
  NameCheck,
  NameWord,
  RegisterForm,
  TerminalChangeView,
} from '../../shared/terminalChange.ts'
import type { TerminalFieldProblem } from '../../shared/terminalForm.ts'
import type { TerminalTask } from './terminalTypes.ts'

export const registerSteps = ['identity', 'account', 'review'] as const
export type RegisterStep = (typeof registerSteps)[number]

/** What the bank was asked about the account number in the form, and what the person made of its answer. */
export type AccountCheck =
  | { readonly phase: 'none' }
  /** The number was edited after it was checked. */
  | { readonly phase: 'cleared' }
  | { readonly phase: 'asking'; readonly ticket: number; readonly isSlow: boolean }
  | { readonly phase: 'problem'; readonly problem: CallError }
  /** The bank gave a name; whether it is the merchant's the person has not said yet. */
  | { readonly phase: 'answered'; readonly check: NameCheck }
  | { readonly phase: 'confirmed'; readonly check: NameCheck }

export type FormField = keyof RegisterForm | keyof EditForm | keyof NameWord
/** A code that this version does not know still marks its field. */
export type FormProblems = Partial<Readonly<Record<FormField, TerminalFieldProblem | 'other'>>>

/** A manager is saying that the bank confirmed the name by other means. What they type stays in the dialog. */
export interface VouchState {
  readonly isBusy: boolean
  readonly problems: FormProblems
  /** Why main did not take it; nothing where fields are marked. */
  readonly problem: CallError | null
}

/** Whether main has what is in the form. */
export interface DraftState {
  readonly status: 'none' | 'kept' | 'keptNoAccount' | 'locked' | 'notKept'
  /** This computer's clock. */
  readonly atMs: number
}

/** An entry that was begun earlier and waits for the person to say whether to go on with it. */
export interface DraftOffer {
  readonly begunAtMs: number
  /** Its account number has to be typed again. */
  readonly lacksAccount: boolean
}

interface FormBase {
  readonly offer: DraftOffer | null
  readonly check: AccountCheck
  /** Null: nobody is being asked. */
  readonly vouch: VouchState | null
  readonly problems: FormProblems
  /** Grows with each try that found problems, so that the screen goes to the first of them. */
  readonly problemCount: number
  /** Why the last try came to nothing; the entry is untouched. */
  readonly problem: CallError | null
  readonly isAsking: boolean
  /** What main has told of the change that is being asked for. */
  readonly told: TerminalChangeView | null
  /** What was asked for before of the same terminal and could still come over this one. */
  readonly earlier: TerminalChangeView | null
  /** Why it is not known whether there is such a one. */
  readonly earlierProblem: CallError | null
  /** Main's last word on it; from then on the entry is done with. */
  readonly result: TerminalChangeView | null
  readonly draft: DraftState
  /** The counter was locked: the account number is not here any more, and nothing is shown before a manager is there. */
  readonly isPutAway: boolean
}

export interface RegisterState extends FormBase {
  readonly kind: 'register'
  readonly values: RegisterForm
  readonly step: RegisterStep
  /** The terminal that the list shows under this terminal ID already. */
  readonly existing: TerminalView | null
}

export interface EditState extends FormBase {
  readonly kind: 'edit'
  readonly values: EditForm
  /** What the bank showed when the person last looked; null where the list does not show the terminal. */
  readonly base: TerminalView | null
  /** What stands in the field of the merchant. */
  readonly merchantText: string
  /** Null while what stands there is the ID of no merchant whom the list shows. */
  readonly merchant: MerchantView | null
  /** What the bank shows now, where that is something else and nobody has looked at it yet. */
  readonly meanwhile: TerminalView | null
  /** The entry was begun when the bank still showed something else. */
  readonly isDraftOld: boolean
}

export type FormState = RegisterState | EditState

/** The merchants that a person can choose from. */
export interface MerchantChoices {
  readonly rows: readonly MerchantView[]
  readonly total: number
}

export interface TokenDialogState {
  readonly isOpen: boolean
  readonly isBusy: boolean
  readonly problem: CallError | null
  /** A check waits for another token, and goes on by itself when that was taken. */
  readonly isForCheck: boolean
}

/** What was asked of the bank so far. */
export interface ChangesState {
  readonly rows: readonly TerminalChangeView[]
  readonly total: number
  readonly openCount: number
  readonly offset: number
  /** This computer's clock; null until it was read once. */
  readonly asOfMs: number | null
  readonly isReading: boolean
  readonly problem: CallError | null
  readonly open: TerminalChangeView | null
}

/** The bank's list is being read once more for a change. */
export interface LookUpOfChange {
  readonly changeId: string | null
  readonly isLooking: boolean
  readonly problem: CallError | null
}

/** A change that a manager takes as not done. */
export interface GivingUp {
  /** Null where nobody is asked about one. */
  readonly changeId: string | null
  readonly isBusy: boolean
  readonly problem: CallError | null
}

/** The work of an agent: the entries that are open, by their draft key, and what was asked of the bank. */
export interface TerminalWork {
  readonly forms: Readonly<Record<string, FormState>>
  /** Key of the entry that is being opened. */
  readonly opening: string | null
  readonly merchants: MerchantChoices
  readonly token: TokenDialogState
  readonly changes: ChangesState
  readonly look: LookUpOfChange
  readonly givingUp: GivingUp
  /** The name last given, so that it is typed once. */
  readonly lastBy: string
}

export interface TerminalChangeActions {
  /** Opens the entry of a task, or goes on with the one that is open. */
  beginTerminalTask(task: TerminalTask): Promise<void>
  /** Back to the list; what was entered stays. */
  leaveTerminalTask(): void
  answerDraft(isWanted: boolean): void
  changeRegister(part: Partial<RegisterForm>): void
  changeEdit(part: Partial<EditForm>): void
  /** @param isTyped after a pause, since more may be typed */
  searchMerchants(search: string, isTyped: boolean): void
  /** Of an edit: what stands in the field of the merchant. */
  typeMerchant(text: string): void
  chooseMerchant(merchant: MerchantView): void
  nextStep(): Promise<void>
  goToStep(step: RegisterStep): void
  checkAccountName(): Promise<void>
  /** The answer that may still come is not taken any more. */
  stopNameCheck(): void
  answerNameCheck(isMerchant: boolean): void
  openVouch(isOpen: boolean): void
  /** A manager says how the bank confirmed the name of the account in the form. */
  vouchForName(word: Omit<NameWord, 'accountNumber'>): Promise<void>
  lookedAtMeanwhile(): void
  /** Asks the bank, once. */
  submitTerminalForm(): Promise<void>
  /** Asks main once more whether an earlier change of the same terminal is open. */
  lookForEarlier(): Promise<void>
  /** The PIN is asked for, and the entry that the lock has put away comes back. */
  openPutAway(): Promise<void>
  /** From a refused or unsent change back to what was entered. It asks nothing. */
  backToEntry(): void
  /** Ends with what came of it: the next one starts empty. */
  finishTerminalTask(): void
  lookUpChange(changeId: string): Promise<void>
  /** Null: nothing is given up. */
  openGivingUp(changeId: string | null): void
  giveUpChange(said: { readonly by: string; readonly note: string }): Promise<void>
  readChanges(offset: number): Promise<void>
  openChange(changeId: string | null): void
  /** From an entry to an earlier change; what was entered stays. */
  showChange(change: TerminalChangeView): void
  openTokenDialog(isOpen: boolean): void
  setBusinessToken(token: string): Promise<void>
}

const noChanges: ChangesState = {
  rows: [],
  total: 0,
  openCount: 0,
  offset: 0,
  asOfMs: null,
  isReading: false,
  problem: null,
  open: null,
}

export const nothingGivenUp: GivingUp = { changeId: null, isBusy: false, problem: null }

/** Before anything was begun, and for each client anew: what is entered belongs to whoever is signed in. */
export const noTerminalWork: TerminalWork = {
  forms: {},
  opening: null,
  merchants: { rows: [], total: 0 },
  token: { isOpen: false, isBusy: false, problem: null, isForCheck: false },
  changes: noChanges,
  look: { changeId: null, isLooking: false, problem: null },
  givingUp: nothingGivenUp,
  lastBy: '',
}

/** What terminalChangeSlice.ts adds to the store. */
export interface TerminalChangeSlice {
  readonly actions: TerminalChangeActions
  readonly listen: () => void
}

/** What the rooms of this slice share: the work, and the entry of the task in view. */
export interface WorkTools {
  readonly work: () => TerminalWork
  readonly setWork: (part: Partial<TerminalWork>) => void
  /** Null where no task with an entry is in view, or its entry is not open yet. */
  readonly current: () => { readonly key: string; readonly form: FormState } | null
  /** Does nothing where the entry was closed meanwhile. */
  readonly changeForm: (key: string, change: (form: FormState) => FormState) => void
  /** Asks main what is open of the entry's terminal. */
  readonly lookForEarlier: (key: string) => Promise<void>
}
