import { eachRecordText, kindOf, type RecordView } from '../../shared/record.ts'
import type { TerminalView } from '../../shared/terminal.ts'
import { withMaskedNumbers } from '../../shared/redact.ts'
import { withDigitsOf } from './accountDigits.ts'
import { withoutAccountNumbers } from './accountNumbers.ts'
import type { Terminal, TransactionRecord } from './answer.ts'

const ENDING_DIGITS_MAX = 4

/**
 * The only part of an account number that leaves the main process: the last four digits, and at most half of a number
 * shorter than eight.
 */
export function accountEnding(accountNumber: string): string {
  const digits = accountNumber.replace(/[^0-9]/gu, '')
  const shown = Math.min(ENDING_DIGITS_MAX, Math.floor(digits.length / 2))
  return digits.slice(digits.length - shown)
}

/**
 * A record (docs/service.md 2.3) for the screen: every field, with account numbers masked, also within the bank's
 * messages. The fields are listed one by one, so that a new field of the gateway does not reach the screen by itself.
 */
export function toRecordView(record: TransactionRecord): RecordView {
  const known = {
    accounts: [record.accountNumber],
    accountDigits: withDigitsOf(record.accountNumber),
    references: [record.transactionId, record.serviceReference, record.terminalId],
  }
  const words = (text: string | null) => (text === null ? null : withoutAccountNumbers(text, known))
  return {
    recordId: record.recordId,
    terminalRecordId: record.terminalRecordId,
    terminalId: record.terminalId,
    accountEnding: accountEnding(record.accountNumber),
    amount: record.amount,
    amountSettled: record.amountSettled,
    feePercentage: record.feePercentage,
    isPaid: record.isPaid,
    datePaid: record.datePaid,
    transactionId: record.transactionId,
    serviceReference: record.serviceReference,
    timeReceived: record.timeReceived,
    // An amount stays what it is: its digits are no account.
    ...eachRecordText((text) => (kindOf(text) === 'amount' ? record[text] : words(record[text]))),
    ...(record.unread === undefined ? {} : { unread: [...record.unread] }),
  }
}

/**
 * A terminal (docs/service.md 2.2) for the screen.
 * @param version from `terminals/terminalVersions.ts`, made of all fields, so that it also shows changes of masked ones
 */
export function toTerminalView(terminal: Terminal, version: string): TerminalView {
  return {
    recordId: terminal.recordId,
    merchantRecordId: terminal.merchantRecordId,
    terminalId: terminal.terminalId,
    merchantId: terminal.merchantId,
    accountEnding: accountEnding(terminal.accountNumber),
    // Masked like the names in a change, so that the two can be compared.
    accountName: withMaskedNumbers(terminal.accountName),
    serialNumber: terminal.serialNumber,
    isActive: terminal.isActive,
    isReceivingPayment: terminal.isReceivingPayment,
    feePercentage: terminal.feePercentageSource,
    dateCreated: terminal.dateCreated,
    version,
  }
}
