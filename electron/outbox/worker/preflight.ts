import type { Result } from '../../../shared/result.ts'
import { type GatewayError, errorCode } from '../../gateway/answer.ts'
import { refusalOf } from '../../session/refusals.ts'
import { mayMeanNothing } from '../rules/absenceProof.ts'
import type { DeliveryContext } from './context.ts'
import { askedNow } from './learned.ts'
import { wait, type Effect } from '../../work/effect.ts'
import { observeRecords } from './shownRecords.ts'
import type { SaleRow } from '../rules/saleRow.ts'
import { daysSince } from './searchDays.ts'

/** The harmless reads before a send, which show whether the service answers. */
export interface GateReads {
  openGate(sale: SaleRow): Effect<void>
  /** The last of ten minutes of answers that kept the gate closed; null before that. */
  refusedWith(): string | null
  /** @returns whether the service answered cleanly */
  askForOneTerminal(): Effect<boolean>
}

/** Whether the refusal may be about this question alone: an empty day, days to come, a row that cannot be read. */
function mayAnswerOthers(error: GatewayError): boolean {
  if (error.kind === 'http') return ![401, 403, 429].includes(error.status)
  return error.kind === 'declined' || error.kind === 'malformed'
}

/** Sales wait this long for a gate that answers keep closed, awake ms. */
const REFUSED_MS_MAX = 10 * 60_000

/** Whether the service itself answered, not a portal or a host in trouble. */
function isSaid(error: GatewayError): boolean {
  const refusal = refusalOf(error)
  return refusal === null ? error.kind === 'malformed' : refusal !== 'saidNothing'
}

export function createGateReads(context: DeliveryContext): GateReads {
  const { service, breaker, clock, awake } = context
  /** Since when answers have kept the gate closed, awake ms, and the latest of them. */
  let refused: { readonly sinceMs: number; readonly latest: string } | null = null

  /** Page 1 of the transactions around today; if the bank says no to that, or cannot be read, one terminal of the list. */
  function* openGate({ terminalId, destination }: SaleRow): Effect<void> {
    const asked = askedNow(context)
    const { learned } = asked
    const generation = service.generation()
    const days = daysSince(context, clock.wallNowMs())
    const searched = yield* wait(service.searchOne({ terminalId, ...days }))
    if (searched === 'notSignedIn') return
    const isOther = !searched.result.ok && mayAnswerOthers(searched.result.error)
    // A trial needs answers as clean as those before the stop.
    const isClean = searched.result.ok || mayMeanNothing(searched.result.error)
    const isAnswered = isOther ? yield* askForOneTerminal() : takeAnswer(searched.result)
    // A token that was renewed meanwhile has yet to be answered; the next step asks with it.
    const isSameToken = generation === service.generation()
    if (!isAnswered || !isClean) learned.cleanReads.forget()
    if (isAnswered && isSameToken && generation !== null) {
      learned.gate.open(generation)
      if (isClean) learned.cleanReads.answered(awake.nowMs())
    }
    // Last, because writing may take a while, and the gate's half minute starts at the answer.
    if (searched.result.ok) yield* observeRecords(context, destination, searched.result.value.rows, asked)
  }

  function* askForOneTerminal(): Effect<boolean> {
    const answer = yield* wait(service.oneTerminal())
    return answer !== 'notSignedIn' && takeAnswer(answer.result)
  }

  /** Any error slows the loop down here; otherwise it would ask again at once. */
  function takeAnswer(result: Result<unknown, GatewayError>): boolean {
    if (result.ok) breaker.succeeded()
    else breaker.failed(result.error)
    const sinceMs = refused?.sinceMs ?? awake.nowMs()
    refused = result.ok || !isSaid(result.error) ? null : { sinceMs, latest: errorCode(result.error) }
    return result.ok
  }

  return {
    openGate,
    refusedWith: () =>
      refused !== null && awake.nowMs() - refused.sinceMs >= REFUSED_MS_MAX ? refused.latest : null,
    askForOneTerminal,
  }
}

/** Oldest token for the start of a drain. */
const TOKEN_AGE_MS_MAX = 10 * 60_000
/** After this time without a send, the next one starts a new drain. */
const DRAIN_IDLE_MS = 60_000

/** The token's age is checked once, at the start of a drain. */
export interface DrainToken {
  isFresh(nowMs: number): boolean
  renew(): Effect<void>
}

/** @param lastSendAtMs monotonic; null before the first send */
export function createDrainToken(
  { service, way, clock }: Pick<DeliveryContext, 'service' | 'way' | 'clock'>,
  lastSendAtMs: () => number | null,
): DrainToken {
  return {
    isFresh: (nowMs) => {
      const { tokenCheckedAtMs: checkedAtMs } = way.learned()
      const drainAtMs = Math.max(lastSendAtMs() ?? -Infinity, checkedAtMs ?? -Infinity)
      return checkedAtMs !== null && nowMs - drainAtMs < DRAIN_IDLE_MS
    },
    // If login cannot be reached the old token stays, and the gate shows whether it still works.
    renew: function* () {
      const learned = way.learned()
      yield* wait(service.freshToken(TOKEN_AGE_MS_MAX))
      learned.tokenCheckedAtMs = clock.monotonicNowMs()
    },
  }
}
