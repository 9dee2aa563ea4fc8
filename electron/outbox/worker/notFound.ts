import type { AnswerShape } from '../../gateway/answer.ts'
import { missShape } from '../rules/absence.ts'
import type { DeliveryContext } from './deliveryContext.ts'
import { wait, type Effect } from '../rules/effect.ts'
import { instantOf, passedMs, type Instant } from '../../instant.ts'
import { fits, learnTemplate, type MissTemplate, type Said } from '../rules/missTemplate.ts'
import { createNewCounter } from './newCounter.ts'
import type { Destination, SaleRow } from '../rules/saleRow.ts'
import { isSameReference } from '../rules/responseClassifier.ts'

/** A look-up without a record, in the shape of a "not found". */
export interface Miss extends Said {
  readonly destination: Destination
  /** When it was answered: a long time in between, from a slow disk too, makes the control too late. */
  readonly at: Instant
}

/**
 * Learns what "not found" looks like at this service, since that is undocumented: two references that cannot exist give
 * the structure, and a sale that the bank is known to have shows that the same call still finds records.
 */
export interface NotFoundShape {
  /** Whether a miss counts towards the absence of a sale that was sent: only with a control by the same call. */
  isBelieved(miss: Miss): Effect<boolean>
  /**
   * Whether a miss releases a sale that was never sent. Any record that a read showed is a control, once the same call
   * has found one; if the bank has no record of this client at all, its complete lists count instead.
   */
  isBelievedBeforeSend(miss: Miss, terminalId: string): Effect<boolean>
  /** Another client or another connection: what was learned may not hold there. */
  forget(): void
}

/** Largest distance between the positive control and the miss, ms. */
const CONTROL_WITHIN_MS = 60_000
/** A control lost in the network is tried again within that minute. */
const CONTROL_TRIES_MAX = 5
/** Long enough that no till ever made such a reference. */
const RANDOM_REFERENCE_BYTES = 16

interface Learned {
  readonly clientId: string
  readonly template: MissTemplate
  /** When the same call last found a record: it does not give these words to every request. */
  readonly confirmedAt: Instant | null
}

export function createNotFoundShape(context: DeliveryContext): NotFoundShape {
  const { service, store, reads, seen, clock, random } = context
  const newCounter = createNewCounter(context)
  let learned: Learned | null = null

  /** The shape of a miss; `isFound` if the bank has the reference; neither if the answer says nothing. */
  function* ask(
    transactionId: string,
    destination: Destination,
  ): Effect<{ readonly isFound: boolean; readonly shape: AnswerShape | null }> {
    // Another client's answers say nothing about this one's sales.
    if (service.clientId() !== destination.clientId) return { isFound: false, shape: null }
    const answer = yield* wait(service.status(transactionId))
    if (answer === 'notSignedIn') return { isFound: false, shape: null }
    const { result } = answer
    const isFound = result.ok && isSameReference(result.value.transactionId, transactionId)
    if (isFound) {
      seen.note(destination, transactionId)
      if (learned !== null) learned = { ...learned, confirmedAt: instantOf(clock) }
    }
    return { isFound, shape: missShape(answer) }
  }

  function* learn(destination: Destination): Effect<void> {
    learned = null
    const first = yield* askRandom(destination)
    const second = first === null ? null : yield* askRandom(destination)
    const template = first === null || second === null ? null : learnTemplate(first, second)
    learned = template === null ? null : { clientId: destination.clientId, template, confirmedAt: null }
  }

  function* askRandom(destination: Destination): Effect<Said | null> {
    const transactionId = randomReference()
    const { shape } = yield* ask(transactionId, destination)
    return shape === null ? null : { transactionId, shape }
  }

  function randomReference(): string {
    const digits = Array.from({ length: RANDOM_REFERENCE_BYTES }, () =>
      Math.floor(random.next() * 36).toString(36),
    )
    return `N${digits.join('').toUpperCase()}`
  }

  const isLearned = (miss: Miss): boolean =>
    learned !== null && learned.clientId === miss.destination.clientId && fits(learned.template, miss)

  /** Whether the answer has the structure for references that cannot exist. */
  function* hasShape(miss: Miss): Effect<boolean> {
    if (!isLearned(miss)) yield* learn(miss.destination)
    return isLearned(miss)
  }

  /** Whether the same call finds a known record within the minute. */
  function* findsStill(transactionId: string, { destination, at }: Miss): Effect<boolean> {
    for (let tries = 0; tries < CONTROL_TRIES_MAX; tries += 1) {
      const control = yield* ask(transactionId, destination)
      if (passedMs(clock, at) > CONTROL_WITHIN_MS) return false
      if (control.isFound) return true
      // An answer that misses a known record is worse than none: this call now finds nothing at all.
      if (control.shape !== null) return false
    }
    return false
  }

  return {
    isBelieved: function* (miss) {
      if (!(yield* hasShape(miss))) return false
      const known = reads.knownAtBank(miss.destination)
      if (known === undefined) return false
      if (!(yield* findsStill(referenceOf(known), miss))) return false
      return store.byTransactionId(known.transactionId)?.state === 'accepted'
    },
    isBelievedBeforeSend: function* (miss, terminalId) {
      if (!(yield* hasShape(miss))) return false
      const known = reads.knownAtBank(miss.destination)
      if (seen.last(miss.destination) === null && known === undefined) {
        const isNew = yield* newCounter.hasNoRecord(miss.destination, terminalId)
        if (isNew) return passedMs(clock, miss.at) <= CONTROL_WITHIN_MS
      }
      const last = seen.last(miss.destination)
      // The bank has shown this very sale: missing it now is no absence.
      if (last !== null && isSameReference(last.transactionId, miss.transactionId)) return false
      const isYoung = last !== null && passedMs(clock, last.at) <= CONTROL_WITHIN_MS
      const confirmedAt = learned?.confirmedAt ?? null
      const isConfirmed = confirmedAt !== null && passedMs(clock, confirmedAt) <= CONTROL_WITHIN_MS
      if (isYoung && isConfirmed) return passedMs(clock, miss.at) <= CONTROL_WITHIN_MS
      const control = last?.transactionId ?? (known === undefined ? undefined : referenceOf(known))
      return control !== undefined && (yield* findsStill(control, miss))
    },
    forget: () => {
      learned = null
      newCounter.forget()
    },
  }
}

/** As the bank knows it: the row may have been changed in the file. */
function referenceOf(known: SaleRow): string {
  return known.record?.transactionId ?? known.transactionId
}
