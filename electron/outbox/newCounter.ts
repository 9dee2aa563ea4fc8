import type { DeliveryContext } from './deliveryContext.ts'
import { wait, type Course } from './eventual.ts'
import { observeRecords } from './observed.ts'
import { passedMs, instantOf, type Instant } from '../instant.ts'
import type { Destination } from './saleRow.ts'
import { DAY_MS, daysSince } from './searchDays.ts'

/**
 * A client of whom the bank has no record yet, as on the first day of a counter: there is nothing that a positive
 * control could ask for.
 */
export interface NewCounter {
  /** Whether complete lists of all its terminals over the last week, read to their ends, hold not one record. */
  hasNoRecord(destination: Destination, terminalId: string): Course<boolean>
  forget(): void
}

const DAYS_BACK = 7
/** A client with more terminals than this is no new one. */
const TERMINALS_MAX = 25
/** So long its empty lists are not read again, as a control counts: another counter may be paid for the slip meanwhile. */
const COUNTS_FOR_MS = 60_000

export function createNewCounter(context: DeliveryContext): NewCounter {
  const { service, seen, clock } = context
  let empty: { readonly clientId: string; readonly terminalId: string; readonly at: Instant } | null = null

  const isKnownEmpty = (destination: Destination, terminalId: string): boolean =>
    empty !== null &&
    empty.clientId === destination.clientId &&
    empty.terminalId === terminalId &&
    passedMs(clock, empty.at) <= COUNTS_FOR_MS

  /** @returns the terminals whose lists have to be empty, or null where that cannot be known */
  function* terminalsOf(destination: Destination, own: string): Course<readonly string[] | null> {
    if (service.clientId() !== destination.clientId) return null
    const listed = yield* wait(service.terminalIds(TERMINALS_MAX))
    return typeof listed === 'string' ? null : [...new Set([own, ...listed])]
  }

  return {
    hasNoRecord: function* (destination, terminalId) {
      // A single record ends it.
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
      // From their end: on a slow line they take longer than they count, and would be read for ever.
      empty = { clientId: destination.clientId, terminalId, at: instantOf(clock) }
      return true
    },
    forget: () => {
      empty = null
    },
  }
}
