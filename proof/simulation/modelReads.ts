import type { DeliveryReads } from '../../electron/outbox/worker/context.ts'
import type { Destination } from '../../electron/gateway/destination.ts'
import type { SaleRow } from '../../electron/outbox/rules/saleRow.ts'
import { mayBeTrial } from '../../electron/outbox/worker/stop.ts'
import { isMadeTransactionId } from '../../shared/transactionId.ts'

export const isOf = (row: SaleRow, destination: Destination): boolean =>
  row.destination.clientId === destination.clientId

const isLookedUp = ({ state, heldReason, unknownSinceAwakeMs }: SaleRow): boolean =>
  (state === 'held' && heldReason === 'bankUnclear') ||
  (state === 'held' && heldReason === 'factsChanged' && unknownSinceAwakeMs !== null) ||
  state === 'unknown' ||
  state === 'review' ||
  state === 'refused' ||
  state === 'cancelled' ||
  state === 'writtenOff'

/** As newestSent of saleReadStore.ts has it. */
const SHOWS_NOTHING: readonly SaleRow['state'][] = ['queued', 'sending', 'held', 'cancelled']

/** As OPEN of saleConditions.ts has it. */
const OPEN_STATES: readonly SaleRow['state'][] = [
  'queued',
  'sending',
  'unknown',
  'review',
  'conflict',
  'held',
]

/** As RECENTLY_PAID of saleReadStore.ts has it. */
const PAID_MAX = 40

const isFollowedUp = ({ state, datePaid }: SaleRow): boolean => state === 'accepted' && datePaid === null

/** The queries of saleReadStore.ts over rows in memory. */
export function createModelReads(
  all: () => readonly SaleRow[],
): Omit<DeliveryReads, 'differenceTold' | 'sentBetweenMs'> {
  /** @returns the earliest due time of the matching sales of a destination, due by or after a moment */
  function earliest(
    destination: Destination,
    matches: (row: SaleRow) => boolean,
    fromMs: number,
    untilMs: number,
  ): SaleRow | undefined {
    let best: SaleRow | undefined
    for (const row of all()) {
      const { dueAwakeMs } = row
      if (dueAwakeMs < fromMs || dueAwakeMs > untilMs || !matches(row) || !isOf(row, destination)) continue
      if (best === undefined || dueAwakeMs < best.dueAwakeMs) best = row
    }
    return best
  }
  const isTyped = ({ transactionId }: Pick<SaleRow, 'transactionId'>): boolean =>
    !isMadeTransactionId(transactionId)
  const isWaiting = (row: SaleRow): boolean => row.state === 'queued' || isLookedUp(row)
  const isNext = (row: SaleRow, destination: Destination, nowAwakeMs: number): boolean =>
    row.state === 'queued' && row.dueAwakeMs <= nowAwakeMs && isOf(row, destination)

  return {
    leftSending: () => all().filter((row) => row.state === 'sending'),
    held: () => all().filter((row) => row.state === 'held'),
    knownAtBank: (destination, suits = () => true) =>
      all().findLast(
        (row) =>
          row.state === 'accepted' &&
          row.record !== null &&
          suits(row.record.transactionId) &&
          isOf(row, destination),
      ),
    isTaken: (destination, { amountKobo, terminalId }, reference) =>
      all().some(
        (row) =>
          row.state === 'accepted' &&
          row.amountKobo === amountKobo &&
          row.terminalId === terminalId &&
          row.record?.transactionId === reference &&
          isOf(row, destination),
      ),
    nextQueued: (destination, nowAwakeMs) => all().find((row) => isNext(row, destination, nowAwakeMs)),
    nextQueuedElsewhere: (destination, terminalId, nowAwakeMs) =>
      all().find((row) => isNext(row, destination, nowAwakeMs) && row.terminalId !== terminalId),
    nextRecordedSince: (destination, { boot, sinceAwakeMs, otherThanTerminalId }, nowAwakeMs) =>
      all().find(
        (row) =>
          isNext(row, destination, nowAwakeMs) &&
          row.recordedBoot === boot &&
          row.recordedAwakeMs >= sinceAwakeMs &&
          row.terminalId !== otherThanTerminalId,
      ),
    nextTrial: (destination, terminalId, nowAwakeMs) =>
      all().find(
        (row) =>
          isNext(row, destination, nowAwakeMs) &&
          row.terminalId === terminalId &&
          mayBeTrial(row, isTyped(row)),
      ),
    isTyped,
    nextLookUp: (destination, nowAwakeMs) => earliest(destination, isLookedUp, -Infinity, nowAwakeMs),
    nextOpenDueMs: (destination, nowAwakeMs) =>
      earliest(destination, isWaiting, nowAwakeMs + 1, Infinity)?.dueAwakeMs ?? null,
    nextFollowUp: (destination, nowAwakeMs) => earliest(destination, isFollowedUp, -Infinity, nowAwakeMs),
    followUpsUntil: (destination, terminalId, untilMs) =>
      all().filter(
        (row) =>
          isFollowedUp(row) &&
          isOf(row, destination) &&
          row.terminalId === terminalId &&
          row.dueAwakeMs <= untilMs,
      ),
    recentlyPaid: (destination) =>
      all()
        .filter((row) => row.state === 'accepted' && row.datePaid !== null && isOf(row, destination))
        .slice(-PAID_MAX)
        .map(({ record, datePaid }) => ({
          timeReceived: record?.timeReceived ?? '',
          datePaid: datePaid ?? '',
        })),
    earliestFollowUpDueMs: (destination) =>
      earliest(destination, isFollowedUp, -Infinity, Infinity)?.dueAwakeMs ?? null,
    hasOpen: () => all().some(({ state }) => OPEN_STATES.includes(state)),
    backlog: (destination, terminalId) => {
      const queued = all().filter(
        (row) => row.state === 'queued' && row.terminalId === terminalId && isOf(row, destination),
      )
      const newest = queued.at(-1)
      if (newest === undefined) return undefined
      return {
        oldestAtMs: Math.min(...queued.map((row) => row.recordedAtMs)),
        newestSequence: newest.sequence,
      }
    },
    unknownCount: (destination) =>
      all().reduce((count, row) => count + (row.state === 'unknown' && isOf(row, destination) ? 1 : 0), 0),
    unknownOf: (destination) => all().filter((row) => row.state === 'unknown' && isOf(row, destination)),
    unmarkedUnknownCount: (destination) =>
      all().filter((row) => row.state === 'unknown' && !row.inStop && isOf(row, destination)).length,
    unknownDestinations: () => {
      const unknown = all().filter((row) => row.state === 'unknown')
      return [
        ...new Map(unknown.map(({ destination }) => [JSON.stringify(destination), destination])).values(),
      ]
    },
    terminalOfUnknown: (destination, countMin) => {
      const counts = new Map<string, number>()
      for (const row of all())
        if (row.state === 'unknown' && isOf(row, destination))
          counts.set(row.terminalId, (counts.get(row.terminalId) ?? 0) + 1)
      const [most] = [...counts].toSorted(([, left], [, right]) => right - left)
      return most === undefined || most[1] < countMin ? undefined : most[0]
    },
    newestSent: (destination, terminalId, limit, beforeAwakeMs) =>
      all()
        .filter(
          (row) =>
            row.sendCount > 0 &&
            row.terminalId === terminalId &&
            (row.sentAwakeMs ?? 0) < (beforeAwakeMs ?? Number.MAX_SAFE_INTEGER) &&
            !SHOWS_NOTHING.includes(row.state) &&
            isOf(row, destination),
        )
        .toSorted(
          (left, right) =>
            (right.sentAwakeMs ?? 0) - (left.sentAwakeMs ?? 0) || right.sequence - left.sequence,
        )
        .slice(0, limit),
  }
}
