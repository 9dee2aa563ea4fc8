import type { CallError } from '../../../shared/callError.ts'
import { callError } from '../../../shared/callError.ts'
import { ok, type Result } from '../../../shared/result.ts'
import type { EditForm, RegisterForm } from '../../../shared/terminalChange.ts'
import { serialProblem, type TerminalFieldError } from '../../../shared/terminalForm.ts'
import {
  messageOf,
  type Answer,
  type EditedTerminal,
  type NewTerminal,
  type Terminal,
  type TerminalSaved,
  errorCode,
} from '../../gateway/answer.ts'
import { accountEnding } from '../../gateway/recordView.ts'
import { boundedSide, boundedText, type Asked, type Ended } from './changeEntries.ts'
import { sideOf, type WholeNumbers } from './rowComparison.ts'
import { maskedText, maskedWords } from './mask.ts'
import type { Vouched } from './nameCheck.ts'

/** A change ready to be sent: the request, and what the audit keeps of it. */
export interface Plan {
  readonly asked: Omit<Asked, 'changeId' | 'environment' | 'partnerUrl' | 'clientId' | 'otherNames'>
  readonly numbers: WholeNumbers
  readonly body:
    | { readonly kind: 'register'; readonly terminal: NewTerminal }
    | { readonly kind: 'edit'; readonly terminal: EditedTerminal }
}

/** @param form trimmed and without a problem */
export function planRegister(form: RegisterForm, vouched: Vouched): Plan {
  const { terminalId, merchantId, accountNumber, serialNumber, isReceivingPayment, isActive } = form
  return {
    asked: {
      kind: 'register',
      terminalId,
      recordId: null,
      from: null,
      to: boundedSide({
        merchantRecordId: null,
        merchantId,
        accountEnding: accountEnding(accountNumber),
        accountName: vouched.name,
        serialNumber,
        isReceivingPayment,
        isActive,
      }),
      nameCheckedAtMs: vouched.checkedAtMs,
      nameSaid: vouched.said,
      by: maskedText(form.by, [accountNumber]),
      note: maskedText(form.note, [accountNumber]),
    },
    numbers: { from: null, to: accountNumber },
    body: {
      kind: 'register',
      terminal: { terminalId, merchantId, accountNumber, serialNumber, isReceivingPayment, isActive },
    },
  }
}

/**
 * The person's changes, on the row that the bank shows now. Other fields are sent back unchanged.
 * @param form trimmed
 * @param movedTo ID of the form's merchant, as the bank's list shows it now; null if the merchant stays
 * @param vouched null if the account stays
 */
export function planEdit(
  form: EditForm,
  row: Terminal,
  movedTo: string | null,
  vouched: Vouched | null,
): Result<Plan, CallError> {
  // The bank's own serial number may be one that our rules refuse.
  const isSerialKept = form.serialNumber === row.serialNumber.trim()
  const problem = isSerialKept ? null : serialProblem(form.serialNumber)
  if (problem !== null) return callError('invalid', { fields: [{ field: 'serialNumber', problem }] })
  const { merchantId: _sentByRecordId, ...kept } = row
  const terminal: EditedTerminal = {
    ...kept,
    merchantRecordId: form.merchantRecordId,
    ...(vouched === null ? {} : { accountNumber: form.accountNumber, accountName: vouched.name }),
    serialNumber: isSerialKept ? row.serialNumber : form.serialNumber,
    isReceivingPayment: form.isReceivingPayment,
    isActive: form.isActive,
  }
  if (isSame(terminal, row)) return invalid('recordId', 'nothingChanged')
  const numbers = { from: row.accountNumber, to: terminal.accountNumber }
  const merchantId = movedTo ?? row.merchantId
  return ok({
    asked: {
      kind: 'edit',
      terminalId: boundedText(row.terminalId),
      recordId: row.recordId,
      from: sideOf(row),
      to: sideOf({ ...terminal, merchantId }),
      nameCheckedAtMs: vouched?.checkedAtMs ?? null,
      nameSaid: vouched?.said ?? null,
      by: maskedText(form.by, [numbers.from, numbers.to]),
      note: maskedText(form.note, [numbers.from, numbers.to]),
    },
    numbers,
    body: { kind: 'edit', terminal },
  })
}

function isSame(terminal: EditedTerminal, row: Terminal): boolean {
  return Object.entries(terminal).every(([field, value]) => row[field as keyof EditedTerminal] === value)
}

function invalid(
  field: TerminalFieldError['field'],
  problem: TerminalFieldError['problem'],
): Result<never, CallError> {
  return callError('invalid', { fields: [{ field, problem }] })
}

/**
 * What an answer to a registration or an edit proves. A clean yes, a clean no, and proof that nothing left are certain;
 * after anything else, even a 401, it may have been done (docs/service.md 7).
 */
export function judgeChange(
  { result, evidence }: Answer<TerminalSaved>,
  numbers: WholeNumbers,
): Omit<Ended, 'changeId'> {
  const { bodySha256, serverDate } = evidence
  if (result.ok) {
    const { recordId, message } = result.value
    return {
      state: 'done',
      code: 'done',
      bankMessage: words(message, numbers),
      recordId,
      bodySha256,
      serverDate,
    }
  }
  const { error } = result
  const message = messageOf(error)
  return {
    state: stateAfter(error.kind),
    code: errorCode(error),
    bankMessage: message === null ? null : words(message, numbers),
    recordId: null,
    bodySha256,
    serverDate,
  }
}

function stateAfter(kind: 'unsent' | 'noAnswer' | 'http' | 'malformed' | 'declined'): Ended['state'] {
  switch (kind) {
    case 'declined':
      return 'refused'
    case 'unsent':
      return 'unsent'
    case 'noAnswer':
    case 'http':
    case 'malformed':
      return 'unknown'
  }
}

/** The gateway masks the account number that was sent; the bank may quote the previous one, too. */
function words(message: string, { from, to }: WholeNumbers): string {
  return maskedWords(message, from === null ? [to] : [from, to])
}
