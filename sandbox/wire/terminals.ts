import { Decimal, type Json } from '../jsonText.ts'
import type { CreateRefusal, EditRefusal } from '../ledger.ts'
import type { LedgerTerminal } from '../ledgerState.ts'
import { accepted, declined, refused, type BankAnswer, type Exchange } from './exchange.ts'
import { takeFields, takeTexts, type JsonObject } from './fields.ts'
import { oddTerminal } from './oddReads.ts'
import { pageAnswer, pageWanted } from './pages.ts'

/** docs/service.md 4.3. */
export function createTerminal(exchange: Exchange, input: JsonObject): BankAnswer {
  const prefix = exchange.options.fieldPrefix
  const fields = takeFields(input, {
    texts: {
      terminalId: 'terminalId',
      merchantId: 'merchantId',
      accountNumber: `${prefix}AccountNumber`,
      serialNumber: 'serialNumber',
    },
    flags: { isReceivingPayment: 'isReceivingPayment', isActive: 'isActive' },
    mayBeEmpty: ['serialNumber'],
  })
  if (!fields.ok) return refused(exchange, fields.error)
  const outcome = exchange.ledger.createTerminal(fields.value, receivedAtMs(exchange))
  return typeof outcome === 'number'
    ? accepted({ id: outcome }, 'Terminal created successfully')
    : declined(createRefusalText[outcome])
}

const createRefusalText: Readonly<Record<CreateRefusal, string>> = {
  notIssued: 'The terminal id was not issued by this bank',
  alreadyRegistered: 'The terminal is already registered',
  accountNotFound: 'The account number was not found',
}

/** docs/service.md 4.4: numbers are sent as strings, `terminalID` is spelled like this, and the fee may not change. */
export function editTerminal(exchange: Exchange, input: JsonObject): BankAnswer {
  const prefix = exchange.options.fieldPrefix
  const fields = takeFields(input, {
    texts: {
      recordId: 'id',
      merchantRecordId: `${prefix}MerchantId`,
      terminalId: 'terminalID',
      accountNumber: `${prefix}AccountNumber`,
      accountName: `${prefix}AccountName`,
      serialNumber: 'serialNumber',
      feePercentage: 'feePercentage',
      dateCreated: 'dateCreated',
    },
    flags: { isReceivingPayment: 'isReceivingPayment', isActive: 'isActive' },
    mayBeEmpty: ['serialNumber'],
  })
  if (!fields.ok) return refused(exchange, fields.error)
  const { recordId, merchantRecordId, ...rest } = fields.value
  const whole = /^[0-9]{1,9}$/u
  if (!whole.test(recordId)) return refused(exchange, { status: 400, message: 'id must hold a whole number' })
  if (!whole.test(merchantRecordId)) {
    return refused(exchange, { status: 400, message: `${prefix}MerchantId must hold a whole number` })
  }
  const outcome = exchange.ledger.editTerminal(
    { ...rest, recordId: Number(recordId), merchantRecordId: Number(merchantRecordId) },
    receivedAtMs(exchange),
  )
  return typeof outcome === 'number'
    ? accepted({ id: outcome }, 'Terminal updated successfully')
    : declined(editRefusalText[outcome])
}

const editRefusalText: Readonly<Record<EditRefusal, string>> = {
  terminalNotFound: 'The terminal was not found',
  terminalIdDiffers: 'The terminal id does not belong to this record',
  merchantNotFound: 'The merchant was not found',
  accountNotFound: 'The account number was not found',
  accountNameDiffers: 'The account name does not match the account number',
  feeChanged: 'The fee cannot be changed here',
  dateCreatedChanged: 'The date of creation cannot be changed',
}

function receivedAtMs({ nowMs, commitDelayMs }: Exchange): number {
  return nowMs + commitDelayMs
}

/** docs/service.md 4.5. */
export function retrieveTerminals(exchange: Exchange, input: JsonObject): BankAnswer {
  const fields = takeTexts(input, { pageSize: 'pageSize', pageNumber: 'pageNumber' })
  if (!fields.ok) return refused(exchange, fields.error)
  const wanted = pageWanted(fields.value, exchange.options)
  if (!wanted.ok) return refused(exchange, wanted.error)
  const prefix = exchange.options.fieldPrefix
  const shown = exchange.ledger.terminalsShown(exchange.nowMs)
  return pageAnswer(exchange, shown, wanted.value, (terminal) =>
    oddTerminal(terminalJson(terminal, prefix), terminal === shown[0], prefix, exchange.oddRead),
  )
}

function terminalJson(terminal: LedgerTerminal, prefix: string): { readonly [key: string]: Json } {
  return {
    id: terminal.recordId,
    [`${prefix}MerchantId`]: terminal.merchantRecordId,
    terminalId: terminal.terminalId,
    merchantId: terminal.merchantId,
    [`${prefix}AccountNumber`]: terminal.accountNumber,
    [`${prefix}AccountName`]: terminal.accountName,
    serialNumber: terminal.serialNumber,
    isActive: terminal.isActive,
    isReceivingPayment: terminal.isReceivingPayment,
    feePercentage: new Decimal(terminal.feePercentage),
    dateCreated: terminal.dateCreated,
  }
}
