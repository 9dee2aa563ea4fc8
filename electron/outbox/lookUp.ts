import { isQuietProven, isSpread, missShape, type AbsenceProgress } from './absence.ts'
import type { SalePatch } from './change.ts'
import type { DeliveryContext } from './deliveryContext.ts'
import { lookUpDelayMs, unsettledAfterMs } from './delays.ts'
import { applyRecord, observeRecords } from './evidence.ts'
import { wait, type Course } from './eventual.ts'
import { isHostFailure } from './host.ts'
import { instantOf } from './instant.ts'
import type { NotFoundShape } from './notFound.ts'
import type { SaleRow } from './saleRow.ts'
import type { AttemptEnd } from './saleStore.ts'
import { errorCode, isSameReference } from './verdicts.ts'

/** The states in which the bank may still have something to say; an accepted sale is followed elsewhere. */
export const LOOKED_UP_STATES: readonly SaleRow['state'][] = [
  'unknown',
  'review',
  'conflict',
  'refused',
  'cancelled',
  'writtenOff',
]

/**
 * Asks the service for one sale (specification 4.6). A matching record settles it; everything else, "not found"
 * included, proves nothing by itself: it may count towards the absence proof (design §5.4) and sets the next look-up.
 * All of it are GETs, so it may be repeated freely.
 */
export function* lookUp(context: DeliveryContext, notFound: NotFoundShape, sale: SaleRow): Course<void> {
  const { service, store, host, now } = context
  if (service.clientId() !== sale.destination.clientId) return
  const startedAt = now()
  const answer = yield* wait(service.status(sale.transactionId))
  if (answer === 'notSignedIn') return
  const { result, evidence } = answer
  const answeredAt = now()
  const missedAt = instantOf(context.clock)
  const shape = missShape(answer, sale.transactionId)
  if (result.ok) host.succeeded()
  // What may be a "not found" speaks of the sale; whether the host is well shows at the gate.
  else if (shape === null && isHostFailure(result.error)) host.failed(result.error)

  // The answer took its time; the sale may have moved meanwhile.
  const current = lookedUp(context, sale)
  if (current === undefined || !isSameAttempt(current, sale)) return
  const attemptId = store.beginAttempt(current, { kind: 'statusLookUp', boot: context.boot, startedAt })
  const end: AttemptEnd = { attemptId, verdict: result.ok ? 'record' : errorCode(result.error), evidence }
  if (result.ok && applyRecord(context, current, result.value, end)) return

  const isAnswered = result.ok || shape !== null
  countCheck(context, current, isAnswered ? { lookedUpAwakeMs: answeredAt.awakeMs } : {}, end)
  if (shape === null || current.state !== 'unknown') return
  if (!isSpread(progressOf(current), answeredAt.awakeMs, quietMs(context))) return
  if (!(yield* notFound.isBelieved(shape, sale.destination, missedAt))) return
  const believed = lookedUp(context, sale)
  if (believed?.state !== 'unknown' || !isSameAttempt(believed, sale)) return
  // A person's look-up may have counted meanwhile: two at once are one.
  if (!isSpread(progressOf(believed), answeredAt.awakeMs, quietMs(context))) return
  store.note(
    believed,
    { notFoundCount: believed.notFoundCount + 1, lastNotFoundAwakeMs: answeredAt.awakeMs },
    now(),
  )
  const counted = lookedUp(context, sale)
  if (counted !== undefined && isQuietProven(progressOf(counted), quietMs(context))) {
    yield* proveAbsence(context, counted)
  }
}

/** The rest of the proof: a complete search that lacks the sale, and a later sale that is already visible. */
function* proveAbsence(context: DeliveryContext, sale: SaleRow): Course<void> {
  const { service, store, zone, profile, now } = context
  // Another client's empty list would prove an absence that is none.
  if (service.clientId() !== sale.destination.clientId) return
  const read = yield* wait(
    service.searchAll({
      terminalId: sale.terminalId,
      dateFrom: zone.day(sale.recordedAtMs, -1),
      dateTo: zone.day(now().wallMs, 1),
    }),
  )
  if (read === 'notSignedIn') return
  observeRecords(context, sale.destination, read.rows)
  const current = lookedUp(context, sale)
  if (current?.state !== 'unknown' || !isSameAttempt(current, sale) || read.incompleteReason !== null) return
  if (read.rows.some((record) => isSameReference(record.transactionId, sale.transactionId))) return
  const dueAwakeMs = now().awakeMs
  if (current.bankMessage !== null) {
    store.apply(current, 'absentAfterNo', { checkCount: 0, dueAwakeMs }, now())
  } else if (read.rows.some((record) => isLaterSale(context, current, record.transactionId))) {
    const mayResend = profile.outbox.resendAfterAbsence === 'auto' && current.resendCount === 0
    if (mayResend) store.apply(current, 'absentResend', { failureCount: 0, dueAwakeMs }, now())
    else
      store.apply(current, 'absentAsk', { reviewReason: 'absenceProven', checkCount: 0, dueAwakeMs }, now())
  }
  context.onSaleChanged(sale.transactionId)
}

/** Evidence that was asked for before another send of the sale says nothing about that one. */
function isSameAttempt(current: SaleRow, asked: SaleRow): boolean {
  return current.sendCount === asked.sendCount
}

/** Whether a record is of a sale of ours on that terminal that left after the last byte of this one could. */
function isLaterSale(context: DeliveryContext, sale: SaleRow, transactionId: string): boolean {
  const other = context.store.byTransactionId(transactionId)
  return (
    other !== undefined &&
    other.state === 'accepted' &&
    other.terminalId === sale.terminalId &&
    other.sentAwakeMs !== null &&
    sale.unknownSinceAwakeMs !== null &&
    other.sentAwakeMs > sale.unknownSinceAwakeMs
  )
}

function countCheck(context: DeliveryContext, sale: SaleRow, patch: SalePatch, end: AttemptEnd): void {
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

function lookedUp(context: DeliveryContext, sale: SaleRow): SaleRow | undefined {
  const current = context.store.byTransactionId(sale.transactionId)
  return current !== undefined && LOOKED_UP_STATES.includes(current.state) ? current : undefined
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
