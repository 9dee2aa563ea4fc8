import type { Timers } from '../../ports.ts'
import type { DeliveryContext } from './context.ts'
import { runEffect, type Effect } from '../../work/effect.ts'
import { createLoop } from '../../work/loop.ts'
import { type HeldBecause, heldReason, nextStep, createSituation, markedStop } from './policy.ts'
import type { Destination } from '../../gateway/destination.ts'
import type { SaleRow } from '../rules/saleRow.ts'
import { createPreSendQuery, setAside } from './preSendQuery.ts'
import { createDrainToken, createGateReads } from './preflight.ts'
import { createLookUps } from './statusQuery.ts'
import { createNotFoundShape } from './absence.ts'
import { recoverLeftSending, releaseFixed } from './recovery.ts'
import { createSender } from './send.ts'
import { markAtStart } from './stop.ts'
import { createTurns, createYoung } from './saleOrder.ts'
import { createVerifier } from './verification.ts'

export interface OutboxWorker {
  /** Makes every sale that an earlier run left in `sending` `unknown`. Runs before anything else. */
  recover(): void
  /** Starts the loop, once the sales file is known to be sound. */
  start(): void
  /** Starts nothing more until `resume`. The current step runs to its end. */
  /** Resolves once what is in flight has ended. */
  pause(): Promise<void>
  /** The sales file was reopened and checked: waits for the current exchange, recovers as after a crash, goes on. */
  resume(): Promise<void>
  stop(): Promise<void>
  wake(): void
  /** The connection may have changed: sign-in, sign-out, network, resume. Nothing learned before counts. */
  wayChanged(): void
  tryNow(): void
  /** Looks one sale up, out of order; resolves when the result is stored. */
  checkNow(sale: SaleRow): Promise<void>
  /** Why sending is held although the service answers; `stopped` if the sales file refused a write. */
  heldBecause(): HeldBecause | 'stopped' | null
}

/** The delivery loop: only one, with one sale in flight, in local order. The rules are in docs/delivery.md. */
export function createOutboxWorker(
  context: DeliveryContext,
  timers: Timers,
  onBroken: (error: unknown) => void,
): OutboxWorker {
  const delivery = createDelivery(context)
  let isStopped = false
  let isEnded = false
  /** A second failure may come while the first one's resume still waits for the current step. */
  let isPaused = false
  let resuming: Promise<void> | null = null
  const loop = createLoop(
    () => runEffect(delivery.step()),
    timers,
    (error) => {
      isStopped = true
      context.log('error', 'worker.stopped', { name: error instanceof Error ? error.name : 'unknown' })
      onBroken(error)
    },
  )
  async function resume(): Promise<void> {
    await loop.stop()
    // Right away: a resume after this check would be taken for part of this one and be lost.
    resuming = null
    if (isEnded || isPaused) return
    try {
      delivery.reopened()
    } catch (error) {
      // The file failed again; the next reopening retries this.
      isStopped = true
      context.log('error', 'worker.notResumed', { name: error instanceof Error ? error.name : 'unknown' })
      return
    }
    isStopped = false
    loop.start()
  }

  return {
    recover: () => delivery.recover(),
    start: () => loop.start(),
    pause: () => {
      isPaused = true
      return loop.stop()
    },
    resume: () => {
      isPaused = false
      resuming ??= resume()
      return resuming
    },
    stop: () => {
      isEnded = true
      return loop.stop()
    },
    wake: () => loop.wake(),
    wayChanged: () => {
      delivery.wayChanged()
      loop.wake()
    },
    tryNow: () => {
      delivery.tryNow()
      loop.wake()
    },
    checkNow: async (sale) => {
      await runEffect(delivery.lookUpNow(sale))
      loop.wake()
    },
    heldBecause: () => (isStopped ? 'stopped' : delivery.heldBecause()),
  }
}

/** After a network event, the counters of a market reconnect within this time, each at its own moment, ms. */
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
  const { store, breaker, clock, awake } = context
  const verifier = createVerifier(context)
  const notFound = createNotFoundShape(context)
  const young = createYoung(context)
  const isVerified = (sale: SaleRow): boolean =>
    (young.has(sale) && context.isFileComplete() && !verifier.isOfUnlearnedForm(sale)) ||
    verifier.covers(sale)
  const preSendQuery = createPreSendQuery(context, notFound, isVerified, verifier)
  const turns = createTurns({
    boot: context.boot,
    reads: context.reads,
    young,
    isSearchPutOff: (sale) =>
      !verifier.covers(sale) &&
      !verifier.isGivenUp(sale) &&
      clock.monotonicNowMs() < verifier.notBeforeMs(sale),
  })
  const gateReads = createGateReads(context)
  const sender = createSender(context, { preSendQuery, turns })
  const lookUps = createLookUps({ context, preSendQuery, notFound })
  const drainToken = createDrainToken(context, sender.lastSendAtMs)
  let held: HeldBecause | null = null
  const look = createSituation(context, {
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
        if (destination !== null && queued !== undefined)
          yield* verifier.verify(destination, queued.sale.terminalId)
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

  /** Gives a person the sales that no answer of the bank lets go, a few at a time. */
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
    context.way.changed()
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
