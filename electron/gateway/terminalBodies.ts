import type { EditedTerminal, NewTerminal } from './answer.ts'

/** A body of a POST: what the document types as a string is one, and what it types as a boolean is one. */
export type Body = Readonly<Record<string, string | boolean>>

/** docs/service.md 4.3. Every field goes out, an empty serial number as an empty text: all are required. */
export function newTerminalBody(prefix: string, terminal: NewTerminal): Body {
  return {
    terminalId: terminal.terminalId,
    merchantId: terminal.merchantId,
    [`${prefix}AccountNumber`]: terminal.accountNumber,
    serialNumber: terminal.serialNumber,
    isReceivingPayment: terminal.isReceivingPayment,
    isActive: terminal.isActive,
  }
}

/**
 * docs/service.md 4.4, `terminalID` in its own spelling. The record ids and the fee are strings here and numbers in the
 * list; the fee goes back as the characters that came, since a fee that looks changed is refused (4.4, rule 1).
 */
export function editedTerminalBody(prefix: string, terminal: EditedTerminal): Body {
  return {
    id: String(terminal.recordId),
    [`${prefix}MerchantId`]: String(terminal.merchantRecordId),
    terminalID: terminal.terminalId,
    [`${prefix}AccountNumber`]: terminal.accountNumber,
    [`${prefix}AccountName`]: terminal.accountName,
    serialNumber: terminal.serialNumber,
    isReceivingPayment: terminal.isReceivingPayment,
    isActive: terminal.isActive,
    feePercentage: terminal.feePercentageSource,
    dateCreated: terminal.dateCreated,
  }
}
