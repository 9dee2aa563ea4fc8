import type { DeliveryContext } from './deliveryContext.ts'
import type { Gate } from './gate.ts'
import { nextSale, type NextSale } from './nextSale.ts'
import type { Situation } from './policy.ts'
import type { Destination, SaleRow } from '../rules/saleRow.ts'
import { markedStopOf, type CleanReads, type Stop } from './stop.ts'
import type { Turns } from './turns.ts'
import type { Verifier } from './verifier.ts'

/** The input for the next step, and the sales it may be about. */
export interface Seen {
  readonly situation: Situation
  readonly queued?: NextSale
  readonly lookUp?: SaleRow
}

export interface SituationParts {
  readonly gate: Gate
  readonly cleanReads: CleanReads
  readonly verifier: Verifier
  readonly isVerified: (sale: SaleRow) => boolean
  readonly turns: Turns
  readonly isUnderWay: (transactionId: string) => boolean
  /** Whether this drain checked its token, as of a monotonic time. */
  readonly isTokenFresh: (nowMs: number) => boolean
}

/**
 * The current stop, with its sales marked as part of it. Marked in the turn in which it starts: a look-up by a person
 * may settle one of them in the next turn, and the others are still part of the stop.
 */
export function markedStop(context: DeliveryContext): Stop | null {
  const destination = context.service.generation() === null ? null : context.destination()
  return destination === null ? null : markedStopOf(context, destination)
}

/** Reads the current situation of a destination's delivery. */
export function createSituation(
  context: DeliveryContext,
  parts: SituationParts,
): (destination: Destination | null) => Seen {
  const { service, reads, breaker, clock, awake } = context
  const { gate, cleanReads, verifier, isVerified, turns, isUnderWay, isTokenFresh } = parts

  return (destination) => {
    const nowMs = clock.monotonicNowMs()
    const nowAwakeMs = awake.nowMs()
    const isSignedIn = destination !== null && service.generation() !== null
    const stop = markedStop(context)
    const trial = {
      turnInMs: stop?.kind === 'terminal' ? stop.trialFromMs - nowAwakeMs : 0,
      readInMs: cleanReads.nextInMs(nowAwakeMs),
    }
    const isTrialReady = trial.turnInMs <= 0 && trial.readInMs === null
    const next = isSignedIn ? nextSale(reads, destination, stop, nowAwakeMs, isTrialReady, turns) : undefined
    const due = isSignedIn ? reads.nextLookUp(destination, nowAwakeMs) : undefined
    const situation: Situation = {
      nowMs,
      isSignedIn,
      hostNotBeforeMs: breaker.notBeforeMs(),
      // A look-up by a person is already running; starting it again would spin.
      isLookUpDue: due !== undefined && !isUnderWay(due.transactionId),
      queued:
        next === undefined
          ? null
          : {
              isVerified: isVerified(next.sale),
              isSearchGivenUp: verifier.isGivenUp(next.sale),
              isHeldBack: next.isHeldBack,
              trial: next.isTrial ? trial : null,
            },
      verifyNotBeforeMs: verifier.notBeforeMs(),
      isTokenFresh: isTokenFresh(nowMs),
      isGateOpen: gate.isOpen(service.generation()),
      nextDueInMs: () => {
        const nextDueMs = isSignedIn ? reads.nextOpenDueMs(destination, nowAwakeMs) : null
        return nextDueMs === null ? null : nextDueMs - nowAwakeMs
      },
      silentForMs: context.silentForMs(),
      isAnythingAwaited: () =>
        reads.hasOpen() || (destination !== null && reads.earliestFollowUpDueMs(destination) !== null),
    }
    return {
      situation,
      ...(next === undefined ? {} : { queued: next }),
      ...(due === undefined ? {} : { lookUp: due }),
    }
  }
}
