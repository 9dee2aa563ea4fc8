import type { SaleRow } from '../../electron/outbox/rules/saleRow.ts'
import type { Written } from './modelStore.ts'
import { isMade } from './plan.ts'

/**
 * Detects claims that passed earlier sendable sales: allowed only for a sale recorded just now, and never twice without
 * an earlier one in between, unless the backlog's search is put off. And the other way round: while a sale recorded just
 * now waits, no two of the backlog are claimed in a row. Nothing here comes from turns.ts.
 */
export interface TurnLedger {
  written(written: Written): void
  /** A fault: what was recorded until now may have to wait for more than its turn. */
  unwell(): void
  /** The file was opened again: no row of before, or of the same moment, counts as recorded just now. */
  reopened(): void
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
  /** The new sales that the last claim of a backlog left waiting. */
  let left: readonly SaleRow[] = []
  let ownBoot = ''
  /** Later sales met no fault. */
  let unwellUpTo = 0
  /** The moment of the first sale recorded since the file was last opened again; awake ms. */
  let reopenedAwakeMs = -1
  let isReopened = false

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

  const isYoung = (row: SaleRow, nowAwakeMs: number): boolean =>
    row.recordedBoot === ownBoot &&
    nowAwakeMs - row.recordedAwakeMs < JUST_NOW_MS &&
    row.recordedAwakeMs > reopenedAwakeMs

  /** Made here, and never in doubt: one that is not may be asked about in vain, which takes the turn of all new ones. */
  const isAskedNever = (row: SaleRow): boolean =>
    isMade(row.transactionId) &&
    row.resendCount === 0 &&
    row.unknownSinceAwakeMs === null &&
    row.askSinceAwakeMs === null

  /** New sales that could have been claimed instead of one of the backlog. */
  function leftBehind(claimed: SaleRow): readonly SaleRow[] {
    const nowAwakeMs = claimed.sentAwakeMs ?? 0
    // One recorded as the file was opened again is of either line.
    const isOfEither = claimed.recordedBoot === ownBoot && claimed.recordedAwakeMs === reopenedAwakeMs
    if (isOfEither || isYoung(claimed, nowAwakeMs)) return []
    const own = [...rows()].filter((row) => row.destination.clientId === claimed.destination.clientId)
    if (own.filter(({ state }) => state === 'unknown').length >= MAY_BE_STOPPED) return []
    const young = own.filter((row) => row.state === 'queued' && isYoung(row, nowAwakeMs))
    if (!young.every(isAskedNever)) return []
    return young.filter(
      (row) => row.dueAwakeMs <= nowAwakeMs && row.sequence > Math.max(claimed.sequence, unwellUpTo),
    )
  }

  function unwell(): void {
    for (const { sequence } of rows()) unwellUpTo = Math.max(unwellUpTo, sequence)
  }

  function checkBacklog({ before, after, event }: Written): void {
    if (before === null) ownBoot = after.recordedBoot
    if (before === null && isReopened) {
      reopenedAwakeMs = after.recordedAwakeMs
      isReopened = false
    }
    // Nothing of it left, so it keeps its turn.
    if (event === 'provenUnsent') left = []
    if (event !== 'claimed') return
    const leftBefore = left
    left = leftBehind(after)
    // The same row: nothing delayed it in between.
    const again = left.find((row) => leftBefore.includes(row))
    if (again !== undefined)
      violated('wrongTurn', again.transactionId, 'two earlier sales in a row go before it')
  }

  return {
    unwell,
    reopened: () => {
      unwell()
      isReopened = true
    },
    written: (written) => {
      checkBacklog(written)
      const { before, after, event } = written
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
