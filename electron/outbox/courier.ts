import type { Result } from '../../shared/result.ts'
import type { GatewayError, SettlementApi } from '../gateway/answer.ts'
import type { Profile } from '../gateway/profile.ts'
import type { Clock, Log, Random, Timers } from '../ports.ts'
import { authorisedGet } from '../session/authorised.ts'
import type { Session } from '../session/session.ts'
import type { AwakeClock } from './awakeClock.ts'
import { createGate } from './gate.ts'
import type { Host } from './host.ts'
import { lookUp } from './lookUp.ts'
import { createLoop } from './loop.ts'
import { nextStep, type Situation } from './policy.ts'
import type { SaleReadStore } from './saleReadStore.ts'
import type { Destination, SaleRow } from './saleRow.ts'
import type { SaleStore } from './saleStore.ts'
import { send } from './send.ts'
import type { ServiceZone } from './serviceZone.ts'
import { createVerifier } from './verifier.ts'

/** What all deliveries of one destination share. */
export interface DeliveryContext {
  readonly api: SettlementApi
  readonly session: Session
  readonly store: SaleStore
  readonly reads: SaleReadStore
  readonly host: Host
  readonly clock: Clock
  readonly awake: AwakeClock
  readonly random: Random
  readonly zone: ServiceZone
  readonly profile: Profile
  readonly log: Log
  /** Names this run of the program. */
  readonly boot: string
  /** Whose sales are delivered now; null while nobody is signed in. */
  readonly destination: () => Destination | null
  readonly onSaleChanged: (transactionId: string) => void
  /** Since the service last answered anything, ms; null where it has not in this run. */
  readonly silentForMs: () => number | null
}

export interface Courier {
  /** Puts every sale that an earlier run left in `sending` to `unknown`, then starts the loop. */
  start(): void
  stop(): Promise<void>
  /** A sale was recorded. */
  wake(): void
  /** The way to the bank may have changed: sign-in, sign-out, network, resume. Nothing learned before counts. */
  wayChanged(): void
  /** A person asks for a try now. */
  tryNow(): void
  /** Looks one sale up, outside the order; resolves when that is stored. */
  checkNow(sale: SaleRow): Promise<void>
  /** Why sending is held although the service answers. */
  heldBecause(): 'checkingFirst' | 'tooManyUnknown' | 'stopped' | null
}

/** A sale older than this, or of an earlier run, is looked for at the bank before its first send (design §5.3). */
const YOUNG_MS = 60_000
/** A drain starts with a token that is not older than this. */
const TOKEN_AGE_MS_MAX = 10 * 60_000
/** Open unknown sales that stop sending, and how many in a row on one terminal do (design §4). */
const UNKNOWN_MAX = 5
const UNKNOWN_IN_A_ROW_MAX = 3
/** After a network event the counters of a market come back within this time, not at once. */
const RECONNECT_SPREAD_MS = 5_000
/** After this time without a send, the next one is the start of a new drain. */
const DRAIN_IDLE_MS = 60_000
const ONE_ROW = { pageSize: 1, pageNumber: 1 } as const

/** The delivery loop: one, with one sale in flight, in local order (design §5.1). */
export function createCourier(context: DeliveryContext, timers: Timers): Courier {
  const { session, store, reads, host, clock, awake, log } = context
  const gate = createGate(clock)
  const verifier = createVerifier(context)
  let lastSendAtMs: number | null = null
  /** When this drain made sure of its token; null before it did. */
  let tokenCheckedAtMs: number | null = null
  /** Grows when the way to the bank changes, so that an answer from before vouches for nothing. */
  let way = 0
  let held: ReturnType<Courier['heldBecause']> = null

  const loop = createLoop(step, timers, (error) => {
    held = 'stopped'
    log('error', 'courier.stopped', { name: error instanceof Error ? error.name : 'unknown' })
  })

  function isVerified(sale: SaleRow): boolean {
    const isOfThisRun = sale.recordedBoot === context.boot
    const isYoung = awake.nowMs() - sale.recordedAwakeMs < YOUNG_MS
    return (isOfThisRun && isYoung) || verifier.covers(sale)
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
    const isSignedIn = destination !== null && session.token() !== null
    const queued = isSignedIn ? reads.nextQueued(destination, nowAwakeMs) : undefined
    const due = isSignedIn ? reads.nextLookUp(destination, nowAwakeMs) : undefined
    const nextDueMs = isSignedIn ? reads.nextOpenDueMs(destination, nowAwakeMs) : null
    const drainAtMs = Math.max(lastSendAtMs ?? -Infinity, tokenCheckedAtMs ?? -Infinity)
    const situation: Situation = {
      nowMs,
      isSignedIn,
      hostNotBeforeMs: host.notBeforeMs(),
      isLookUpDue: due !== undefined,
      queued:
        queued === undefined || destination === null
          ? null
          : { isVerified: isVerified(queued), isHeldBack: isHeldBack(destination, queued) },
      verifyNotBeforeMs: verifier.notBeforeMs(),
      isTokenFresh: tokenCheckedAtMs !== null && nowMs - drainAtMs < DRAIN_IDLE_MS,
      isGateOpen: gate.isOpen(),
      nextDueInMs: nextDueMs === null ? null : nextDueMs - nowAwakeMs,
      silentForMs: context.silentForMs(),
    }
    return {
      situation,
      ...(queued === undefined ? {} : { queued }),
      ...(due === undefined ? {} : { lookUp: due }),
    }
  }

  async function step(): Promise<number> {
    const destination = context.destination()
    const { situation, queued, lookUp: due } = look(destination)
    const next = nextStep(situation)
    held = heldReason(situation)
    switch (next.kind) {
      case 'sleep':
        return next.forMs
      case 'lookUp':
        if (due !== undefined) await lookUp(context, due)
        return 0
      case 'renewToken':
        await renewToken()
        return 0
      case 'verify':
        if (destination !== null && queued !== undefined)
          await verifier.verify(destination, queued.terminalId)
        return 0
      case 'openGate':
        if (queued !== undefined) await openGate(queued.terminalId)
        return 0
      case 'probe':
        await askForOneTerminal()
        return 0
      case 'send':
        if (queued !== undefined) await sendOne(queued)
        return 0
    }
  }

  /** Where login cannot be reached the old token stays, and the gate shows whether it still lives. */
  async function renewToken(): Promise<void> {
    await session.freshToken(TOKEN_AGE_MS_MAX)
    tokenCheckedAtMs = clock.monotonicNowMs()
  }

  async function sendOne(sale: SaleRow): Promise<void> {
    lastSendAtMs = clock.monotonicNowMs()
    const event = await send(context, sale)
    if (event !== 'acceptedByAnswer') gate.close()
  }

  /** Page 1 of today's transactions; where the bank says no to an empty day, one terminal of the list (design §5.3). */
  async function openGate(terminalId: string): Promise<void> {
    const askedOn = way
    const today = context.zone.day(clock.wallNowMs())
    const searched = await authorisedGet(session, (token) =>
      context.api.searchTransactions(token, { terminalId, dateFrom: today, dateTo: today, ...ONE_ROW }),
    )
    if (searched === 'notSignedIn') return
    const isDeclined = !searched.result.ok && searched.result.error.kind === 'declined'
    const isAnswered = isDeclined ? await askForOneTerminal() : takeAnswer(searched.result)
    if (isAnswered && way === askedOn) gate.open()
  }

  /** @returns whether the service answered cleanly */
  async function askForOneTerminal(): Promise<boolean> {
    const answer = await authorisedGet(session, (token) => context.api.retrieveTerminals(token, ONE_ROW))
    return answer !== 'notSignedIn' && takeAnswer(answer.result)
  }

  /** Even an error that speaks of one request slows the loop down here, or it would ask again at once. */
  function takeAnswer(result: Result<unknown, GatewayError>): boolean {
    if (result.ok) host.succeeded()
    else host.failed(result.error)
    return result.ok
  }

  return {
    start: () => {
      recoverLeftSending(context)
      loop.start()
    },
    stop: () => loop.stop(),
    wake: () => loop.wake(),
    wayChanged: () => {
      way += 1
      tokenCheckedAtMs = null
      gate.close()
      verifier.forget()
      host.relax(RECONNECT_SPREAD_MS)
      loop.wake()
    },
    tryNow: () => {
      host.relax(0)
      verifier.retryNow()
      const destination = context.destination()
      if (destination !== null) store.makeOpenDue(destination, awake.nowMs())
      loop.wake()
    },
    checkNow: async (sale) => {
      await lookUp(context, sale)
      loop.wake()
    },
    heldBecause: () => held,
  }
}

function heldReason({ queued, verifyNotBeforeMs, nowMs }: Situation): ReturnType<Courier['heldBecause']> {
  if (queued === null) return null
  if (queued.isHeldBack) return 'tooManyUnknown'
  return !queued.isVerified && nowMs < verifyNotBeforeMs ? 'checkingFirst' : null
}

/** Nobody knows how far a send came that a crash or a power cut ended: it is looked up, never sent again. */
function recoverLeftSending({ store, reads, clock, awake, log }: DeliveryContext): void {
  for (const sale of reads.leftSending()) {
    const nowAwakeMs = awake.nowMs()
    const moved = store.apply(
      sale,
      'foundSendingAtStart',
      { unknownSinceAwakeMs: nowAwakeMs, dueAwakeMs: nowAwakeMs, checkCount: 0 },
      clock.wallNowMs(),
    )
    log('warn', 'courier.foundSending', { moved: moved.ok })
  }
}
