import { isMadeTransactionId } from '../../shared/transactionId.ts'
import { missShape } from './absence.ts'
import type { DeliveryContext } from './deliveryContext.ts'
import { wait, type Course } from './eventual.ts'
import { observeRecords } from './evidence.ts'
import { instantOf, passedMs, type Instant } from './instant.ts'
import type { SaleRow } from './saleRow.ts'

/** A sale older than this, or of an earlier run, is looked for at the bank before its first send (design §5.3). */
export const YOUNG_MS = 60_000
/** So long an answer counts. */
const ASKED_FOR_MS = 30_000
/** A computer's clock that is further off than this is wrong. */
const CLOCK_ERROR_MS_MAX = 10 * 60_000

/** Which sales the bank is asked about by their reference right before they are sent, and its answers. */
export interface AskFirst {
  /** Whether it has to be asked, and was not a moment ago. */
  isDue(sale: SaleRow): boolean
  /** Asks for it; a record that is there settles the sale. */
  ask(sale: SaleRow): Course<void>
  /** What the service's Date header says of this computer's clock. */
  takeClock(serverDate: string | null): void
  /** The way to the bank changed: no answer from before counts. */
  forget(): void
}

export function createAskFirst(context: DeliveryContext): AskFirst {
  const { service, store, host, clock, awake } = context
  /** When the bank last answered that it does not show a sale. */
  const asked = new Map<string, Instant>()
  /** How far this computer's clock is from the service's own, ms; null until one was seen. */
  let clockErrorMs: number | null = null

  /** The search before a first send goes by days, and a clock that is or was wrong makes it look at the wrong ones. */
  function isDateDoubtful(sale: SaleRow): boolean {
    const isOfThisRun = sale.recordedBoot === context.boot && sale.sendCount === 0
    // A service that gives no time of its own leaves this computer's clock unconfirmed.
    const isClockWrong = clockErrorMs === null || Math.abs(clockErrorMs) > CLOCK_ERROR_MS_MAX
    const isFromTheFuture = sale.recordedAtMs > clock.wallNowMs() + CLOCK_ERROR_MS_MAX
    return (
      !(isOfThisRun && awake.nowMs() - sale.recordedAwakeMs < YOUNG_MS) && (isClockWrong || isFromTheFuture)
    )
  }

  /**
   * A reference that was typed or scanned is on a slip, and the same slip may have been entered at another counter or
   * in another copy of this file, a moment ago. The bank would pay it again.
   */
  const isReferenceShared = (sale: SaleRow): boolean => !isMadeTransactionId(sale.transactionId)

  function isAsked(sale: SaleRow): boolean {
    const at = asked.get(sale.transactionId)
    return at !== undefined && passedMs(clock, at) < ASKED_FOR_MS
  }

  return {
    isDue: (sale) => (isDateDoubtful(sale) || isReferenceShared(sale)) && !isAsked(sale),
    ask: function* (sale) {
      const answer = yield* wait(service.status(sale.transactionId))
      if (answer === 'notSignedIn') return
      const { result } = answer
      if (result.ok) observeRecords(context, sale.destination, [result.value])
      else if (missShape(answer, sale.transactionId) === null) {
        host.failed(result.error)
        return
      }
      const isUnchanged = store.byTransactionId(sale.transactionId)?.version === sale.version
      if (isUnchanged) asked.set(sale.transactionId, instantOf(clock))
    },
    takeClock: (serverDate) => {
      const serverMs = serverDate === null ? Number.NaN : Date.parse(serverDate)
      if (!Number.isNaN(serverMs)) clockErrorMs = clock.wallNowMs() - serverMs
    },
    forget: () => asked.clear(),
  }
}
