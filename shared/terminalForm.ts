import type { EditForm, NameWord, RegisterForm } from './terminalChange.ts'

/**
 * Rules of the fields of a registration and an edit. The specification gives no lengths and no characters (2.4), so
 * these only refuse what cannot be meant; the bank decides.
 */
export type TerminalFieldProblem =
  | 'empty'
  | 'tooLong'
  /** An invisible character, or a space. */
  | 'hiddenCharacter'
  /** The bank's account numbers are ten digits. */
  | 'notTenDigits'
  /** It does not have the form that the profile gives for the bank's account numbers. */
  | 'notAnAccount'
  /** The two entries of the account number differ. */
  | 'notSame'
  /** Not a day, or a future one. */
  | 'notADay'
  | 'nothingChanged'
  /** The list has this terminal ID already. */
  | 'alreadyRegistered'
  /** No terminal in the list belongs to this merchant, so the merchant's record id is not known. */
  | 'merchantNotKnown'

export interface TerminalFieldError {
  readonly field: keyof RegisterForm | keyof EditForm | keyof NameWord
  readonly problem: TerminalFieldProblem
}

const ID_LENGTH_MAX = 64
export const BY_LENGTH_MAX = 60
const NOTE_LENGTH_MAX = 200

/** Removes spaces at the ends, which come with a paste. */
export function trimmedRegister(form: RegisterForm): RegisterForm {
  return {
    ...form,
    ...trimmedTexts(form),
    terminalId: form.terminalId.trim(),
    merchantId: form.merchantId.trim(),
  }
}

export function trimmedEdit(form: EditForm): EditForm {
  return { ...form, ...trimmedTexts(form) }
}

/** @param form trimmed. @param accountPattern the profile's */
export function registerProblems(form: RegisterForm, accountPattern: string): readonly TerminalFieldError[] {
  return [
    ...problemOf('terminalId', idProblem(form.terminalId)),
    ...problemOf('merchantId', idProblem(form.merchantId)),
    ...problemOf('accountNumber', accountProblem(form.accountNumber, accountPattern)),
    ...problemOf('serialNumber', serialProblem(form.serialNumber)),
    ...problemOf('by', textProblem(form.by, BY_LENGTH_MAX)),
    ...problemOf('note', form.note === '' ? null : textProblem(form.note, NOTE_LENGTH_MAX)),
  ]
}

/** @param form trimmed. @param accountPattern the profile's */
export function editProblems(form: EditForm, accountPattern: string): readonly TerminalFieldError[] {
  return [
    ...problemOf(
      'accountNumber',
      form.accountNumber === '' ? null : accountProblem(form.accountNumber, accountPattern),
    ),
    ...problemOf('serialNumber', serialProblem(form.serialNumber)),
    ...problemOf('by', textProblem(form.by, BY_LENGTH_MAX)),
    ...problemOf('note', textProblem(form.note, NOTE_LENGTH_MAX)),
  ]
}

/** For a manager who says that the bank never took a change. @param said trimmed */
export function givingUpProblems(said: Pick<EditForm, 'by' | 'note'>): readonly TerminalFieldError[] {
  return [
    ...problemOf('by', textProblem(said.by, BY_LENGTH_MAX)),
    ...problemOf('note', textProblem(said.note, NOTE_LENGTH_MAX)),
  ]
}

/** Nigerian account numbers (NUBAN) have ten digits. */
export const ACCOUNT_PATTERN = '^[0-9]{10}$'

/** Null if the account can be asked about. @param accountPattern the profile's */
export function accountProblem(accountNumber: string, accountPattern: string): TerminalFieldProblem | null {
  if (accountNumber === '') return 'empty'
  if (new RegExp(`^(?:${accountPattern})$`, 'u').test(accountNumber)) return null
  return accountPattern === ACCOUNT_PATTERN ? 'notTenDigits' : 'notAnAccount'
}

function trimmedTexts(form: RegisterForm | EditForm) {
  return {
    accountNumber: form.accountNumber.trim(),
    serialNumber: form.serialNumber.trim(),
    by: form.by.trim(),
    note: form.note.trim(),
  }
}

function problemOf(
  field: TerminalFieldError['field'],
  problem: TerminalFieldProblem | null,
): readonly TerminalFieldError[] {
  return problem === null ? [] : [{ field, problem }]
}

/** It may be empty: the service has terminals without one (docs/service.md 2.2). */
export function serialProblem(serialNumber: string): TerminalFieldProblem | null {
  return serialNumber === '' ? null : idProblem(serialNumber)
}

function idProblem(text: string): TerminalFieldProblem | null {
  if (text === '') return 'empty'
  if (text.length > ID_LENGTH_MAX) return 'tooLong'
  return /^[^\s\p{C}]+$/u.test(text) ? null : 'hiddenCharacter'
}

export function textProblem(text: string, lengthMax: number): TerminalFieldProblem | null {
  if (text === '') return 'empty'
  if (text.length > lengthMax) return 'tooLong'
  return /\p{C}/u.test(text) ? 'hiddenCharacter' : null
}
