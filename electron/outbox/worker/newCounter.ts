import type { DeliveryContext } from './deliveryContext.ts'
import { wait, type Effect } from '../rules/effect.ts'
import { observeRecords } from './observed.ts'
import { passedMs, instantOf, type Instant } from '../../instant.ts'
import type { Destination } from '../rules/saleRow.ts'
import { DAY_MS, daysSince } from './searchDays.ts'

/** A client without any record at the bank, as on a first day: a positive control has nothing to ask for. */
export interface NewCounter {
  /** Whether complete lists of all its terminals over the last week have no record. */
  hasNoRecord(destination: Destination, terminalId: string): Effect<boolean>
  forget(): void
}

const DAYS_BACK = 7
/** A client with more terminals is not new. */
const TERMINALS_MAX = 25
/** How long empty lists count, as a control does: another counter may be paid for the slip meanwhile. */
const COUNTS_FOR_MS = 60_000

export function createNewCounter(context: DeliveryContext): NewCounter {
  const { service, seen, clock } = context
  let empty: { readonly clientId: string; readonly terminalId: string; readonly at: Instant } | null = null

  const isKnownEmpty = (destination: Destination, terminalId: string): boolean =>
    empty !== null &&
    empty.clientId === destination.clientId &&
    empty.terminalId === terminalId &&
    passedMs(clock, empty.at) <= COUNTS_FOR_MS

  /** @returns the terminals whose lists must be empty, or null if that cannot be known */
  function* terminalsOf(destination: Destination, own: string): Effect<readonly string[] | null> {
    if (service.clientId() !== destination.clientId) return null
    const listed = yield* wait(service.terminalIds(TERMINALS_MAX))
    return typeof listed === 'string' ? null : [...new Set([own, ...listed])]
  }

  return {
    hasNoRecord: function* (destination, terminalId) {
      if (seen.last(destination) !== null) return false
      if (isKnownEmpty(destination, terminalId)) return true
      const terminals = yield* terminalsOf(destination, terminalId)
      if (terminals === null) return false
      for (const each of terminals) {
        if (service.clientId() !== destination.clientId) return false
        const read = yield* wait(
          service.searchAll({
            terminalId: each,
            ...daysSince(context, clock.wallNowMs() - DAYS_BACK * DAY_MS),
          }),
        )
        if (read === 'notSignedIn') return false
        yield* observeRecords(context, destination, read.rows)
        if (read.rows.length > 0 || read.incompleteReason !== null) return false
      }
      if (seen.last(destination) !== null) return false
      // Counted from the end of the reading: on a slow line reading takes longer than the minute, and would never end.
      empty = { clientId: destination.clientId, terminalId, at: instantOf(clock) }
      return true
    },
    forget: () => {
      empty = null
    },
  }
}
