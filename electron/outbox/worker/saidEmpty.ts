import { addDays, dayOf, daysBetween } from '../../../shared/serviceTime.ts'
import type { GatewayError } from '../../gateway/answer.ts'
import { mayMeanNothing } from '../rules/absence.ts'
import { wait, type Effect } from '../rules/effect.ts'
import type { Destination } from '../rules/saleRow.ts'
import type { DeliveryContext } from './deliveryContext.ts'
import { daysToAsk } from './searchDays.ts'
import type { SearchWindow } from './service.ts'

/**
 * The answer to an empty search is undocumented (docs/service.md 4.8); some services say no. It is learned like "not
 * found": a day before the service existed must get the same words, and as many days as were asked for, with a known sale
 * of ours, must not. A bank that refuses each search, or too many days, gives those the same words too. This takes some
 * minutes, since a busy service has words of its own.
 */
export interface SaidEmpty {
  /** Asks whether this answer to a search means an empty list. */
  learn(destination: Destination, window: SearchWindow, said: GatewayError): Effect<boolean>
  /** Whether an error has the words that were learned to mean an empty list. */
  isSaidEmpty(error: GatewayError): boolean
  forget(): void
}

const LONG_AGO = '2000-01-01'
/** One "no", or even two in a row, may mean "busy": the same words must come this often, this far apart. */
const SAID_COUNT_MIN = 3
const SAID_APART_MS = 60_000
const NOTHING_SAID = { words: '', count: 0, atMs: 0, isProven: false } as const

export function createSaidEmpty({ service, reads, awake }: DeliveryContext): SaidEmpty {
  /** The words of an empty search so far, their count and last time (awake ms), and whether they were proven. */
  let heard: {
    readonly words: string
    readonly count: number
    readonly atMs: number
    readonly isProven: boolean
  } = NOTHING_SAID

  function* provesEmpty(
    destination: Destination,
    { terminalId, dateFrom, dateTo }: SearchWindow,
    said: GatewayError,
  ): Effect<boolean> {
    const longAgo = yield* wait(service.searchOne({ terminalId, ...daysToAsk(LONG_AGO, LONG_AGO) }))
    if (longAgo === 'notSignedIn' || longAgo.result.ok) return false
    const words = JSON.stringify(said)
    if (JSON.stringify(longAgo.result.error) !== words || !isSaidAgain(words)) return false
    const known = reads.knownAtBank(destination)
    if (known?.record == null) return false
    const day = dayOf(known.record.timeReceived)
    if (day === undefined || service.clientId() !== destination.clientId) return false
    // As the bank knows it: the row may have been changed in the file.
    const { terminalId: knownTerminalId } = known.record
    const near = daysToAsk(day, day)
    const asWide = addDays(near.dateTo, -daysBetween(dateFrom, dateTo))
    const control = yield* wait(
      service.searchOne({
        terminalId: knownTerminalId,
        dateFrom: asWide < near.dateFrom ? asWide : near.dateFrom,
        dateTo: near.dateTo,
      }),
    )
    return control !== 'notSignedIn' && control.result.ok && control.result.value.rows.length > 0
  }

  function isSaidAgain(words: string): boolean {
    const nowMs = awake.nowMs()
    if (words !== heard.words) heard = { words, count: 1, atMs: nowMs, isProven: false }
    else if (nowMs - heard.atMs >= SAID_APART_MS) heard = { ...heard, count: heard.count + 1, atMs: nowMs }
    return heard.count >= SAID_COUNT_MIN
  }

  return {
    learn: function* (destination, window, said) {
      const isProven = yield* provesEmpty(destination, window, said)
      // Earlier belief ends if the control gets the same words.
      if (JSON.stringify(said) === heard.words) heard = { ...heard, isProven }
      return isProven
    },
    isSaidEmpty: (error) => mayMeanNothing(error) && JSON.stringify(error) === heard.words && heard.isProven,
    forget: () => {
      heard = NOTHING_SAID
    },
  }
}
