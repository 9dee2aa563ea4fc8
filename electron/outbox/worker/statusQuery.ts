import { type Effect, wait } from '../../work/effect.ts'
import { isSameDestination } from '../../gateway/destination.ts'
import type { SaleRow } from '../rules/saleRow.ts'
import {
  isQuietProven,
  isSpread,
  missShape,
  speaksOfSale,
  type AbsenceProgress,
} from '../rules/absenceProof.ts'
import { lookUpAgeMs, type SalePatch } from '../rules/change.ts'
import type { DeliveryContext } from './context.ts'
import { askedNow, type Learned, noteFound } from './learned.ts'
import { lookUpDelayMs, unsettledAfterMs } from '../rules/delays.ts'
import { applyRecord } from './acceptance.ts'
import { isWholeBut } from '../../gateway/pagedReader.ts'
import { isHostFailure } from './service.ts'
import { FRESH_LOOK_UP_MS } from '../rules/machine.ts'
import { instantOf } from '../../clock/instant.ts'
import {
  isLaterSale,
  laterSaleIn,
  type Miss,
  type NotFoundShape,
  askLists,
  type ListParts,
} from './absence.ts'
import { noteUnaccounted } from './unaccounted.ts'
import { observeOwed, observeRecords } from './shownRecords.ts'
import { followAccepted } from './followAccepted.ts'
import { asRecorded } from '../store/factsStore.ts'
import type { AttemptEnd } from '../store/attemptStore.ts'
import { daysSince, wereRightDays } from './searchDays.ts'
import { markedStopOf } from './stop.ts'
import { errorCode } from '../../gateway/answer.ts'
import { isSameReference } from '../rules/references.ts'
import { mayBeRecordOf } from '../rules/responseClassifier.ts'
import { type PreSendQuery, clearedPatch } from './preSendQuery.ts'

/** Looks sales up, each once at a time: two simultaneous look-ups of one sale would count twice. */
export interface LookUps {
  isUnderWay(transactionId: string): boolean
  lookUp(sale: SaleRow, isForPerson: boolean): Effect<void>
}

export function createLookUps(parts: HeldSlipParts & StatusQueryParts): LookUps {
  const underWay = new Set<string>()
  return {
    isUnderWay: (transactionId) => underWay.has(transactionId),
    lookUp: function* (sale, isForPerson) {
      if (underWay.has(sale.transactionId)) return
      underWay.add(sale.transactionId)
      try {
        const isUnclear = sale.state === 'held' && sale.heldReason === 'bankUnclear'
        if (isUnclear) yield* lookUpHeld(parts, sale, isForPerson)
        else yield* lookUp(parts, sale, isForPerson)
      } finally {
        underWay.delete(sale.transactionId)
      }
    },
  }
}

/** The states in which the bank may still have an answer; an accepted sale is asked about until it is paid. */
export const LOOKED_UP_STATES: readonly SaleRow['state'][] = [
  'unknown',
  'review',
  'conflict',
  'refused',
  'cancelled',
  'writtenOff',
]

/** Of held sales, only those that the bank may have. The others are put right here. */
export function mayBeLookedUp({ state, heldReason }: Pick<SaleRow, 'state' | 'heldReason'>): boolean {
  const isAskedAbout = heldReason === 'bankUnclear' || heldReason === 'factsChanged'
  return LOOKED_UP_STATES.includes(state) || (state === 'held' && isAskedAbout)
}

export interface StatusQueryParts extends ListParts {
  readonly notFound: NotFoundShape
}

/**
 * Asks the service for one sale (docs/service.md 4.6). A matching record settles it. Anything else, even "not found",
 * proves nothing alone: it may count towards the absence proof, and sets the time of the next look-up. It sends only
 * GETs, so it may be repeated.
 * @param isForPerson a person waits for the answer to decide: if it says nothing, the lists are read too
 */
export function* lookUp(parts: StatusQueryParts, sale: SaleRow, isForPerson: boolean): Effect<void> {
  const { context, notFound } = parts
  const { service, store, breaker, now } = context
  if (service.clientId() !== sale.destination.clientId) return
  if (sale.state === 'accepted') {
    yield* followAccepted(context, sale)
    if (isForPerson) yield* noteDifferenceShown(parts, sale)
    return
  }
  // The bank knows it as it was recorded, even if its row changed since.
  const recorded = asRecorded(store, sale)
  if (!isSameDestination(recorded.destination, sale.destination)) {
    // Another destination cannot be asked from here; in time the sale goes to a person.
    countCheck(context, sale, {})
    return
  }
  const learned = context.way.learned()
  const startedAt = now()
  const answer = yield* wait(service.status(recorded.transactionId))
  if (answer === 'notSignedIn') return
  const { result, evidence } = answer
  const answeredAt = now()
  const missedAt = instantOf(context.clock)
  const shape = missShape(answer)
  if (result.ok) breaker.succeeded()
  // A possible "not found" is about the sale; the gate shows how the host is.
  else if (!speaksOfSale(answer) && isHostFailure(result.error)) breaker.failed(result.error)
  const isOwn = result.ok && isSameReference(result.value.transactionId, recorded.transactionId)
  if (isOwn) noteFound(learned, context.clock, sale.destination, recorded.transactionId)

  // The sale may have moved while waiting for the answer.
  const current = lookedUp(context, sale)
  if (current === undefined || !isSameAttempt(current, sale)) {
    // A manager may have resent it meanwhile: what the answer shows comes before that.
    if (result.ok && isOwn)
      yield* observeRecords(context, sale.destination, [result.value], { learned, at: startedAt })
    return
  }
  const attemptId = store.beginAttempt(current, { kind: 'statusLookUp', boot: context.boot, startedAt })
  const end: AttemptEnd = { attemptId, verdict: result.ok ? 'record' : errorCode(result.error), evidence }
  const asking = { ...context, askedAt: startedAt }
  if (result.ok && applyRecord(asking, current, result.value, end)) return

  countCheck(context, current, isOwn ? { lookedUpAwakeMs: answeredAt.awakeMs } : {}, end)
  // A person gets it with the bank's record, if a list shows one that may be its.
  if (current.state === 'unknown' && lookedUp(context, sale)?.state === 'review') yield* askLists(parts, sale)
  const { transactionId, destination } = recorded
  const miss = shape === null ? null : { transactionId, shape, destination, at: missedAt }
  if (!isOwn)
    yield* noteSpoken(parts, learned, sale, { miss, answeredAwakeMs: answeredAt.awakeMs, isForPerson })
  if (miss === null || current.state !== 'unknown') return
  if (!isSpread(progressOf(current), answeredAt.awakeMs, quietMs(context))) return
  if (!(yield* notFound.isBelieved(learned, miss))) return
  const believed = lookedUp(context, sale)
  if (believed?.state !== 'unknown' || !isSameAttempt(believed, sale)) return
  // A person's look-up may have counted meanwhile: two at once are one.
  if (!isSpread(progressOf(believed), answeredAt.awakeMs, quietMs(context))) return
  store.note(
    believed,
    {
      notFoundCount: believed.notFoundCount + 1,
      lastNotFoundAwakeMs: answeredAt.awakeMs,
      lookedUpAwakeMs: answeredAt.awakeMs,
    },
    now(),
  )
  const counted = lookedUp(context, sale)
  if (counted !== undefined && isQuietProven(progressOf(counted), quietMs(context))) {
    yield* proveAbsence(context, counted)
  }
}

/**
 * A person decides only on an answer about the sale itself: "not found" in the words for references that cannot exist,
 * while the same call still finds a known record, or complete lists that show the sale or lack it. Every other answer
 * may hide a record, and does not renew the look-up.
 */
function* noteSpoken(
  parts: StatusQueryParts,
  learned: Learned,
  sale: SaleRow,
  {
    miss,
    answeredAwakeMs,
    isForPerson,
  }: { readonly miss: Miss | null; readonly answeredAwakeMs: number; readonly isForPerson: boolean },
): Effect<void> {
  const { context, notFound } = parts
  const before = lookedUp(context, sale)
  if (!mayBeDecided(before)) return
  const isMiss = miss !== null && (yield* notFound.isBelieved(learned, miss))
  // Sent again only where no list shows a record that may be its.
  const needsLists = before?.state === 'review' || !isMiss
  if (needsLists && !isForPerson) return
  const said = needsLists ? yield* askLists(parts, sale) : 'unknown'
  if (said === 'unaccounted' || (said === 'unknown' && !isMiss)) return
  const current = lookedUp(context, sale)
  if (current === undefined || !mayBeDecided(current) || !isSameAttempt(current, sale)) return
  const lookedUpAwakeMs = isMiss ? answeredAwakeMs : context.now().awakeMs
  context.store.note(current, { lookedUpAwakeMs }, context.now())
  context.onSaleChanged(current.transactionId)
}

/** The lists may still show a difference that the question about the sale alone no longer shows. */
function* noteDifferenceShown(parts: StatusQueryParts, sale: SaleRow): Effect<void> {
  const { store, now, awake } = parts.context
  const open = (): SaleRow | undefined => {
    const current = store.byTransactionId(sale.transactionId)
    return current?.state === 'accepted' && current.differingOpen ? current : undefined
  }
  const before = open()
  if (before === undefined) return
  const ageMs = lookUpAgeMs(before, now())
  if (ageMs !== null && ageMs < FRESH_LOOK_UP_MS) return
  if ((yield* askLists(parts, sale)) !== 'shown') return
  const current = open()
  if (current === undefined) return
  store.note(current, { lookedUpAwakeMs: awake.nowMs() }, now())
  parts.context.onSaleChanged(current.transactionId)
}

/** Whether a manager may have a decision about it that needs a look-up. */
function mayBeDecided(sale: SaleRow | undefined): boolean {
  return sale !== undefined && ['review', 'conflict', 'held'].includes(sale.state)
}

/** The rest of the proof: a complete search that lacks the sale, and a later sale that is visible. */
function* proveAbsence(context: DeliveryContext, sale: SaleRow): Effect<void> {
  const { service, store, profile, now } = context
  const { terminalId, recordedAtMs, transactionId } = asRecorded(store, sale)
  // Another client's empty list would wrongly prove absence.
  if (service.clientId() !== sale.destination.clientId) return
  const asked = askedNow(context)
  const days = daysSince(context, recordedAtMs)
  const read = yield* wait(service.searchAll({ terminalId, ...days }))
  if (read === 'notSignedIn') return
  yield* observeRecords(context, sale.destination, read.rows, asked)
  const later = yield* laterSaleIn(context, sale, read.rows)
  if (yield* noteUnaccounted(context, sale, read.rows)) return
  if (!wereRightDays(context, recordedAtMs, days)) return
  markedStopOf(context, sale.destination)
  const current = lookedUp(context, sale)
  if (current?.state !== 'unknown' || !isSameAttempt(current, sale)) return
  if (!isWholeBut(read, (row) => mayBeRecordOf(transactionId, row))) return
  if (read.rows.some((record) => isSameReference(record.transactionId, transactionId))) return
  const dueAwakeMs = now().awakeMs
  if (current.bankMessage !== null) {
    store.apply(current, 'absentAfterNo', { checkCount: 0, dueAwakeMs }, now())
  } else if (later !== undefined && isLaterSale(context, current, later)) {
    // A stuck part of the bank may commit all that it took, together and late, so a quiet period proves less here.
    const reviewReason = current.inStop ? 'partOfStop' : 'absenceProven'
    const mayResend =
      profile.outbox.resendAfterAbsence === 'auto' && current.resendCount === 0 && !current.inStop
    if (mayResend) store.apply(current, 'absentResend', { failureCount: 0, dueAwakeMs }, now())
    else store.apply(current, 'absentAsk', { reviewReason, checkCount: 0, dueAwakeMs }, now())
  }
  context.onSaleChanged(sale.transactionId)
}

/** Evidence requested before another send of the sale says nothing about that send. */
function isSameAttempt(current: SaleRow, asked: SaleRow): boolean {
  return current.sendCount === asked.sendCount
}

function countCheck(context: DeliveryContext, sale: SaleRow, patch: SalePatch, end?: AttemptEnd): void {
  const { store, now } = context
  const { wallMs, awakeMs } = now()
  const checked: SalePatch = {
    ...patch,
    checkCount: sale.checkCount + 1,
    lastCheckAtMs: wallMs,
    dueAwakeMs: awakeMs + lookUpDelayMs(sale.state, sale.checkCount + 1),
  }
  const unknownForMs = awakeMs - (sale.unknownSinceAwakeMs ?? awakeMs)
  if (sale.state === 'unknown' && unknownForMs >= unsettledAfterMs(quietMs(context))) {
    store.apply(sale, 'leftUnsettled', { ...checked, reviewReason: 'unsettled' }, now(), null, end)
  } else {
    store.note(sale, checked, now(), end)
  }
  context.onSaleChanged(sale.transactionId)
}

/** The sale's current row, after every record shown since the request. */
function lookedUp(context: DeliveryContext, sale: SaleRow): SaleRow | undefined {
  observeOwed(context, sale.transactionId)
  const current = context.store.byTransactionId(sale.transactionId)
  return current !== undefined && mayBeLookedUp(current) ? current : undefined
}

function progressOf(sale: SaleRow): AbsenceProgress {
  return {
    unknownSinceMs: sale.unknownSinceAwakeMs ?? Number.POSITIVE_INFINITY,
    notFoundCount: sale.notFoundCount,
    lastNotFoundAtMs: sale.lastNotFoundAwakeMs,
  }
}

function quietMs(context: DeliveryContext): number {
  return context.profile.outbox.quietPeriodMinutes * 60_000
}

export interface HeldSlipParts extends ListParts {
  readonly preSendQuery: Pick<PreSendQuery, 'askOnce'>
}

/**
 * Asks about a sale that waits for a person because the bank's answers say nothing about it. A record settles it, a
 * believed "not found" queues it again.
 * @param isForPerson the lists are read too: a manager may send without the bank's answer only what they lack
 */
export function* lookUpHeld(parts: HeldSlipParts, sale: SaleRow, isForPerson: boolean): Effect<void> {
  const { context } = parts
  const { store, now, onSaleChanged } = context
  const answer = yield* parts.preSendQuery.askOnce(sale, context.way.learned())
  if (answer.kind === 'moved' || answer.kind === 'notAsked') return
  if (answer.kind === 'absent') {
    const at = now()
    store.apply(sale, 'released', { ...clearedPatch, heldReason: null, dueAwakeMs: at.awakeMs }, at)
    onSaleChanged(sale.transactionId)
    return
  }
  const isLacking = isForPerson && (yield* askLists(parts, sale)) === 'lacking'
  const current = store.byTransactionId(sale.transactionId)
  if (current === undefined || current.version !== sale.version) return
  const at = now()
  store.note(
    current,
    {
      askProblem: answer.problem,
      checkCount: current.checkCount + 1,
      lastCheckAtMs: at.wallMs,
      dueAwakeMs: at.awakeMs + Math.max(answer.notBeforeMs, lookUpDelayMs('held', current.checkCount + 1)),
      ...(isLacking ? { lookedUpAwakeMs: at.awakeMs } : {}),
    },
    at,
  )
  onSaleChanged(sale.transactionId)
}
