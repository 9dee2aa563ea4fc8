import type { PreSendQuery } from './preSendQuery.ts'
import { holdChanged } from './changedFacts.ts'
import type { DeliveryContext } from './deliveryContext.ts'
import type { Effect } from '../rules/effect.ts'
import type { Gate } from './gate.ts'
import type { NextSale } from './nextSale.ts'
import { createRefusedClaims } from '../store/refusedClaims.ts'
import type { SaleRow } from '../rules/saleRow.ts'
import { send } from './send.ts'
import { unsendableBecause } from '../rules/sendable.ts'
import { markedStopOf, type CleanReads } from './stop.ts'
import type { Turns } from './turns.ts'

/** Sends the next sale, or holds it, or asks the bank about it first. */
export interface Sender {
  sendOne(next: NextSale): Effect<void>
  /** Monotonic ms; null before the first send. */
  lastSendAtMs(): number | null
}

export interface SenderParts {
  readonly gate: Gate
  readonly cleanReads: CleanReads
  readonly preSendQuery: PreSendQuery
  readonly turns: Pick<Turns, 'taken'>
}

export function createSender(
  context: DeliveryContext,
  { gate, cleanReads, preSendQuery, turns }: SenderParts,
): Sender {
  const { service, store, clock } = context
  const refusedClaims = createRefusedClaims()
  let lastSendAtMs: number | null = null
  /** Called when the outcome of a send is written: marks a stop that it causes or joins in the same turn. */
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
    const heldReason = unsendableBecause(sale, context.profile.transactionIdPattern)
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
    // One whose turn it was and that did not leave keeps it; one that goes past it does not, even where the file refuses
    // what became of it.
    if (isPastEarlier) turns.taken(true)
    const event = yield* send(sendContext, numbered, () => gate.isOpen(generation))
    if (event !== 'notClaimed' && event !== 'notSent') turns.taken(isPastEarlier)
    if (event === 'notClaimed') refusedClaims.note(numbered)
    if (event === 'acceptedByAnswer') return
    gate.close()
    cleanReads.forget()
  }

  /** Written before the send: after a crash the next trial must not come sooner. */
  function withTrialNumber(sale: SaleRow, trialNumber: number): SaleRow | undefined {
    if (sale.trialNumber === trialNumber) return sale
    store.note(sale, { trialNumber }, context.now())
    return store.byTransactionId(sale.transactionId)
  }

  return { sendOne, lastSendAtMs: () => lastSendAtMs }
}
