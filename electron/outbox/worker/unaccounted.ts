import { koboFromDecimal } from '../../../shared/money.ts'
import type { RecordView } from '../../../shared/record.ts'
import { parseServiceTime, serviceTimeToMs } from '../../../shared/serviceTime.ts'
import { isSameTerminalId } from '../../../shared/terminal.ts'
import { wait, type Effect } from '../../work/effect.ts'
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
    if (from > 0) yield* wait(context.breathe())
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
function isOfItsTime(context: DeliveryContext, sale: SaleRow, { timeReceived }: TransactionRecord): boolean {
  const received = parseServiceTime(timeReceived)
  if (received === undefined) return true
  const { fromMs, untilMs } = sentBetween(context, sale)
  const receivedAtMs = serviceTimeToMs(received, context.zone.offsetMinutes(context.clock.wallNowMs()))
  return receivedAtMs >= fromMs && receivedAtMs <= untilMs
}

/**
 * Between which moments of the bank's clock it may have received a sale. This computer's clock may have been set since
 * the send, which only the time awake shows. It may have slept as well, so the start is then that of an earlier sale, as
 * the bank has it.
 */
function sentBetween(
  context: DeliveryContext,
  sale: SaleRow,
): { readonly fromMs: number; readonly untilMs: number } {
  const { store, reads, profile, clock, clockAheadMs, awake } = context
  const aheadMs = clockAheadMs()
  // Without a time from the service, this computer's clock is unconfirmed.
  if (aheadMs === null) return { fromMs: Number.NEGATIVE_INFINITY, untilMs: Number.POSITIVE_INFINITY }
  // As long ago as it was awake since, or longer.
  const latestMs = (awakeMs: number): number => clock.wallNowMs() - (awake.nowMs() - awakeMs)
  const isSameClock = (awakeMs: number, wallMs: number): boolean =>
    Math.abs(latestMs(awakeMs) - wallMs) <= CLOCK_ERROR_MS
  const since = (isSame: boolean, wallMs: number): number =>
    (isSame ? wallMs - aheadMs : receivedBefore(context, sale)) - CLOCK_ERROR_MS
  // Bytes of it may have left until then, also by a copy of this file.
  const lastMs = latestMs(sale.unknownSinceAwakeMs ?? awake.nowMs()) - aheadMs
  const untilMs = lastMs + profile.outbox.quietPeriodMinutes * 60_000 + CLOCK_ERROR_MS
  const sent = reads.sentBetweenMs(sale.sequence)
  if (sent === null || sale.sentAwakeMs === null) {
    const { recordedAwakeMs, recordedAtMs } = asRecorded(store, sale)
    return { fromMs: since(isSameClock(recordedAwakeMs, recordedAtMs), recordedAtMs), untilMs }
  }
  // The clock may have been set between two sends too.
  const firstMs = Math.min(sent.firstMs, sent.lastMs)
  return { fromMs: since(isSameClock(sale.sentAwakeMs, sent.lastMs), firstMs), untilMs }
}

const EARLIER_READ = 20

/** When the bank received the last sale that was sent before this one; before any time where it is not known. */
function receivedBefore({ store, reads, zone, clock }: DeliveryContext, sale: SaleRow): number {
  const { terminalId, recordedAwakeMs } = asRecorded(store, sale)
  const earlier = reads.newestSent(
    sale.destination,
    terminalId,
    EARLIER_READ,
    sale.sentAwakeMs ?? recordedAwakeMs,
  )
  for (const { state, record } of earlier) {
    const received = state === 'accepted' ? parseServiceTime(record?.timeReceived ?? '') : undefined
    if (received !== undefined) return serviceTimeToMs(received, zone.offsetMinutes(clock.wallNowMs()))
  }
  return Number.NEGATIVE_INFINITY
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
