import { nairaText } from '../../shared/money.ts'
import { bankTimestamp, isCalendarDay, UNPAID_DATE } from '../bankTime.ts'
import { Decimal, type Json } from '../jsonText.ts'
import type { LedgerRecord } from '../ledgerState.ts'
import { koboOfWire } from '../naira.ts'
import { accepted, declined, jsonAnswer, refused, type BankAnswer, type Exchange } from './exchange.ts'
import { takeTexts, type JsonObject } from './fields.ts'
import { pageAnswer, pageWanted } from './pages.ts'

/** Specification 4.7. Each call that gets here settles, whatever was settled before. */
export function logTransaction(exchange: Exchange, input: JsonObject): BankAnswer {
  const fields = takeTexts(input, {
    amount: 'amount',
    transactionId: 'transactionId',
    terminalId: 'terminalId',
  })
  if (!fields.ok) return refused(exchange, fields.error)
  const amountKobo = koboOfWire(fields.value.amount)
  if (amountKobo === undefined) {
    return refused(exchange, {
      status: 400,
      message: 'amount must be naira above 0 with at most two decimals',
    })
  }
  const { ledger, options, nowMs, commitDelayMs } = exchange
  const { transactionId, terminalId } = fields.value
  const outcome = ledger.logSale({ transactionId, terminalId, amountKobo }, nowMs + commitDelayMs, options)
  switch (outcome) {
    case 'settled':
      return accepted(null, 'Transaction logged successfully')
    case 'terminalNotFound':
      return declined('The terminal was not found')
    case 'terminalInactive':
      return declined('The terminal is not active')
  }
}

/** Specification 4.6. What an unknown reference gets is not shown, so its shape is an option. */
export function settlementStatus(exchange: Exchange, input: JsonObject): BankAnswer {
  const fields = takeTexts(input, { transactionId: 'transactionId' })
  if (!fields.ok) return refused(exchange, fields.error)
  const { ledger, options, nowMs } = exchange
  const record = ledger.recordByTransactionId(fields.value.transactionId, nowMs)
  if (record !== undefined) return accepted(recordJson(record, options.fieldPrefix, nowMs), 'Successful')
  const message = 'Transaction not found'
  switch (options.notFound) {
    case 'declined':
      return declined(message)
    case 'status404':
      return jsonAnswer(404, { status: false, message, data: null })
    case 'nullData':
      return accepted(null, message)
  }
}

/** Specification 4.8. */
export function searchTransactions(exchange: Exchange, input: JsonObject): BankAnswer {
  const fields = takeTexts(input, {
    terminalId: 'terminalId',
    dateFrom: 'dateFrom',
    dateTo: 'dateTo',
    pageSize: 'pageSize',
    pageNumber: 'pageNumber',
  })
  if (!fields.ok) return refused(exchange, fields.error)
  const { terminalId, dateFrom, dateTo } = fields.value
  const wrongDay = !isCalendarDay(dateFrom) ? 'dateFrom' : !isCalendarDay(dateTo) ? 'dateTo' : undefined
  if (wrongDay !== undefined) {
    return refused(exchange, { status: 400, message: `${wrongDay} must be a day, YYYY-MM-DD` })
  }
  if (dateFrom > dateTo) return refused(exchange, { status: 400, message: 'dateFrom is after dateTo' })
  const { ledger, options, nowMs } = exchange
  const wanted = pageWanted(fields.value, options)
  if (!wanted.ok) return refused(exchange, wanted.error)
  if (ledger.terminal(terminalId) === undefined) return declined('The terminal was not found')
  const lastDay = options.dateToIncluded ? dateTo : dayBefore(dateTo)
  const found = ledger.recordsOf(terminalId, dateFrom, lastDay, nowMs)
  const ordered = options.recordOrder === 'newestFirst' ? found.toReversed() : found
  return pageAnswer(exchange, ordered, wanted.value, (record) =>
    recordJson(record, options.fieldPrefix, nowMs),
  )
}

function dayBefore(day: string): string {
  return new Date(new Date(`${day}T00:00:00Z`).getTime() - 86_400_000).toISOString().slice(0, 10)
}

function recordJson(record: LedgerRecord, prefix: string, nowMs: number): Json {
  const paidAtMs = record.paidAtMs !== null && record.paidAtMs <= nowMs ? record.paidAtMs : null
  return {
    id: record.recordId,
    [`${prefix}TerminalId`]: record.terminalRecordId,
    terminalId: record.terminalId,
    [`${prefix}AccountNumber`]: record.accountNumber,
    amount: new Decimal(nairaText(record.amountKobo)),
    amountSettled: new Decimal(nairaText(record.settledKobo)),
    feePercentage: new Decimal(record.feePercentage),
    isPaid: paidAtMs !== null,
    datePaid: paidAtMs === null ? UNPAID_DATE : bankTimestamp(paidAtMs, record.recordId + 1),
    transactionId: record.transactionId,
    [`${prefix}RefId`]: record.serviceReference,
    reason: null,
    timeReceived: bankTimestamp(record.receivedAtMs, record.recordId),
    responseCode: null,
    responseMessage: null,
  }
}
