import type { PreSendQuery } from './preSendQuery.ts'
import type { DeliveryContext } from './context.ts'
import { type Effect, wait } from '../../work/effect.ts'
import type { NextSale, Turns } from './saleOrder.ts'
import { createRefusedClaims } from '../store/refusedClaims.ts'
import type { SaleRow } from '../rules/saleRow.ts'
import { unsendableBecause } from '../rules/sendable.ts'
import { markedStopOf } from './stop.ts'
import { NOTHING_LEFT } from '../../gateway/answer.ts'
import { backOffMs, followUpDelayMs, lookUpDelayMs } from '../rules/delays.ts'
import { isHostFailure } from './service.ts'
import { observeOwed } from './shownRecords.ts'
import type { SalePatch } from '../rules/change.ts'
import { judgeSend, type SendVerdict } from '../rules/responseClassifier.ts'
import type { FactsFound } from '../../storage/boundFacts.ts'

/** Sends the next sale, or holds it, or asks the bank about it first. */
export interface Sender {
  sendOne(next: NextSale): Effect<void>
  /** Monotonic ms; null before the first send. */
  lastSendAtMs(): number | null
}

export interface SenderParts {
  readonly preSendQuery: PreSendQuery
  readonly turns: Pick<Turns, 'taken'>
}

export function createSender(context: DeliveryContext, { preSendQuery, turns }: SenderParts): Sender {
  const { service, store, clock } = context
  const refusedClaims = createRefusedClaims()
  let lastSendAtMs: number | null = null
  /** Marks a stop in the turn in which a send's outcome starts or joins it. */
  const sendContext: DeliveryContext = {
    ...context,
    onSaleChanged: (transactionId) => {
      // Of the sale's own destination: its answer may come after a sign-out.
      const sale = store.byTransactionId(transactionId)
      if (sale !== undefined) markedStopOf(context, sale.destination)
      context.onSaleChanged(transactionId)
    },
  }

  function* sendOne({ sale, trialNumber, isPastEarlier }: NextSale): Effect<void> {
    const heldReason = unsendableBecause(sale, context.reads.isTyped(sale), context.profile)
    if (heldReason !== null) {
      // If the reason is a change from outside, a person decides.
      if (holdChanged(context, sale)) return
      store.apply(sale, 'foundUnsendable', { heldReason }, context.now(), heldReason)
      context.onSaleChanged(sale.transactionId)
      return
    }
    if (preSendQuery.isDue(sale)) {
      // The answer took time; the next step checks whether the gate is still open.
      yield* preSendQuery.ask(sale)
      // A sale in order keeps its turn unless it was delayed; one that would pass others does not.
      const isPutOff = store.byTransactionId(sale.transactionId)?.version !== sale.version
      if (preSendQuery.isDue(sale) && (isPastEarlier || isPutOff)) turns.taken(isPastEarlier)
      return
    }
    const numbered = withTrialNumber(sale, trialNumber)
    if (numbered === undefined) return
    lastSendAtMs = clock.monotonicNowMs()
    const generation = service.generation()
    // A sale that goes past earlier ones gives up its turn here, even if the file later refuses its outcome. A sale in
    // order keeps its turn until it leaves.
    if (isPastEarlier) turns.taken(true)
    const event = yield* send(sendContext, numbered, () => context.way.learned().gate.isOpen(generation))
    if (event !== 'notClaimed' && event !== 'notSent') turns.taken(isPastEarlier)
    if (event === 'notClaimed') refusedClaims.note(numbered)
    if (event === 'acceptedByAnswer') return
    const learned = context.way.learned()
    learned.gate.close()
    learned.cleanReads.forget()
  }

  /** Written before the send: after a crash the next trial must not come sooner. */
  function withTrialNumber(sale: SaleRow, trialNumber: number): SaleRow | undefined {
    if (sale.trialNumber === trialNumber) return sale
    store.note(sale, { trialNumber }, context.now())
    return store.byTransactionId(sale.transactionId)
  }

  return { sendOne, lastSendAtMs: () => lastSendAtMs }
}

/**
 * Sends one queued sale: claims it durably, makes exactly one wire attempt, and stores what that proved.
 * @param mayLeave asked once the claim is durable: a slow disk may have made the gate's answer too old
 * @returns what the attempt proved; `notClaimed` if the sale had changed; `notSent` if its facts had, if an answer has
 * just shown it, or if no client is signed in any more
 */
export function* send(
  context: DeliveryContext,
  sale: SaleRow,
  mayLeave: () => boolean,
): Effect<SendVerdict['event'] | 'notSent' | 'notClaimed'> {
  const { service, store, breaker, now, log, profile } = context
  // Token, client and claim are taken without a pause in between, so that no sale leaves under another client's token.
  const generation = service.generation()
  if (generation === null || service.clientId() !== sale.destination.clientId) return 'notSent'
  // An answer that is still being processed may have shown it.
  if (observeOwed(context, sale.transactionId)) return 'notSent'
  const claimed = store.claim(sale, context.boot, now())
  if (!claimed.ok) {
    if (claimed.error !== 'factsChanged') {
      // The store may have held it: its state was not the one recorded last.
      context.onSaleChanged(sale.transactionId)
      return 'notClaimed'
    }
    holdChanged(context, sale)
    return 'notSent'
  }
  const { sale: sending, attemptId } = claimed.value
  context.onSaleChanged(sale.transactionId)
  if (!mayLeave()) {
    const end = { attemptId, verdict: 'gateClosed', evidence: NOTHING_LEFT }
    store.apply(sending, 'provenUnsent', { dueAwakeMs: now().awakeMs }, now(), 'gateClosed', end)
    context.onSaleChanged(sale.transactionId)
    return 'notSent'
  }

  const answer = yield* wait(service.send(generation, sending))
  const verdict = judgeSend(answer, profile.outbox.unsentStatuses)
  const stored = store.apply(
    sending,
    verdict.event,
    patchOf(context, sending, verdict),
    now(),
    verdict.code,
    { attemptId, verdict: verdict.code, evidence: answer.evidence },
  )
  // Nothing else may change the row while it is `sending`.
  if (!stored.ok) throw new Error(`a sale that was being sent is ${stored.error}`)
  log('info', 'worker.sent', { verdict: verdict.code })
  context.onSaleChanged(sale.transactionId)

  if (answer.result.ok) breaker.succeeded()
  else if (isHostFailure(answer.result.error)) breaker.failed(answer.result.error)
  // The next GET finds a dead token by itself; this POST is never repeated.
  if (verdict.code === 'http:401') yield* wait(service.renewToken(generation))
  return verdict.event
}

function patchOf(context: DeliveryContext, sale: SaleRow, verdict: SendVerdict): SalePatch {
  const { wallMs, awakeMs } = context.now()
  switch (verdict.event) {
    case 'acceptedByAnswer':
      return {
        acceptedAtMs: wallMs,
        checkCount: 0,
        failureCount: 0,
        dueAwakeMs: awakeMs + followUpDelayMs(0, 0, context.payTimes.recent(sale.destination)),
      }
    case 'provenUnsent': {
      const failureCount = sale.failureCount + 1
      return { failureCount, dueAwakeMs: awakeMs + backOffMs(failureCount, context.random.next()) }
    }
    case 'outcomeUnknown':
      return {
        unknownSinceAwakeMs: awakeMs,
        notFoundCount: 0,
        lastNotFoundAwakeMs: null,
        checkCount: 0,
        dueAwakeMs: awakeMs + lookUpDelayMs('unknown', 0),
        ...(verdict.bankMessage === null ? {} : { bankMessage: verdict.bankMessage }),
      }
  }
}

/**
 * Holds a queued sale whose row differs from what the audit says was recorded: a person decides, and nothing is sent.
 * @returns whether it is such a sale
 */
export function holdChanged({ store, now, log, onSaleChanged }: DeliveryContext, sale: SaleRow): boolean {
  const found = store.compareFacts(sale)
  if (found.kind === 'same') return false
  const at = now()
  const patch = { heldReason: 'factsChanged', checkCount: 0, dueAwakeMs: at.awakeMs } as const
  store.apply(sale, 'foundChanged', patch, at, wordsOf(found))
  log('error', 'worker.factsChanged', { differs: wordsOf(found) })
  onSaleChanged(sale.transactionId)
  return true
}

/** Names of facts or a reason, never a value. */
function wordsOf(found: Exclude<FactsFound, { readonly kind: 'same' }>): string {
  return found.kind === 'changed' ? found.differs.join(' ') : found.why
}
