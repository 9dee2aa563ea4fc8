import type { DeliveryContext } from './deliveryContext.ts'
import { wait, type Effect } from '../rules/effect.ts'
import { observeRecords } from './observed.ts'
import { asRecorded } from '../store/factsStore.ts'
import type { SaleRow } from '../rules/saleRow.ts'
import { DAY_MS, daysSince } from './searchDays.ts'
import { isWholeBut } from '../../gateway/pagedReader.ts'
import { isSameReference, mayBeRecordOf } from '../rules/responseClassifier.ts'
import type { Verifier } from './verifier.ts'

/** A paid sale was paid at about the time of its recording. */
const DAYS_BACK = 7
/** By the time the last list is read, the first may have what it lacked. */
const READ_FOR_MS_MAX = 2 * 60_000
/** A minute's reading at two requests a second. For a client with more, only the sale's own terminal is read. */
const TERMINALS_MAX = 50

export interface ListParts {
  readonly context: DeliveryContext
  readonly verifier: Pick<Verifier, 'isSaidEmpty'>
}

/** What complete lists of its terminal, and of the client's others if those are few, say about a sale. */
export type SaidByLists = 'shown' | 'lacking' | 'unknown'

export function* askLists({ context, verifier }: ListParts, sale: SaleRow): Effect<SaidByLists> {
  const { service, clock, awake } = context
  const isClient = (): boolean => service.clientId() === sale.destination.clientId
  if (!isClient()) return 'unknown'
  const { recordedAtMs, transactionId, terminalId: own } = asRecorded(context.store, sale)
  const fromMs = Math.min(recordedAtMs, clock.wallNowMs())
  const begunAwakeMs = awake.nowMs()
  const listed = yield* wait(service.terminalIds(TERMINALS_MAX))
  if (listed === 'unread') return 'unknown'
  const others = listed === 'tooMany' ? [] : listed
  for (const terminalId of new Set([own, ...others])) {
    // Another client's empty list would wrongly show absence.
    if (!isClient()) return 'unknown'
    const read = yield* wait(
      service.searchAll({
        terminalId,
        ...daysSince(context, fromMs - DAYS_BACK * DAY_MS),
      }),
    )
    if (read === 'notSignedIn') return 'unknown'
    yield* observeRecords(context, sale.destination, read.rows)
    if (read.rows.some((record) => isSameReference(record.transactionId, transactionId))) return 'shown'
    const isSaidEmpty = read.error !== null && read.pagesRead === 0 && verifier.isSaidEmpty(read.error)
    if (!isSaidEmpty && !isWholeBut(read, (row) => mayBeRecordOf(transactionId, row))) return 'unknown'
  }
  const isYoung = awake.nowMs() - begunAwakeMs <= READ_FOR_MS_MAX && begunAwakeMs > awake.wokeAtMs()
  return isYoung ? 'lacking' : 'unknown'
}
