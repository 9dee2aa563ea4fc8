import { callError, type CallError } from '../../shared/callError.ts'
import type { Request } from '../../shared/contract.ts'
import { nairaText } from '../../shared/money.ts'
import type { Cashier } from '../../shared/people.ts'
import { err, ok, type Result } from '../../shared/result.ts'
import type { SaleView } from '../../shared/sale.ts'
import { HANDED_SHOWN_MAX, type HandedView, type HandoverReason } from '../../shared/till.ts'
import {
  PAGE_MAX,
  type Answer,
  type ApiSale,
  type ProblemCode,
  type SaleHanded,
} from '../../shared/tillApi.ts'
import { isSameDestination, type Destination } from '../gateway/destination.ts'
import type { Profile } from '../gateway/profile.ts'
import { readEntry } from '../outbox/rules/saleEntry.ts'
import type { Sales } from '../outbox/sales.ts'
import type { Clock, Log } from '../ports.ts'
import { apiSaleOf } from './apiSale.ts'
import type { Handover, HandoverEnd, HandoverFacts, PlaceInPage, TillFacts, TillStore } from './tillStore.ts'

/** A sale that was sold longer ago waits for a person, who knows whether it was typed meanwhile. */
const LATE_MS = 30 * 60_000
/** The clocks of one computer agree; a till's own may be set by hand. */
const AHEAD_MS = 5 * 60_000
const HOUR_MS = 60 * 60_000

export interface Problem {
  readonly code: ProblemCode
  readonly field?: string
}

export interface Taken {
  readonly sale: ApiSale
  /** It was handed over before, or had been recorded by other means. */
  readonly wasKnown: boolean
}

/** What tills hand over, until it is a sale or a person has sent it back. */
export interface Handovers {
  /**
   * Takes a sale, once for each key. When this returns, it is on the disk.
   * @param key stands for this sale for ever
   */
  take(till: TillFacts, key: string, handed: SaleHanded): Result<Taken, Problem>
  /** Takes a sale back that never left this computer. A second time answers the same. */
  cancel(till: TillFacts, id: string): Result<ApiSale, Problem>
  get(till: TillFacts, id: string): Result<ApiSale, Problem>
  /** By the time at which they were handed over. */
  page(till: TillFacts, after: PlaceInPage): Result<Answer<'sales'>, Problem>
  /** The code that a sale would be answered with now; null if it would be taken. */
  obstacle(till: TillFacts): ProblemCode | null
  /** What waits for a person. */
  waiting(): HandedView
  /** A person records one that waits. */
  record(request: Request<'sales.record'>): Result<SaleView, CallError>
  sendBack(handoverId: number): Result<HandedView, CallError>
}

/** A person is usually at the counter; what they have not taken by then is something to do. */
const PATIENCE_MS = 3 * 60_000

/** How many waiting hand-overs To do counts: those older than {@link PATIENCE_MS}, and those that a till may not record. */
export function callingHandovers(store: TillStore, owner: Destination | null, nowMs: number): number {
  return owner === null ? 0 : store.callingCount(owner, nowMs - PATIENCE_MS)
}

export interface HandoversOptions {
  readonly store: TillStore
  readonly sales: Pick<Sales, 'record' | 'cancel' | 'changed'>
  readonly profile: Profile
  readonly destination: () => Destination | null
  readonly storage: { readonly isReadOnly: () => boolean; readonly reopenNow: () => boolean }
  readonly cashier: () => Cashier | null
  readonly clock: Clock
  readonly log: Log
  readonly onChange: () => void
}

export function createHandovers(options: HandoversOptions): Handovers {
  const { store, sales, profile, destination, storage, clock, log } = options
  const recent = new Map<string, number[]>()

  function isSignedIn(till: TillFacts): boolean {
    const owner = destination()
    return owner !== null && isSameDestination(owner, till)
  }

  function obstacle(till: TillFacts): ProblemCode | null {
    if (!isSignedIn(till)) return 'notSignedIn'
    if (storage.isReadOnly()) return 'readOnly'
    return storage.reopenNow() ? null : 'notSaved'
  }

  function apiSale(handover: Handover): ApiSale {
    const shown = handover.sameAs === null ? handover : (store.byId(handover.sameAs) ?? handover)
    const reference = shown.saleSequence === null ? undefined : store.referenceOf(shown.saleSequence)
    return apiSaleOf(handover, shown, reference === undefined ? undefined : sales.changed([reference])[0])
  }

  /** Of this till, at a terminal that is still its own. */
  function own(till: TillFacts, id: string): Handover | undefined {
    const found = /^[0-9]{1,15}$/u.test(id) ? store.byId(Number(id)) : undefined
    return found?.tillId === till.id && till.terminalIds.includes(found.terminalId) ? found : undefined
  }

  /** The sale that has the slip already: the same one, or another. */
  function recordedBySlip(facts: HandoverFacts): HandoverEnd | 'other' | undefined {
    const sale = facts.slip === '' ? undefined : sales.changed([facts.slip])[0]
    if (sale === undefined) return undefined
    return isOfSlip(sale, facts) ? { state: 'known', saleSequence: sale.sequence } : 'other'
  }

  /** The same, or a hand-over of another key that waits with it. */
  function bySlip(facts: HandoverFacts): HandoverEnd | 'other' | undefined {
    const recorded = recordedBySlip(facts)
    if (recorded !== undefined || facts.slip === '') return recorded
    const waits = store.waitingWithSlip(facts, facts.slip)
    if (waits === undefined) return undefined
    return isOfSlip(waits, facts) ? { state: 'known', sameAs: waits.id } : 'other'
  }

  /** When the sales of the last hour were recorded: read once, so that a busy till costs no more than a quiet one. */
  function recentOf(tillId: string, sinceMs: number): number[] {
    const known = recent.get(tillId) ?? store.recordedTimes(tillId, sinceMs)
    const from = known.findIndex((atMs) => atMs > sinceMs)
    const kept = from > 0 ? known.slice(from) : from === 0 ? known : []
    recent.set(tillId, kept)
    return kept
  }

  /** Why a till of level `record` may not record this by itself; null if it may. */
  function limitOf(till: TillFacts, facts: HandoverFacts): HandoverReason | null {
    if (till.level === 'fill') return 'fill'
    if (facts.amountKobo > till.maxKobo) return 'overAmount'
    const sinceSoldMs = facts.handedAtMs - facts.soldAtMs
    if (sinceSoldMs > LATE_MS || sinceSoldMs < -AHEAD_MS) return 'late'
    return recentOf(till.id, facts.handedAtMs - HOUR_MS).length >= till.perHour ? 'overCount' : null
  }

  /** The path of a typed sale; what it would ask a person about waits for one. */
  function recordAlone(facts: HandoverFacts): Result<'recorded' | HandoverReason, Problem> {
    const request = { ...textsOf(facts), confirmedAmount: false, confirmedSecondSale: false }
    const recorded = sales.record(request, {
      terminalId: facts.terminalId,
      cashier: null,
      alongside: ({ sequence }) => store.addWithin(facts, { state: 'recorded', saleSequence: sequence }),
    })
    if (recorded.ok) {
      if (store.byKey(facts.tillId, facts.key) === undefined)
        store.add(facts, { state: 'known', saleSequence: recorded.value.sequence })
      recentOf(facts.tillId, facts.handedAtMs - HOUR_MS).push(facts.handedAtMs)
      return ok('recorded')
    }
    switch (recorded.error.code) {
      case 'needsAmountConfirmation':
      case 'needsSecondSaleConfirmation':
      case 'needsRemovedSlipConfirmation':
      case 'needsAlikeSlipConfirmation':
        return ok('asks')
      case 'invalid':
        // Another client's sale here has the slip; nothing more is said of it.
        return err({ code: 'slipOfOtherSale', field: 'slip' })
      default:
        return err({ code: 'notSaved' })
    }
  }

  function keep(till: TillFacts, facts: HandoverFacts): Result<void, Problem> {
    const known = bySlip(facts)
    if (known === 'other') return err({ code: 'slipOfOtherSale', field: 'slip' })
    if (known !== undefined) {
      store.add(facts, known)
      return ok(undefined)
    }
    const limit = limitOf(till, facts)
    const recorded = limit === null ? recordAlone(facts) : ok(limit)
    if (!recorded.ok) return recorded
    if (recorded.value !== 'recorded') store.add({ ...facts, reason: recorded.value })
    return ok(undefined)
  }

  function answer(facts: HandoverFacts, wasKnown: boolean): Result<Taken, Problem> {
    const stands = store.byKey(facts.tillId, facts.key)
    if (stands === undefined) return err({ code: 'notSaved' })
    return ok({ sale: apiSale(stands), wasKnown: wasKnown || stands.state === 'known' })
  }

  /** Of the client who is signed in, from any till. */
  function ofClient(handoverId: number | undefined): Handover | undefined {
    const owner = destination()
    const found = handoverId === undefined ? undefined : store.byId(handoverId)
    return owner !== null && found !== undefined && isSameDestination(owner, found) ? found : undefined
  }

  function waiting(): HandedView {
    const owner = destination()
    if (owner === null) return { sales: [], count: 0 }
    const shown = store.waiting(owner, HANDED_SHOWN_MAX)
    return {
      count: store.waitingCount(owner),
      sales: shown.map((each) => ({
        handoverId: each.id,
        from: each.from,
        key: each.key,
        terminalId: each.terminalId,
        amountKobo: each.amountKobo,
        slip: each.slip,
        note: each.note,
        soldAtMs: each.soldAtMs,
        handedAtMs: each.handedAtMs,
        reason: each.reason ?? 'fill',
      })),
    }
  }

  return {
    obstacle,
    take: (till, key, handed) => {
      const stopped = obstacle(till)
      if (stopped !== null) return err({ code: stopped })
      const facts = factsOf(till, key, handed, profile, clock.wallNowMs())
      if (!facts.ok) return facts
      try {
        const before = store.byKey(till.id, key)
        if (before !== undefined) {
          return isSame(before, facts.value) ? answer(facts.value, true) : err({ code: 'keyOfOtherSale' })
        }
        const kept = keep(till, facts.value)
        if (!kept.ok) return kept
        options.onChange()
        return answer(facts.value, false)
      } catch (error) {
        log('error', 'tills.notTaken', { name: error instanceof Error ? error.name : 'unknown' })
        return err({ code: 'notSaved' })
      }
    },
    cancel: (till, id) => {
      const handover = own(till, id)
      if (handover === undefined) return err({ code: 'notFound' })
      const stopped = obstacle(till)
      if (stopped !== null) return err({ code: stopped })
      try {
        const done = takeBack(handover)
        if (!done.ok) return done
        options.onChange()
        return ok(apiSale(store.byId(handover.id) ?? handover))
      } catch {
        return err({ code: 'notSaved' })
      }
    },
    get: (till, id) => {
      if (!isSignedIn(till)) return err({ code: 'notSignedIn' })
      const handover = own(till, id)
      return handover === undefined ? err({ code: 'notFound' }) : ok(apiSale(handover))
    },
    page: (till, after) => {
      if (!isSignedIn(till)) return err({ code: 'notSignedIn' })
      const read = store.page(till.id, after, PAGE_MAX + 1)
      const shown = read.slice(0, PAGE_MAX)
      const last = shown.at(-1)
      return ok({
        sales: shown.filter(({ terminalId }) => till.terminalIds.includes(terminalId)).map(apiSale),
        next: read.length > PAGE_MAX && last !== undefined ? `${last.handedAtMs}-${last.id}` : null,
      })
    },
    waiting,
    record: (request) => {
      const handover = ofClient(request.handoverId)
      if (handover?.state !== 'waiting') return callError('notFound')
      const end = (saleSequence: number): HandoverEnd => ({ state: 'recorded', saleSequence })
      const cashier = options.cashier()
      if (storage.isReadOnly()) return callError('readOnly')
      const recorded = sales.record(
        { ...request, ...textsOf(handover) },
        {
          terminalId: handover.terminalId,
          cashier,
          alongside: ({ sequence }) =>
            store.endWithin(handover, end(sequence), clock.wallNowMs(), cashier?.name),
        },
      )
      // It was typed meanwhile: the answer says so, and nothing waits any more.
      const known = recorded.ok ? undefined : recordedBySlip(handover)
      if (known !== undefined && known !== 'other') store.end(handover, known, clock.wallNowMs())
      options.onChange()
      return recorded
    },
    sendBack: (handoverId) => {
      const handover = ofClient(handoverId)
      if (handover === undefined) return callError('notFound')
      if (storage.isReadOnly()) return callError('readOnly')
      if (!storage.reopenNow()) return callError('notSaved')
      try {
        if (handover.state === 'waiting')
          store.end(handover, { state: 'sentBack' }, clock.wallNowMs(), options.cashier()?.name)
      } catch {
        return callError('notSaved')
      }
      options.onChange()
      return ok(waiting())
    },
  }

  function takeBack(handover: Handover): Result<void, Problem> {
    const stands = handover.sameAs === null ? handover : store.byId(handover.sameAs)
    if (stands?.state === 'waiting' && stands.id === handover.id) {
      store.end(handover, { state: 'cancelled' }, clock.wallNowMs())
      return ok(undefined)
    }
    if (handover.state === 'cancelled' || handover.state === 'sentBack') return ok(undefined)
    // A sale that someone else recorded is not the till's to take back.
    if (handover.state !== 'recorded' || handover.saleSequence === null) return err({ code: 'alreadyLeft' })
    const reference = store.referenceOf(handover.saleSequence)
    const sale = reference === undefined ? undefined : sales.changed([reference])[0]
    if (sale?.standing === 'removed') return ok(undefined)
    if (reference === undefined || sale?.mayRemove !== true || sale.state !== 'queued')
      return err({ code: 'alreadyLeft' })
    const cancelled = sales.cancel(reference, `Taken back by ${handover.from}`, null)
    if (cancelled.ok) return ok(undefined)
    return err({ code: cancelled.error.code === 'notAllowed' ? 'alreadyLeft' : 'notSaved' })
  }
}

function textsOf({ amountKobo, slip, note }: HandoverFacts) {
  return { amountText: nairaText(amountKobo), transactionId: slip, note }
}

type OfSlip = Pick<HandoverFacts, 'amountKobo' | 'terminalId'>

const isOfSlip = (one: OfSlip, other: OfSlip): boolean =>
  one.amountKobo === other.amountKobo && one.terminalId === other.terminalId

/** A till that numbers anew each day must be told: the key alone is not the sale. */
function isSame(before: HandoverFacts, now: HandoverFacts): boolean {
  return (
    before.amountKobo === now.amountKobo &&
    before.terminalId === now.terminalId &&
    before.slip === now.slip &&
    before.soldAtMs === now.soldAtMs
  )
}

function factsOf(
  till: TillFacts,
  key: string,
  handed: SaleHanded,
  profile: Profile,
  nowMs: number,
): Result<HandoverFacts, Problem> {
  const { terminalId, amount, slip = '', note = '', soldAt, cashier = '' } = handed
  if (!till.terminalIds.includes(terminalId)) return err({ code: 'otherTerminal', field: 'terminalId' })
  const request = { amountText: amount, transactionId: slip, note }
  const entry = readEntry({ ...request, confirmedAmount: false, confirmedSecondSale: false }, profile)
  if (!entry.ok) {
    const field = entry.error.code === 'invalid' ? (entry.error.fields[0]?.field ?? '') : ''
    return err({ code: 'invalid', field: field === 'transactionId' ? 'slip' : field })
  }
  return ok({
    tillId: till.id,
    key,
    environment: till.environment,
    partnerUrl: till.partnerUrl,
    clientId: till.clientId,
    terminalId,
    amountKobo: entry.value.amountKobo,
    slip: entry.value.transactionId,
    note: entry.value.note,
    soldAtMs: Date.parse(soldAt),
    handedAtMs: nowMs,
    from: cashier.trim() === '' ? till.name : `${till.name}, ${cashier.trim()}`,
    reason: null,
  })
}
