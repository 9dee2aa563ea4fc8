import { missShape } from '../rules/absenceProof.ts'
import type { DeliveryContext } from './context.ts'
import { ASKED_FOR_MS, type Learned } from './learned.ts'
import { wait, type Effect } from '../../work/effect.ts'
import { observeRecords } from './shownRecords.ts'
import { instantOf, passedMs, type Instant } from '../../clock/instant.ts'
import type { NotFoundShape } from './absence.ts'
import type { SaleRow } from '../rules/saleRow.ts'
import { errorCode } from '../../gateway/answer.ts'
import { isSameReference } from '../rules/references.ts'
import { YOUNG_MS } from './saleOrder.ts'
import { lookUpAgeMs, type SalePatch } from '../rules/change.ts'
import { backOffMs } from '../rules/delays.ts'
import type { Verifier } from './verification.ts'

/**
 * A sale that no list covers may be in a copy of this file. One wrong "not found" would pay it twice, so two are needed,
 * this far apart, the first not older than that; awake ms, and no sleep in between.
 */
const SECOND_MISS_MS = 30_000
/** A clock further off than this is wrong. */
const CLOCK_ERROR_MS_MAX = 10 * 60_000

/**
 * "Not found" covers one attempt: before the next, the slip may be paid at another counter. It covers these facts alone:
 * a manager may restore a row that was changed in the file.
 */
const attemptOf = ({ transactionId, sendCount, amountKobo, terminalId }: SaleRow): string =>
  JSON.stringify([transactionId, sendCount, amountKobo, terminalId])

/** The result of asking the bank about a waiting sale. */
export type Asked =
  /** It believably has no record. */
  | { readonly kind: 'absent'; readonly at: Instant }
  /** A record moved the sale, or the sale changed meanwhile. */
  | { readonly kind: 'moved' }
  /** The host was not reached, or no client is signed in: that says nothing about this sale. */
  | { readonly kind: 'notAsked' }
  /** No information. @see SaleRow.askProblem */
  | { readonly kind: 'unclear'; readonly problem: string; readonly notBeforeMs: number }

/** Which sales the bank is asked about by reference right before they are sent, and its answers. */
export interface PreSendQuery {
  /** Whether the bank must be asked now, without a recent answer. */
  isDue(sale: SaleRow): boolean
  /** Asks about a queued sale; a record settles it, and only a believed "not found" releases it. */
  ask(sale: SaleRow): Effect<void>
  /** Asks about a sale that waits for a person; only a record moves it. */
  askOnce(sale: SaleRow, learned: Learned): Effect<Asked>
}

/** @param isVerified whether the sale is young, or a complete search has shown that the bank does not have it */
export function createPreSendQuery(
  context: DeliveryContext,
  notFound: NotFoundShape,
  isVerified: (sale: SaleRow) => boolean,
  verifier: Pick<Verifier, 'isGivenUp' | 'otherFormOf'>,
): PreSendQuery {
  const { service, store, reads, way, breaker, clock, awake } = context
  /** How often a token has ended between a question and its send since the last early renewal. */
  let endedEarly = 0

  /**
   * An expired token may get exactly the words of "not found". It cannot send, but the next token can: so an answer to
   * one token never covers a send with another.
   */
  function isAnswered(sale: SaleRow): boolean {
    const { answered, answeredTo } = way.learned()
    const isRecent = answered.has(attemptOf(sale))
    if (service.generation() === answeredTo) return isRecent
    if (isRecent) endedEarly += 1
    answered.forget()
    return false
  }

  function noteAnswered(learned: Learned, sale: SaleRow, generation: number | null, at: Instant): void {
    if (generation !== learned.answeredTo) learned.answered.forget()
    learned.answeredTo = generation
    learned.answered.note(attemptOf(sale), at)
  }

  /** The search before a first send goes by days; a clock that is or was wrong makes it search the wrong ones. */
  function isDateDoubtful(sale: SaleRow): boolean {
    const isOfThisRun = sale.recordedBoot === context.boot && sale.sendCount === 0
    const clockAheadMs = context.clockAheadMs()
    // Without a time from the service, this computer's clock is unconfirmed.
    const isClockWrong = clockAheadMs === null || Math.abs(clockAheadMs) > CLOCK_ERROR_MS_MAX
    const isFromTheFuture = sale.recordedAtMs > clock.wallNowMs() + CLOCK_ERROR_MS_MAX
    return (
      !(isOfThisRun && awake.nowMs() - sale.recordedAwakeMs < YOUNG_MS) && (isClockWrong || isFromTheFuture)
    )
  }

  /**
   * A typed or scanned reference is on a slip, which may have been entered at another counter, or in another copy of
   * this file, a moment ago. The bank would pay it again.
   */
  const isReferenceShared = (sale: SaleRow): boolean => reads.isTyped(sale)

  /** A resend: the bank may have taken the earlier send late, after every earlier search. */
  const wasInDoubt = (sale: SaleRow): boolean => sale.unknownSinceAwakeMs !== null

  const isCoveredByNone = (sale: SaleRow): boolean => !isVerified(sale) && verifier.isGivenUp(sale)

  const isUnchanged = (sale: SaleRow): boolean =>
    store.byTransactionId(sale.transactionId)?.version === sale.version

  function* askOnce(sale: SaleRow, learned: Learned): Effect<Asked> {
    const askedAt = context.now()
    const { transactionId, destination } = sale
    if (service.clientId() !== destination.clientId) return { kind: 'notAsked' }
    const answer = yield* wait(service.status(transactionId))
    if (answer === 'notSignedIn') return { kind: 'notAsked' }
    const at = instantOf(clock)
    const { result } = answer
    if (result.ok) {
      // A record of another sale answers nothing.
      const isOwn = isSameReference(result.value.transactionId, transactionId)
      if (isOwn) yield* observeRecords(context, destination, [result.value], { learned, at: askedAt })
      if (!isUnchanged(sale)) return { kind: 'moved' }
      return unclear(isOwn ? 'recordNotTaken' : 'otherRecord')
    }
    const { error } = result
    if (error.kind === 'unsent') {
      breaker.failed(error)
      return { kind: 'notAsked' }
    }
    // A silent host delays everything for a while; an answer about one sale never does.
    if (answer.evidence.httpStatus === null) breaker.failed(error)
    const shape = missShape(answer)
    const otherForm = shape === null ? undefined : verifier.otherFormOf(sale)
    if (otherForm !== undefined) return unclear(`otherForm:${otherForm}`)
    const isAbsent =
      shape !== null &&
      (yield* notFound.isBelievedBeforeSend(learned, { transactionId, shape, destination, at }, sale))
    if (!isUnchanged(sale)) return { kind: 'moved' }
    // Believed too late for a send: asking again at once would never end if every answer is slow.
    const isTooLate = passedMs(clock, at) >= ASKED_FOR_MS
    if (isAbsent && isTooLate) return unclear('notBelieved')
    if (isAbsent) return { kind: 'absent', at }
    const retryAfterMs = error.kind === 'http' ? error.retryAfterMs : null
    return unclear(shape === null ? errorCode(error) : 'notBelieved', retryAfterMs ?? 0)
  }

  return {
    isDue: (sale) =>
      (isDateDoubtful(sale) || isReferenceShared(sale) || wasInDoubt(sale) || !isVerified(sale)) &&
      !isAnswered(sale),
    askOnce,
    ask: function* (sale) {
      // A token that serves few requests would end before every send. A single renewal is common: "not found" causes it.
      if (endedEarly > 1) {
        endedEarly = 0
        yield* wait(service.freshToken(0))
      }
      // Where asking itself renews it, the next step asks once more.
      const learned = way.learned()
      const generation = service.generation()
      const answer = yield* askOnce(sale, learned)
      if (answer.kind === 'moved' || answer.kind === 'notAsked') return
      if (answer.kind === 'unclear' && !isWaived(context, sale)) {
        leaveUnclear(context, sale, answer)
        return
      }
      if (answer.kind === 'absent' && isCoveredByNone(sale) && !isWaived(context, sale)) {
        const at = learned.missed.at(attemptOf(sale))
        const leftMs = at === null ? SECOND_MISS_MS : SECOND_MISS_MS - passedMs(clock, at)
        if (at === null) learned.missed.note(attemptOf(sale), answer.at)
        if (leftMs > 0) {
          const now = context.now()
          store.note(sale, { ...clearedPatch, dueAwakeMs: now.awakeMs + leftMs }, now)
          context.onSaleChanged(sale.transactionId)
          return
        }
      }
      if (answer.kind === 'absent' && sale.askSinceAwakeMs !== null) {
        store.note(sale, clearedPatch, context.now())
        context.onSaleChanged(sale.transactionId)
      }
      noteAnswered(learned, sale, generation, answer.kind === 'absent' ? answer.at : instantOf(clock))
    },
  }
}

function unclear(problem: string, notBeforeMs = 0): Asked {
  return { kind: 'unclear', problem, notBeforeMs }
}

/** A sale whose pre-send query got no clear answer. It may be paid, so it waits alone; then a person has it. */

/** Longest wait in the queue, awake ms; then it needs a person. */
const UNCLEAR_MS_MAX = 10 * 60_000
/** A manager's permission covers the next send, not one hours later or after a sleep; awake ms. */
const WAIVED_FOR_MS = 10 * 60_000

/** Written once the bank has given a believable answer. */
export const clearedPatch: SalePatch = {
  askSinceAwakeMs: null,
  askProblem: null,
  askWaived: false,
  failureCount: 0,
}

/** Whether a manager allows sending without a readable answer, on recently read lists. */
export function isWaived({ now }: Pick<DeliveryContext, 'now'>, sale: SaleRow): boolean {
  const ageMs = lookUpAgeMs(sale, now())
  return sale.askWaived && ageMs !== null && ageMs < WAIVED_FOR_MS
}

/** Gives a queued sale to a person, because no answer of the bank lets it go. It is asked about from then on. */
export function setAside(
  { store, now, onSaleChanged }: Pick<DeliveryContext, 'store' | 'now' | 'onSaleChanged'>,
  sale: SaleRow,
  problem: string,
): void {
  const at = now()
  const held: SalePatch = {
    askSinceAwakeMs: sale.askSinceAwakeMs ?? at.awakeMs,
    askProblem: problem,
    askWaived: false,
    heldReason: 'bankUnclear',
    failureCount: 0,
    checkCount: 0,
    lookedUpAwakeMs: null,
    dueAwakeMs: at.awakeMs,
  }
  store.apply(sale, 'leftUnclear', held, at, problem)
  onSaleChanged(sale.transactionId)
}

/** Delays a queued sale alone, with full jitter; others go on meanwhile. */
export function leaveUnclear(
  context: Pick<DeliveryContext, 'store' | 'now' | 'random' | 'onSaleChanged'>,
  sale: SaleRow,
  why: { readonly problem: string; readonly notBeforeMs: number },
): void {
  const { store, random } = context
  const now = context.now()
  const askSinceAwakeMs = sale.askSinceAwakeMs ?? now.awakeMs
  const failureCount = sale.failureCount + 1
  const givenUpAtMs = askSinceAwakeMs + UNCLEAR_MS_MAX
  const patch: SalePatch = { askSinceAwakeMs, askProblem: why.problem, askWaived: false, failureCount }
  if (now.awakeMs >= givenUpAtMs) {
    setAside(context, sale, why.problem)
    return
  }
  const delayMs = Math.max(why.notBeforeMs, backOffMs(failureCount, random.next()))
  // It is asked once more at the end of its time; otherwise a long delay would keep it from a person.
  const dueAwakeMs = Math.min(now.awakeMs + delayMs, givenUpAtMs)
  store.note(sale, { ...patch, dueAwakeMs }, now)
  context.onSaleChanged(sale.transactionId)
}
