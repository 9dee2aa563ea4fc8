import { koboFromDecimal } from '../../../shared/money.ts'
import type { RecordView } from '../../../shared/record.ts'
import { parseServiceTime, serviceTimeToMs } from '../../../shared/serviceTime.ts'
import { isSameTerminalId } from '../../../shared/terminal.ts'
import { wait, type Effect } from '../../effect.ts'
import type { TransactionRecord } from '../../gateway/answer.ts'
import { toRecordView } from '../../gateway/recordView.ts'
import { isOfOther } from '../rules/references.ts'
import type { SaleRow } from '../rules/saleRow.ts'
import { asRecorded } from '../store/factsStore.ts'
import type { DeliveryContext } from './context.ts'
import { markedInStop } from './stop.ts'

/*
 * A bank may keep a reference in another form than it was sent (docs/service.md 2). A question about it then finds
 * nothing, and a list shows its record under a reference that no sale here has. Such a record, of the same terminal and
 * amount and from the time of the send, stands in the way of every proof of absence, until a manager has said whose it
 * is.
 */

/** A clock further off than this is wrong; it is added at both ends. */
const CLOCK_ERROR_MS = 10 * 60_000

/** Names a record in the audit. Its payment is left out: it changes, and the record stays the same. */
export function accountText({
  recordId,
  transactionId,
}: Pick<RecordView, 'recordId' | 'transactionId'>): string {
  return `record #${recordId} under ${transactionId}`
}

/** Reading so many amounts takes a few milliseconds. */
const READ_AT_ONCE = 2_000

/** The rows of a terminal's list with the amount of a sale. Other work runs in between. */
function* ofSameAmount(
  context: DeliveryContext,
  sale: SaleRow,
  rows: readonly TransactionRecord[],
): Effect<readonly TransactionRecord[]> {
  const { amountKobo, terminalId } = asRecorded(context.store, sale)
  const found: TransactionRecord[] = []
  for (let from = 0; from < rows.length; from += READ_AT_ONCE) {
    if (from > 0) yield* wait(context.turn())
    for (const row of rows.slice(from, from + READ_AT_ONCE))
      if (koboFromDecimal(row.amount) === amountKobo && isSameTerminalId(row.terminalId, terminalId))
        found.push(row)
  }
  return found
}

/** Whether a row of its terminal and amount may be the record of a sale that was sent, under another reference. */
function isUnaccounted(context: DeliveryContext, sale: SaleRow, row: TransactionRecord): boolean {
  const { store, reads } = context
  return (
    isOfItsTime(context, sale, row) &&
    store.byTransactionId(row.transactionId) === undefined &&
    !reads.isTaken(sale.destination, asRecorded(store, sale), row.transactionId) &&
    reads.differenceTold(sale.sequence, accountText(toRecordView(row))) !== 'settled'
  )
}

/** From the first byte to the end of the quiet period; a record without a readable time may be of any. */
function isOfItsTime(
  { store, reads, zone, profile, clockAheadMs }: DeliveryContext,
  sale: SaleRow,
  { timeReceived }: TransactionRecord,
): boolean {
  const received = parseServiceTime(timeReceived)
  if (received === undefined) return true
  const sent = reads.sentBetweenMs(sale.sequence)
  const aheadMs = clockAheadMs() ?? 0
  const fromMs = (sent?.firstMs ?? asRecorded(store, sale).recordedAtMs) - aheadMs - CLOCK_ERROR_MS
  const untilMs =
    sent === null
      ? Number.POSITIVE_INFINITY
      : sent.lastMs - aheadMs + profile.outbox.quietPeriodMinutes * 60_000 + CLOCK_ERROR_MS
  const receivedAtMs = serviceTimeToMs(received, zone.offsetMinutes(fromMs))
  return receivedAtMs >= fromMs && receivedAtMs <= untilMs
}

/**
 * Gives a sale to a person with such a record, or shows a person that it is still there.
 * @returns whether there is one
 */
export function* noteUnaccounted(
  context: DeliveryContext,
  sale: SaleRow,
  rows: readonly TransactionRecord[],
): Effect<boolean> {
  if (sale.unknownSinceAwakeMs === null) return false
  const { store, now, onSaleChanged } = context
  const alike = yield* ofSameAmount(context, sale, rows)
  const current = store.byTransactionId(sale.transactionId)
  if (current === undefined || current.sendCount !== sale.sendCount) return false
  const found = alike.find((row) => isUnaccounted(context, current, row))
  if (found === undefined) return false
  const at = now()
  const record = toRecordView(found)
  const isNews = current.record === null || accountText(current.record) !== accountText(record)
  const shown = {
    // A decision on what a person sees stays valid while the bank shows the same.
    ...(isNews ? { record, recordAtMs: at.wallMs } : {}),
    lookedUpAwakeMs: at.awakeMs,
    answeredAtMs: at.wallMs,
  }
  if (current.state === 'conflict') {
    // A record under its own reference says more.
    if (!isOfOther(current)) return false
    store.note(current, shown, at)
  } else {
    const marked = current.state === 'unknown' ? markedInStop(context, current) : current
    const moved = store.apply(
      marked,
      'foundUnaccounted',
      { ...shown, checkCount: 0, dueAwakeMs: at.awakeMs },
      at,
    )
    if (!moved.ok) return false
  }
  onSaleChanged(sale.transactionId)
  return true
}
