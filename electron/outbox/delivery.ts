import type { Result } from '../../shared/result.ts'
import type { GatewayError } from '../gateway/answer.ts'
import { mayMeanNothing } from './absence.ts'
import { createAskFirst } from './askFirst.ts'
import { holdChanged } from './changedFacts.ts'
import type { DeliveryContext } from './deliveryContext.ts'
import { wait, type Course } from './eventual.ts'
import { observeRecords } from './observed.ts'
import { createGate } from './gate.ts'
import { lookUpHeld } from './heldSlip.ts'
import { lookUp } from './lookUp.ts'
import { createNotFoundShape } from './notFound.ts'
import { nextSale, type NextSale } from './nextSale.ts'
import { heldReason, nextStep, type HeldBecause, type Situation } from './policy.ts'
import type { Destination, SaleRow } from './saleRow.ts'
import { recoverLeftSending, releaseMended } from './recovery.ts'
import { daysSince } from './searchDays.ts'
import { createRefusedClaims } from './refusedClaims.ts'
import { send } from './send.ts'
import { unsendableBecause } from './sendable.ts'
import { createCleanReads, markedStopOf, type Stop } from './stop.ts'
import { createTurns } from './turns.ts'
import { createVerifier } from './verifier.ts'
import { createYoung } from './young.ts'

/** A drain starts with a token that is not older than this. */
const TOKEN_AGE_MS_MAX = 10 * 60_000
/** After a network event the counters of a market come back within this time, not at once. */
const RECONNECT_SPREAD_MS = 5_000
/** After this time without a send, the next one is the start of a new drain. */
const DRAIN_IDLE_MS = 60_000

/** The delivery rules of one destination, one step at a time. */
export interface Delivery {
  /** Nobody knows how far a send came that a crash or a power cut ended: it is looked up, never sent again. */
  recover(): void
  /** One step; its value is the sleep that follows in ms, 0 for none. */
  step(): Course<number>
  /** Looks one sale up, outside the order. */
  lookUpNow(sale: SaleRow): Course<void>
  /** The way to the bank may have changed: sign-in, sign-out, network, resume. Nothing learned before counts. */
  wayChanged(): void
  /** The sales file was opened anew: what this run knew of it counts no more. Nothing may be under way. */
  reopened(): void
  /** A person does not want to wait. */
  tryNow(): void
  /** Why sending is held although the service answers. */
  heldBecause(): HeldBecause | null
}

export function createDelivery(context: DeliveryContext): Delivery {
  const { service, store, reads, host, clock, awake } = context
  const gate = createGate(clock)
  const verifier = createVerifier(context)
  const notFound = createNotFoundShape(context)
  const askFirst = createAskFirst(context, notFound)
  const cleanReads = createCleanReads()
  /** Sales that are being looked up: two look-ups of one sale at once would count as two where they are one. */
  const underWay = new Set<string>()
  let lastSendAtMs: number | null = null
  /** When this drain made sure of its token; null before it did. */
  let tokenCheckedAtMs: number | null = null
  /** Grows when the way to the bank changes, so that an answer from before vouches for nothing. */
  let way = 0
  let held: HeldBecause | null = null
  /** The outcome of a send is written when this is called; whether it makes or joins a stop shows in the same turn. */
  const sendContext: DeliveryContext = {
    ...context,
    onSaleChanged: (transactionId) => {
      // Of the sale's own destination: its answer may come after a sign-out.
      const sale = store.byTransactionId(transactionId)
      if (sale !== undefined) markedStopOf(context, sale.destination)
      context.onSaleChanged(transactionId)
    },
  }
  const refusedClaims = createRefusedClaims()
  const young = createYoung(context)
  const turns = createTurns(context, young)

  const isVerified = (sale: SaleRow): boolean =>
    (young.has(sale) && context.isFileComplete()) || verifier.covers(sale)

  /**
   * The stop that holds now, its sales marked as part of it. Marked in the turn in which it begins: a look-up that a
   * person asked for may settle one of them in the next, and the others are no less of that stop.
   */
  function markedStop(): Stop | null {
    const destination = service.token() === null ? null : context.destination()
    return destination === null ? null : markedStopOf(context, destination)
  }

  function look(destination: Destination | null): {
    situation: Situation
    queued?: NextSale
    lookUp?: SaleRow
  } {
    const nowMs = clock.monotonicNowMs()
    const nowAwakeMs = awake.nowMs()
    const isSignedIn = destination !== null && service.token() !== null
    const stop = markedStop()
    const trial = {
      turnInMs: stop?.kind === 'terminal' ? stop.trialFromMs - nowAwakeMs : 0,
      readInMs: cleanReads.nextInMs(nowAwakeMs),
    }
    const isTrialReady = trial.turnInMs <= 0 && trial.readInMs === null
    const next = isSignedIn ? nextSale(reads, destination, stop, nowAwakeMs, isTrialReady, turns) : undefined
    const due = isSignedIn ? reads.nextLookUp(destination, nowAwakeMs) : undefined
    const drainAtMs = Math.max(lastSendAtMs ?? -Infinity, tokenCheckedAtMs ?? -Infinity)
    const situation: Situation = {
      nowMs,
      isSignedIn,
      hostNotBeforeMs: host.notBeforeMs(),
      // One that a person asked for is under way already; taking it up again would spin.
      isLookUpDue: due !== undefined && !underWay.has(due.transactionId),
      queued:
        next === undefined
          ? null
          : {
              isVerified: isVerified(next.sale),
              isHeldBack: next.isHeldBack,
              trial: next.isTrial ? trial : null,
            },
      verifyNotBeforeMs: verifier.notBeforeMs(),
      isTokenFresh: tokenCheckedAtMs !== null && nowMs - drainAtMs < DRAIN_IDLE_MS,
      isGateOpen: gate.isOpen(service.token()),
      nextDueInMs: () => {
        const nextDueMs = isSignedIn ? reads.nextOpenDueMs(destination, nowAwakeMs) : null
        return nextDueMs === null ? null : nextDueMs - nowAwakeMs
      },
      silentForMs: context.silentForMs(),
      isAnythingAwaited: () =>
        reads.hasOpen() || (destination !== null && reads.earliestFollowUpDueMs(destination) !== null),
    }
    return {
      situation,
      ...(next === undefined ? {} : { queued: next }),
      ...(due === undefined ? {} : { lookUp: due }),
    }
  }

  function* step(): Course<number> {
    const destination = context.destination()
    const { situation, queued, lookUp: due } = look(destination)
    const next = nextStep(situation)
    held = heldReason(situation)
    switch (next.kind) {
      case 'sleep':
        return next.forMs
      case 'lookUp':
        if (due !== undefined) yield* lookUpOnce(due, false)
        return 0
      case 'renewToken':
        yield* renewToken()
        return 0
      case 'verify':
        if (destination !== null && queued !== undefined)
          yield* verifier.verify(destination, queued.sale.terminalId)
        return 0
      case 'openGate':
        if (queued !== undefined) yield* openGate(queued.sale)
        return 0
      case 'probe':
        yield* askForOneTerminal()
        return 0
      case 'send':
        if (queued !== undefined) yield* sendOne(queued)
        return 0
    }
  }

  function* lookUpOnce(sale: SaleRow, isForPerson: boolean): Course<void> {
    if (underWay.has(sale.transactionId)) return
    underWay.add(sale.transactionId)
    try {
      const isUnclear = sale.state === 'held' && sale.heldReason === 'bankUnclear'
      if (isUnclear) yield* lookUpHeld({ context, askFirst, verifier }, sale, isForPerson)
      else yield* lookUp({ context, notFound, verifier }, sale, isForPerson)
    } finally {
      underWay.delete(sale.transactionId)
    }
  }

  /** Where login cannot be reached the old token stays, and the gate shows whether it still lives. */
  function* renewToken(): Course<void> {
    yield* wait(service.freshToken(TOKEN_AGE_MS_MAX))
    tokenCheckedAtMs = clock.monotonicNowMs()
  }

  function* sendOne({ sale, trialNumber, isPastEarlier }: NextSale): Course<void> {
    const heldReason = unsendableBecause(sale, context.profile.transactionIdPattern)
    if (heldReason !== null) {
      // Why it cannot be sent may be that it was changed, and then it is for a person.
      if (holdChanged(context, sale)) return
      store.apply(sale, 'foundUnsendable', { heldReason }, context.now(), heldReason)
      context.onSaleChanged(sale.transactionId)
      return
    }
    if (askFirst.isDue(sale)) {
      // The answer took its time; whether the gate is still open is for the next step to see.
      yield* askFirst.ask(sale)
      // One that was not put off keeps its turn; one that would go past others does not.
      const isPutOff = store.byTransactionId(sale.transactionId)?.version !== sale.version
      if (askFirst.isDue(sale) && (isPastEarlier || isPutOff)) turns.taken(isPastEarlier)
      return
    }
    const numbered = withTrialNumber(sale, trialNumber)
    if (numbered === undefined) return
    lastSendAtMs = clock.monotonicNowMs()
    const token = service.token()
    const event = yield* send(sendContext, numbered, () => gate.isOpen(token))
    // One whose turn it was and that did not leave keeps it; one that went past it does not.
    if (isPastEarlier || (event !== 'notClaimed' && event !== 'notSent')) turns.taken(isPastEarlier)
    if (event === 'notClaimed') refusedClaims.note(numbered)
    if (event === 'acceptedByAnswer') return
    gate.close()
    cleanReads.forget()
  }

  /** Written before it is sent: after a crash the next trial must not come sooner. */
  function withTrialNumber(sale: SaleRow, trialNumber: number): SaleRow | undefined {
    if (sale.trialNumber === trialNumber) return sale
    store.note(sale, { trialNumber }, context.now())
    return store.byTransactionId(sale.transactionId)
  }

  /** Page 1 of the transactions around today; where the bank says no to an empty day, one terminal of the list. */
  function* openGate({ terminalId, destination }: SaleRow): Course<void> {
    const askedOn = way
    const token = service.token()
    const days = daysSince(context, clock.wallNowMs())
    const searched = yield* wait(service.searchOne({ terminalId, ...days }))
    if (searched === 'notSignedIn') return
    const mayBeEmpty = !searched.result.ok && mayMeanNothing(searched.result.error)
    const isAnswered = mayBeEmpty ? yield* askForOneTerminal() : takeAnswer(searched.result)
    // A token that was renewed meanwhile has yet to be answered; the next step asks with it.
    const isSameWay = way === askedOn && token === service.token()
    if (!isAnswered) cleanReads.forget()
    else if (isSameWay && token !== null) {
      gate.open(token)
      cleanReads.answered(awake.nowMs())
    }
    // Last: a disk may take a while to write what it shows, and the gate's half minute runs from the answer.
    if (searched.result.ok) yield* observeRecords(context, destination, searched.result.value.rows)
  }

  /** @returns whether the service answered cleanly */
  function* askForOneTerminal(): Course<boolean> {
    const answer = yield* wait(service.oneTerminal())
    return answer !== 'notSignedIn' && takeAnswer(answer.result)
  }

  /** Even an error that speaks of one request slows the loop down here, or it would ask again at once. */
  function takeAnswer(result: Result<unknown, GatewayError>): boolean {
    if (result.ok) host.succeeded()
    else host.failed(result.error)
    return result.ok
  }

  function recover(): void {
    recoverLeftSending(context)
    releaseMended(context)
    // The run that made them unknown may have ended before it marked them, and another client may sign in now.
    for (const destination of reads.unknownDestinations()) markedStopOf(context, destination)
  }

  function wayChanged(): void {
    way += 1
    tokenCheckedAtMs = null
    askFirst.forget()
    context.seen.forget()
    gate.close()
    cleanReads.forget()
    verifier.forget()
    notFound.forget()
    host.relax(RECONNECT_SPREAD_MS)
  }

  return {
    recover,
    reopened: () => {
      young.fileReopened()
      wayChanged()
      recover()
    },
    step,
    lookUpNow: function* (sale) {
      // A crash may have kept a stop from being marked, and what is found now would hide that it was one.
      markedStop()
      yield* lookUpOnce(sale, true)
    },
    wayChanged,
    tryNow: () => {
      host.relax(0)
      verifier.retryNow()
      const destination = context.destination()
      if (destination !== null) store.makeOpenDue(destination, awake.nowMs())
    },
    heldBecause: () => held,
  }
}
