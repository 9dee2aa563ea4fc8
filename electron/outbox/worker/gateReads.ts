import type { Result } from '../../../shared/result.ts'
import type { GatewayError } from '../../gateway/answer.ts'
import { refusalOf } from '../../session/refusals.ts'
import { mayMeanNothing } from '../rules/absence.ts'
import type { DeliveryContext } from './deliveryContext.ts'
import { wait, type Effect } from '../rules/effect.ts'
import type { Gate } from './gate.ts'
import { observeRecords } from './observed.ts'
import { errorCode } from '../rules/responseClassifier.ts'
import type { SaleRow } from '../rules/saleRow.ts'
import { daysSince } from './searchDays.ts'
import type { CleanReads } from './stop.ts'

/** The harmless reads before a send, which show whether the service answers. */
export interface GateReads {
  openGate(sale: SaleRow): Effect<void>
  /** What the answers of ten minutes awake said, none of which opened the gate; null while one may. */
  refusedWith(): string | null
  /** @returns whether the service answered cleanly */
  askForOneTerminal(): Effect<boolean>
  /** Answers to earlier requests no longer open the gate. */
  wayChanged(): void
}

/** Whether only this question may be refused: an empty day, days to come, or a row that cannot be read. */
function mayAnswerOthers(error: GatewayError): boolean {
  if (error.kind === 'http') return ![401, 403, 429].includes(error.status)
  return error.kind === 'declined' || error.kind === 'malformed'
}

/** Longest time for which sales wait for a gate that answers keep closed, awake ms. */
const REFUSED_MS_MAX = 10 * 60_000

/** Whether the service itself answered, and not a portal or a host in trouble, which passes. */
function isSaid(error: GatewayError): boolean {
  const refusal = refusalOf(error)
  return refusal === null ? error.kind === 'malformed' : refusal !== 'saidNothing'
}

export function createGateReads(context: DeliveryContext, gate: Gate, cleanReads: CleanReads): GateReads {
  const { service, breaker, clock, awake } = context
  /** Grows when the connection changes. */
  let way = 0
  /** The service answers, and nothing that it says opens the gate: since when, awake ms, and the latest of it. */
  let refused: { readonly sinceMs: number; readonly latest: string } | null = null

  /** Page 1 of the transactions around today; if the bank says no to that, or cannot be read, one terminal of the list. */
  function* openGate({ terminalId, destination }: SaleRow): Effect<void> {
    const askedOn = way
    const generation = service.generation()
    const days = daysSince(context, clock.wallNowMs())
    const searched = yield* wait(service.searchOne({ terminalId, ...days }))
    if (searched === 'notSignedIn') return
    const isOther = !searched.result.ok && mayAnswerOthers(searched.result.error)
    // A trial needs answers as clean as those before the stop.
    const isClean = searched.result.ok || mayMeanNothing(searched.result.error)
    const isAnswered = isOther ? yield* askForOneTerminal() : takeAnswer(searched.result)
    // A token that was renewed meanwhile has yet to be answered; the next step asks with it.
    const isSameWay = way === askedOn && generation === service.generation()
    if (!isAnswered || !isClean) cleanReads.forget()
    if (isAnswered && isSameWay && generation !== null) {
      gate.open(generation)
      if (isClean) cleanReads.answered(awake.nowMs())
    }
    // Last, because writing may take a while, and the gate's half minute starts at the answer.
    if (searched.result.ok) yield* observeRecords(context, destination, searched.result.value.rows)
  }

  function* askForOneTerminal(): Effect<boolean> {
    const answer = yield* wait(service.oneTerminal())
    return answer !== 'notSignedIn' && takeAnswer(answer.result)
  }

  /** Here even an error of one request slows the loop down; otherwise it would ask again at once. */
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
    wayChanged: () => {
      way += 1
    },
  }
}
