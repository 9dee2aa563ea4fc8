import { createPreSendQuery } from './preSendQuery.ts'
import type { DeliveryContext } from './deliveryContext.ts'
import { wait, type Effect } from '../rules/effect.ts'
import { createGate } from './gate.ts'
import { createGateReads } from './gateReads.ts'
import { lookUpHeld } from './heldSlip.ts'
import { lookUp } from './statusQuery.ts'
import { createNotFoundShape } from './notFound.ts'
import { heldReason, nextStep, type HeldBecause } from './policy.ts'
import { recoverLeftSending, releaseMended } from './recovery.ts'
import type { SaleRow } from '../rules/saleRow.ts'
import { createSender } from './sender.ts'
import { createSituation, markedStop } from './situation.ts'
import { createCleanReads, markAtStart } from './stop.ts'
import { createTurns } from './turns.ts'
import { createVerifier } from './verifier.ts'
import { createYoung } from './young.ts'

/** Oldest token for the start of a drain. */
const TOKEN_AGE_MS_MAX = 10 * 60_000
/** After a network event a market's counters reconnect spread over this time, not at once. */
const RECONNECT_SPREAD_MS = 5_000
/** After this time without a send, the next one starts a new drain. */
const DRAIN_IDLE_MS = 60_000

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
  const preSendQuery = createPreSendQuery(context, notFound)
  const cleanReads = createCleanReads()
  const young = createYoung(context)
  const turns = createTurns({
    boot: context.boot,
    reads: context.reads,
    young,
    isSearchPutOff: (sale) => !verifier.covers(sale) && clock.monotonicNowMs() < verifier.notBeforeMs(),
  })
  const gateReads = createGateReads(context, gate, cleanReads)
  const sender = createSender(context, { gate, cleanReads, preSendQuery, turns })
  /** Sales being looked up: two simultaneous look-ups of one sale would count twice. */
  const underWay = new Set<string>()
  /** When this drain checked its token; null before. */
  let tokenCheckedAtMs: number | null = null
  let held: HeldBecause | null = null
  const look = createSituation(context, {
    gate,
    cleanReads,
    verifier,
    young,
    turns,
    isUnderWay: (transactionId) => underWay.has(transactionId),
    isTokenFresh: (nowMs) => {
      const drainAtMs = Math.max(sender.lastSendAtMs() ?? -Infinity, tokenCheckedAtMs ?? -Infinity)
      return tokenCheckedAtMs !== null && nowMs - drainAtMs < DRAIN_IDLE_MS
    },
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
        if (queued !== undefined) yield* gateReads.openGate(queued.sale)
        return 0
      case 'probe':
        yield* gateReads.askForOneTerminal()
        return 0
      case 'send':
        if (queued !== undefined) yield* sender.sendOne(queued)
        return 0
    }
  }

  function* lookUpOnce(sale: SaleRow, isForPerson: boolean): Effect<void> {
    if (underWay.has(sale.transactionId)) return
    underWay.add(sale.transactionId)
    try {
      const isUnclear = sale.state === 'held' && sale.heldReason === 'bankUnclear'
      if (isUnclear) yield* lookUpHeld({ context, preSendQuery, verifier }, sale, isForPerson)
      else yield* lookUp({ context, notFound, verifier }, sale, isForPerson)
    } finally {
      underWay.delete(sale.transactionId)
    }
  }

  /** If login cannot be reached the old token stays, and the gate shows whether it still works. */
  function* renewToken(): Effect<void> {
    yield* wait(service.freshToken(TOKEN_AGE_MS_MAX))
    tokenCheckedAtMs = clock.monotonicNowMs()
  }

  function recover(): void {
    recoverLeftSending(context)
    releaseMended(context)
    // The earlier run may have ended before it marked them, and another client may sign in now.
    markAtStart(context)
  }

  function wayChanged(): void {
    gateReads.wayChanged()
    tokenCheckedAtMs = null
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
      yield* lookUpOnce(sale, true)
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
