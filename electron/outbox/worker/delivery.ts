import { createPreSendQuery } from './preSendQuery.ts'
import type { DeliveryContext } from './deliveryContext.ts'
import { createDrainToken } from './drainToken.ts'
import type { Effect } from '../rules/effect.ts'
import { createGate } from './gate.ts'
import { createGateReads } from './gateReads.ts'
import { createLookUps } from './lookUps.ts'
import { createNotFoundShape } from './notFound.ts'
import { heldReason, nextStep, type HeldBecause } from './policy.ts'
import { recoverLeftSending, releaseFixed } from './recovery.ts'
import type { Destination, SaleRow } from '../rules/saleRow.ts'
import { createSender } from './sender.ts'
import { createSituation, markedStop } from './situation.ts'
import { createCleanReads, markAtStart } from './stop.ts'
import { createTurns } from './turns.ts'
import { setAside } from './unclear.ts'
import { createVerifier } from './verifier.ts'
import { createYoung } from './young.ts'

/** After a network event a market's counters reconnect spread over this time, not at once. */
const RECONNECT_SPREAD_MS = 5_000

/** Each is a durable write. */
const SET_ASIDE_AT_ONCE = 20

/** The delivery rules of one destination, one step at a time. */
export interface Delivery {
  /** It is unknown how far a send came before a crash or a power cut: the sale is looked up, never sent again. */
  recover(): void
  /** One step; returns the sleep after it in ms, 0 for none. */
  step(): Effect<number>
  lookUpNow(sale: SaleRow): Effect<void>
  /** The connection may have changed: sign-in, sign-out, network, resume. Nothing learned before counts. */
  wayChanged(): void
  /** The sales file was reopened: what this run knew of it no longer counts. No step may be running. */
  reopened(): void
  tryNow(): void
  /** Why sending is held although the service answers. */
  heldBecause(): HeldBecause | null
}

export function createDelivery(context: DeliveryContext): Delivery {
  const { service, store, breaker, clock, awake } = context
  const gate = createGate(clock)
  const verifier = createVerifier(context)
  const notFound = createNotFoundShape(context)
  const cleanReads = createCleanReads()
  const young = createYoung(context)
  const isVerified = (sale: SaleRow): boolean =>
    (young.has(sale) && context.isFileComplete()) || verifier.covers(sale)
  const preSendQuery = createPreSendQuery(context, notFound, isVerified, (sale) => verifier.isGivenUp(sale))
  const turns = createTurns({
    boot: context.boot,
    reads: context.reads,
    young,
    isSearchPutOff: (sale) =>
      !verifier.covers(sale) && !verifier.isGivenUp(sale) && clock.monotonicNowMs() < verifier.notBeforeMs(),
  })
  const gateReads = createGateReads(context, gate, cleanReads)
  const sender = createSender(context, { gate, cleanReads, preSendQuery, turns })
  const lookUps = createLookUps({ context, preSendQuery, notFound, verifier })
  const drainToken = createDrainToken(service, clock, sender.lastSendAtMs)
  let held: HeldBecause | null = null
  const look = createSituation(context, {
    gate,
    cleanReads,
    verifier,
    isVerified,
    turns,
    isUnderWay: lookUps.isUnderWay,
    isTokenFresh: drainToken.isFresh,
  })

  function* step(): Effect<number> {
    const destination = context.destination()
    const { situation, queued, lookUp: due } = look(destination)
    const next = nextStep(situation)
    held = heldReason(situation)
    switch (next.kind) {
      case 'sleep':
        return next.forMs
      case 'lookUp':
        if (due !== undefined) yield* lookUps.lookUp(due, false)
        return 0
      case 'renewToken':
        yield* drainToken.renew()
        return 0
      case 'verify':
        if (destination !== null && queued !== undefined) yield* verifier.verify(destination, queued.sale)
        return 0
      case 'openGate':
        if (queued !== undefined) yield* gateReads.openGate(queued.sale)
        setRefusedAside(destination)
        return 0
      case 'probe':
        yield* gateReads.askForOneTerminal()
        return 0
      case 'send':
        if (queued !== undefined) yield* sender.sendOne(queued)
        return 0
    }
  }

  /** Sales that no answer of the bank lets go stand before a person, a few at a time. */
  function setRefusedAside(destination: Destination | null): void {
    const problem = gateReads.refusedWith()
    if (problem === null || destination === null) return
    for (let count = 0; count < SET_ASIDE_AT_ONCE; count += 1) {
      const sale = context.reads.nextQueued(destination, awake.nowMs())
      if (sale === undefined) return
      setAside(context, sale, problem)
    }
  }

  function recover(): void {
    recoverLeftSending(context)
    releaseFixed(context)
    // The earlier run may have ended before it marked them, and another client may sign in now.
    markAtStart(context)
  }

  function wayChanged(): void {
    gateReads.wayChanged()
    drainToken.forget()
    preSendQuery.forget()
    context.seen.forget()
    gate.close()
    cleanReads.forget()
    verifier.forget()
    notFound.forget()
    breaker.relax(RECONNECT_SPREAD_MS)
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
      // A crash may have prevented the marks of a stop, and what is found now would hide the stop.
      markedStop(context)
      yield* lookUps.lookUp(sale, true)
    },
    wayChanged,
    tryNow: () => {
      breaker.relax(0)
      verifier.retryNow()
      const destination = context.destination()
      if (destination !== null) store.makeOpenDue(destination, awake.nowMs())
    },
    heldBecause: () => held,
  }
}
