import type { Result } from '../../shared/result.ts'
import type { GatewayError } from '../gateway/answer.ts'
import { mayMeanNothing } from './absence.ts'
import { createAskFirst, YOUNG_MS } from './askFirst.ts'
import type { DeliveryContext } from './deliveryContext.ts'
import { wait, type Course } from './eventual.ts'
import { createGate } from './gate.ts'
import { lookUp } from './lookUp.ts'
import { createNotFoundShape } from './notFound.ts'
import { nextStep, type Situation } from './policy.ts'
import type { Destination, SaleRow } from './saleRow.ts'
import { recoverLeftSending, releaseMended } from './recovery.ts'
import { send } from './send.ts'
import { unsendableBecause } from './sendable.ts'
import { createVerifier } from './verifier.ts'

/** A drain starts with a token that is not older than this. */
const TOKEN_AGE_MS_MAX = 10 * 60_000
/** Open unknown sales that stop sending, and how many in a row on one terminal do (design §4). */
const UNKNOWN_MAX = 5
const UNKNOWN_IN_A_ROW_MAX = 3
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

export type HeldBecause = 'checkingFirst' | 'tooManyUnknown'

export function createDelivery(context: DeliveryContext): Delivery {
  const { service, store, reads, host, clock, awake } = context
  const gate = createGate(clock)
  const verifier = createVerifier(context)
  const notFound = createNotFoundShape(context)
  const askFirst = createAskFirst(context)
  /** Sales that are being looked up: two look-ups of one sale at once would count as two where they are one. */
  const underWay = new Set<string>()
  let lastSendAtMs: number | null = null
  /** When this drain made sure of its token; null before it did. */
  let tokenCheckedAtMs: number | null = null
  /** Grows when the way to the bank changes, so that an answer from before vouches for nothing. */
  let way = 0
  let held: HeldBecause | null = null
  /** Only what was recorded since counts as young: from before, a row may be older than what happened. */
  let youngSinceAwakeMs = 0

  function isVerified(sale: SaleRow): boolean {
    const isOfThisRun = sale.recordedBoot === context.boot
    const isYoung =
      awake.nowMs() - sale.recordedAwakeMs < YOUNG_MS && sale.recordedAwakeMs >= youngSinceAwakeMs
    return (isOfThisRun && isYoung && context.isFileComplete()) || verifier.covers(sale)
  }

  function isHeldBack(destination: Destination, sale: SaleRow): boolean {
    if (reads.unknownCount(destination) >= UNKNOWN_MAX) return true
    const newest = reads.newestSentStates(destination, sale.terminalId, UNKNOWN_IN_A_ROW_MAX)
    return newest.length === UNKNOWN_IN_A_ROW_MAX && newest.every((state) => state === 'unknown')
  }

  function look(destination: Destination | null): {
    situation: Situation
    queued?: SaleRow
    lookUp?: SaleRow
  } {
    const nowMs = clock.monotonicNowMs()
    const nowAwakeMs = awake.nowMs()
    const isSignedIn = destination !== null && service.token() !== null
    const queued = isSignedIn ? reads.nextQueued(destination, nowAwakeMs) : undefined
    const due = isSignedIn ? reads.nextLookUp(destination, nowAwakeMs) : undefined
    const drainAtMs = Math.max(lastSendAtMs ?? -Infinity, tokenCheckedAtMs ?? -Infinity)
    const situation: Situation = {
      nowMs,
      isSignedIn,
      hostNotBeforeMs: host.notBeforeMs(),
      // One that a person asked for is under way already; taking it up again would spin.
      isLookUpDue: due !== undefined && !underWay.has(due.transactionId),
      queued:
        queued === undefined || destination === null
          ? null
          : { isVerified: isVerified(queued), isHeldBack: isHeldBack(destination, queued) },
      verifyNotBeforeMs: verifier.notBeforeMs(),
      isTokenFresh: tokenCheckedAtMs !== null && nowMs - drainAtMs < DRAIN_IDLE_MS,
      isGateOpen: gate.isOpen(service.token()),
      nextDueInMs: () => {
        const nextDueMs = isSignedIn ? reads.nextOpenDueMs(destination, nowAwakeMs) : null
        return nextDueMs === null ? null : nextDueMs - nowAwakeMs
      },
      silentForMs: context.silentForMs(),
    }
    return {
      situation,
      ...(queued === undefined ? {} : { queued }),
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
        if (due !== undefined) yield* lookUpOnce(due)
        return 0
      case 'renewToken':
        yield* renewToken()
        return 0
      case 'verify':
        if (destination !== null && queued !== undefined)
          yield* verifier.verify(destination, queued.terminalId)
        return 0
      case 'openGate':
        if (queued !== undefined) yield* openGate(queued.terminalId)
        return 0
      case 'probe':
        yield* askForOneTerminal()
        return 0
      case 'send':
        if (queued !== undefined) yield* sendOne(queued)
        return 0
    }
  }

  function* lookUpOnce(sale: SaleRow): Course<void> {
    if (underWay.has(sale.transactionId)) return
    underWay.add(sale.transactionId)
    try {
      yield* lookUp(context, notFound, sale)
    } finally {
      underWay.delete(sale.transactionId)
    }
  }

  /** Where login cannot be reached the old token stays, and the gate shows whether it still lives. */
  function* renewToken(): Course<void> {
    yield* wait(service.freshToken(TOKEN_AGE_MS_MAX))
    tokenCheckedAtMs = clock.monotonicNowMs()
  }

  function* sendOne(sale: SaleRow): Course<void> {
    const heldReason = unsendableBecause(sale, context.profile.transactionIdPattern)
    if (heldReason !== null) {
      store.apply(sale, 'foundUnsendable', { heldReason }, context.now(), heldReason)
      context.onSaleChanged(sale.transactionId)
      return
    }
    if (askFirst.isDue(sale)) {
      // The answer took its time; whether the gate is still open is for the next step to see.
      yield* askFirst.ask(sale)
      return
    }
    lastSendAtMs = clock.monotonicNowMs()
    const token = service.token()
    const event = yield* send(context, sale, () => gate.isOpen(token))
    if (event !== 'acceptedByAnswer') gate.close()
  }

  /** Page 1 of today's transactions; where the bank says no to an empty day, one terminal of the list (design §5.3). */
  function* openGate(terminalId: string): Course<void> {
    const askedOn = way
    const token = service.token()
    const today = context.zone.day(clock.wallNowMs())
    const searched = yield* wait(service.searchOne({ terminalId, dateFrom: today, dateTo: today }))
    if (searched === 'notSignedIn') return
    askFirst.takeClock(searched.evidence.serverDate)
    const mayBeEmpty = !searched.result.ok && mayMeanNothing(searched.result.error)
    const isAnswered = mayBeEmpty ? yield* askForOneTerminal() : takeAnswer(searched.result)
    // A token that was renewed meanwhile has yet to be answered; the next step asks with it.
    if (isAnswered && way === askedOn && token !== null && token === service.token()) gate.open(token)
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
  }

  function wayChanged(): void {
    way += 1
    tokenCheckedAtMs = null
    askFirst.forget()
    gate.close()
    verifier.forget()
    notFound.forget()
    host.relax(RECONNECT_SPREAD_MS)
  }

  return {
    recover,
    reopened: () => {
      // A sale of the very same moment may be from before as well.
      youngSinceAwakeMs = awake.nowMs() + 1
      wayChanged()
      recover()
    },
    step,
    lookUpNow: lookUpOnce,
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

function heldReason({ queued, verifyNotBeforeMs, nowMs }: Situation): HeldBecause | null {
  if (queued === null) return null
  if (queued.isHeldBack) return 'tooManyUnknown'
  return !queued.isVerified && nowMs < verifyNotBeforeMs ? 'checkingFirst' : null
}
