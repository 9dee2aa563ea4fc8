import { isCalendarDay, bankTimestamp, UNPAID_DATE } from '../bankTime.ts'
import { Decimal, type Json } from '../jsonText.ts'
import { keptReferences } from '../keptReference.ts'
import type { LedgerRecord } from '../ledgerState.ts'
import { koboOfWire, addNaira } from '../naira.ts'
import { accepted, declined, jsonAnswer, refused, type BankAnswer, type Exchange } from './exchange.ts'
import { takeTexts, type JsonObject } from './fields.ts'
import { pageAnswer, pageWanted } from './pages.ts'
import { nairaText } from '../../shared/money.ts'
import { eachRecordText, kindOf, type RecordTextKind } from '../../shared/record.ts'
import { oddRecord } from './oddReads.ts'
import { chanceFrom } from '../random.ts'

/** How the bank writes a field that no rule reads. */
const textJson: Readonly<Record<RecordTextKind, (said: string | number) => Json>> = {
  text: (said) => said,
  amount: (said) => new Decimal(String(said)),
  time: (said) => said,
  flag: (said) => String(said) === 'true',
}

/** docs/service.md 4.7. Each call that gets here settles, even if the reference was settled before. */
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
  const { ledger, options, nowMs, commitDelayMs, oddity } = exchange
  const { transactionId, terminalId } = fields.value
  const outcome = ledger.logSale(
    { transactionId, terminalId, amountKobo },
    nowMs + commitDelayMs,
    options,
    oddity ?? undefined,
  )
  switch (outcome) {
    case 'settled':
      return accepted(null, 'Transaction logged successfully')
    case 'terminalNotFound':
      return declined('The terminal was not found')
    case 'terminalInactive':
      return declined('The terminal is not active')
  }
}

/** docs/service.md 4.6. The answer for an unknown reference is undocumented, so its shape is an option. */
export function settlementStatus(exchange: Exchange, input: JsonObject): BankAnswer {
  const fields = takeTexts(input, { transactionId: 'transactionId' })
  if (!fields.ok) return refused(exchange, fields.error)
  const { ledger, oddRead } = exchange
  const { transactionId } = fields.value
  const record =
    oddRead === 'anotherRecord'
      ? ledger.records().findLast((each) => each.transactionId !== transactionId)
      : recordKeptAs(exchange, transactionId)
  return record === undefined
    ? notFound(exchange, transactionId)
    : accepted(recordJson(record, exchange), 'Successful')
}

/** A bank that keeps another form compares that, so it may not know the reference that it was sent. */
function recordKeptAs({ ledger, nowMs, options }: Exchange, asked: string): LedgerRecord | undefined {
  const kept = keptReferences[options.keptReference]
  if (options.keptReference === 'whole') return ledger.recordByTransactionId(asked, nowMs)
  const wanted = options.findsWhole ? kept(asked) : asked
  const sent = ledger.records().find(({ transactionId }) => kept(transactionId) === wanted)
  return sent === undefined ? undefined : ledger.recordByTransactionId(sent.transactionId, nowMs)
}

function notFound(exchange: Exchange, transactionId: string): BankAnswer {
  const { options } = exchange
  const { message, more } = notFoundWords(exchange, transactionId)
  switch (options.notFound) {
    case 'declined':
      return jsonAnswer(200, { status: false, message, data: null, ...more })
    case 'status404':
      return jsonAnswer(404, { status: false, message, data: null, ...more })
    case 'nullData':
      return accepted(null, message, more)
  }
}

function notFoundWords(
  exchange: Exchange,
  transactionId: string,
): { readonly message: string; readonly more: { readonly [key: string]: Json } } {
  const { traceId, timestamp } = traceOf(exchange)
  const message = 'Transaction not found'
  switch (exchange.options.notFoundSays) {
    case 'plain':
      return { message, more: {} }
    case 'traced':
      return { message, more: { traceId, timestamp } }
    case 'tracedMessage':
      return { message: `${message}. Trace ${traceId} at ${timestamp}`, more: {} }
    case 'reference':
      return { message: `Transaction ${transactionId} not found`, more: {} }
  }
}

/** docs/service.md 4.8. */
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
  return pageAnswer(exchange, ordered, wanted.value, (record) => recordJson(record, exchange))
}

function dayBefore(day: string): string {
  return new Date(new Date(`${day}T00:00:00Z`).getTime() - 86_400_000).toISOString().slice(0, 10)
}

/** A record as sent (docs/service.md 2.3), with its oddity. */
function recordJson(record: LedgerRecord, { options, nowMs, oddRead }: Exchange): Json {
  const { change = {} } = record
  const paidAtMs = paidAt(record, nowMs)
  const row = {
    id: record.recordId,
    [`${options.fieldPrefix}TerminalId`]: record.terminalRecordId,
    terminalId: change.terminalId ?? record.terminalId,
    [`${options.fieldPrefix}AccountNumber`]: change.accountNumber ?? record.accountNumber,
    amount: new Decimal(addNaira(nairaText(record.amountKobo), change.amountAdds ?? '0')),
    amountSettled: new Decimal(addNaira(nairaText(record.settledKobo), change.settledAdds ?? '0')),
    feePercentage: new Decimal(record.feePercentage),
    isPaid: change.isPaid ?? paidAtMs !== null,
    datePaid:
      paidAtMs === null ? UNPAID_DATE : (change.datePaid ?? bankTimestamp(paidAtMs, record.recordId + 1)),
    transactionId: keptReferences[options.keptReference](record.transactionId),
    [`${options.fieldPrefix}RefId`]: record.serviceReference,
    timeReceived: bankTimestamp(record.receivedAtMs, record.recordId),
    ...eachRecordText((text) => {
      const said = change[text]
      return said === undefined || said === null ? null : textJson[kindOf(text)](said)
    }),
  }
  return oddRecord(row, oddRead)
}

function paidAt({ paidAtMs, receivedAtMs, change }: LedgerRecord, nowMs: number): number | null {
  if (paidAtMs === null || paidAtMs > nowMs) return null
  const unpaidFromMs = change?.unpaidAfterMs === undefined ? Infinity : receivedAtMs + change.unpaidAfterMs
  return nowMs >= unpaidFromMs ? null : paidAtMs
}

/** A trace that a gateway adds to its answers: different for each request, without using the ledger's randomness. */
function traceOf({ requestNumber, nowMs }: Pick<Exchange, 'requestNumber' | 'nowMs'>): {
  readonly traceId: string
  readonly timestamp: string
} {
  const chance = chanceFrom(nowMs + requestNumber * 7_919)
  return { traceId: chance.hex(32), timestamp: bankTimestamp(nowMs, requestNumber) }
}
