import type { DeliveryContext } from './deliveryContext.ts'
import { missShape } from './absence.ts'
import { wait, type Course } from './eventual.ts'
import { passedMs, type Instant } from './instant.ts'
import type { Destination } from './saleRow.ts'
import { isSameReference } from './verdicts.ts'

/**
 * Knows what "not found" looks like at this service, because nothing says so (design §5.4): two references that cannot
 * exist give the shape, and a sale that the bank is known to have shows that the same call still finds things.
 */
export interface NotFoundShape {
  /**
   * Whether a miss of this shape says that the bank does not have the sale.
   * @param missedAt when it was answered: what came in between, a slow disk as well, makes the control too late
   */
  isBelieved(shape: string, destination: Destination, missedAt: Instant): Course<boolean>
  /** Another client or another way to the bank: what was learned may not hold there. */
  forget(): void
}

/** The positive control counts only so close to the miss (design §5.4), ms. */
const CONTROL_WITHIN_MS = 60_000
/** A control that the network ate is tried again within that minute. */
const CONTROL_TRIES_MAX = 5
/** Enough characters that no till ever made such a reference. */
const RANDOM_REFERENCE_BYTES = 16

export function createNotFoundShape(context: DeliveryContext): NotFoundShape {
  const { service, store, reads, clock, random } = context
  let learned: string | null = null

  /** The shape of a miss; `isFound` where the bank has the reference; neither where the answer says nothing. */
  function* ask(
    transactionId: string,
    clientId: string,
  ): Course<{ readonly isFound: boolean; readonly shape: string | null }> {
    // Another client's answers say nothing of this one's sales.
    if (service.clientId() !== clientId) return { isFound: false, shape: null }
    const answer = yield* wait(service.status(transactionId))
    if (answer === 'notSignedIn') return { isFound: false, shape: null }
    const { result } = answer
    return {
      isFound: result.ok && isSameReference(result.value.transactionId, transactionId),
      shape: missShape(answer, transactionId),
    }
  }

  function* learn(clientId: string): Course<void> {
    learned = null
    const { shape } = yield* ask(randomReference(), clientId)
    if (shape === null) return
    const second = yield* ask(randomReference(), clientId)
    if (second.shape === shape) learned = shape
  }

  function randomReference(): string {
    const digits = Array.from({ length: RANDOM_REFERENCE_BYTES }, () =>
      Math.floor(random.next() * 36).toString(36),
    )
    return `N${digits.join('').toUpperCase()}`
  }

  return {
    isBelieved: function* (shape, destination, missedAt) {
      if (shape !== learned) yield* learn(destination.clientId)
      if (shape !== learned) return false
      const known = reads.knownAtBank(destination)
      if (known === undefined) return false
      for (let tries = 0; tries < CONTROL_TRIES_MAX; tries += 1) {
        const control = yield* ask(known.transactionId, destination.clientId)
        if (passedMs(clock, missedAt) > CONTROL_WITHIN_MS) return false
        if (control.isFound) return store.byTransactionId(known.transactionId)?.state === 'accepted'
        // An answer that does not find it is worse than none: this call finds nothing at all now.
        if (control.shape !== null) return false
      }
      return false
    },
    forget: () => {
      learned = null
    },
  }
}
