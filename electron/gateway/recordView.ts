import type { RecordView } from '../../shared/record.ts'
import type { TerminalView } from '../../shared/terminal.ts'
import { withMaskedNumbers } from '../../shared/redact.ts'
import { withoutAccountNumbers } from './accountNumbers.ts'
import type { Terminal, TransactionRecord } from './answer.ts'

const ENDING_DIGITS_MAX = 4

/**
 * The end of an account number, which is all of it that leaves the main process: the last four digits, and never more
 * than half of a shorter one.
 */
export function accountEnding(accountNumber: string): string {
  const digits = accountNumber.replace(/[^0-9]/gu, '')
  const shown = Math.min(ENDING_DIGITS_MAX, Math.floor(digits.length / 2))
  return digits.slice(digits.length - shown)
}

/**
 * A record (docs/service.md 2.3) as the screen may have it: every field, account numbers masked, those too that the bank
 * quotes in its words. The fields are named one by one, so that one which the gateway adds later reaches the screen by
 * decision only.
 */
export function toRecordView(record: TransactionRecord): RecordView {
  const known = {
    accounts: [record.accountNumber],
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
    reason: words(record.reason),
    timeReceived: record.timeReceived,
    responseCode: words(record.responseCode),
    responseMessage: words(record.responseMessage),
  }
}

/**
 * A terminal (docs/service.md 2.2) as the screen may have it.
 * @param version made of all of it by `terminals/terminalVersions.ts`, so that a change of what is masked is seen too
 */
export function toTerminalView(terminal: Terminal, version: string): TerminalView {
  return {
    recordId: terminal.recordId,
    merchantRecordId: terminal.merchantRecordId,
    terminalId: terminal.terminalId,
    merchantId: terminal.merchantId,
    accountEnding: accountEnding(terminal.accountNumber),
    // Masked as the side of a change is, so that the two can be compared.
    accountName: withMaskedNumbers(terminal.accountName),
    serialNumber: terminal.serialNumber,
    isActive: terminal.isActive,
    isReceivingPayment: terminal.isReceivingPayment,
    feePercentage: terminal.feePercentageSource,
    dateCreated: terminal.dateCreated,
    version,
  }
}
