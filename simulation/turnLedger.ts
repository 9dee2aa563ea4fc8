import type { SaleRow } from '../electron/outbox/rules/saleRow.ts'
import type { Written } from './modelStore.ts'

/**
 * Detects claims that passed earlier sendable sales: allowed only for a sale recorded just now, and never twice without
 * an earlier one in between, unless the backlog's search is put off. Nothing here comes from turns.ts.
 */
export interface TurnLedger {
  written(written: Written): void
}

const JUST_NOW_MS = 60_000
/** From this many on, sending may have stopped, and other rules choose the sale (stopLedger.ts). */
const MAY_BE_STOPPED = 3

export function createTurnLedger(
  rows: () => Iterable<SaleRow>,
  violated: (invariant: 'wrongTurn', transactionId: string, detail: string) => void,
  /** Whether a backlog may wait for its search, so that its turn would be lost. */
  maySearchBePutOff: () => boolean,
): TurnLedger {
  /** The last claim that passed others, until one of the waiting sales was claimed. */
  let past: SaleRow | null = null

  function goesPast(claimed: SaleRow): boolean {
    let unknownCount = 0
    let isPast = false
    for (const row of rows()) {
      if (row.destination.clientId !== claimed.destination.clientId) continue
      if (row.state === 'unknown') unknownCount += 1
      const isWaiting = row.state === 'queued' && row.dueAwakeMs <= (claimed.sentAwakeMs ?? 0)
      if (isWaiting && row.sequence < claimed.sequence) isPast = true
    }
    return isPast && unknownCount < MAY_BE_STOPPED
  }

  return {
    written: ({ before, after, event }) => {
      if (before?.state !== 'queued') return
      const last = past
      past = event === 'claimed' && goesPast(after) ? after : null
      if (past === null) return
      const { transactionId, recordedBoot, destination } = after
      const isSecond =
        last?.recordedBoot === recordedBoot && last.destination.clientId === destination.clientId
      if (isSecond && !maySearchBePutOff())
        violated('wrongTurn', transactionId, 'a second one in a row goes past earlier sales')
      const ageMs = (after.sentAwakeMs ?? 0) - after.recordedAwakeMs
      const isJustNow = ageMs <= JUST_NOW_MS && after.resendCount === 0 && after.unknownSinceAwakeMs === null
      if (!isJustNow)
        violated('wrongTurn', transactionId, 'it goes past earlier sales, and was not recorded just now')
    },
  }
}
