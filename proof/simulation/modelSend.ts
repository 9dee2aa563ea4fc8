import type { Answer } from '../../electron/gateway/answer.ts'
import { good, http, malformed, noAnswer, declined, PORTAL_PAGE, unsent, WRONG_SHAPE } from './answers.ts'
import type { Chance } from './chance.ts'
import type { SendFault } from './faults.ts'

/** The world's limits: how late a request may arrive and a sale may show, as the absence proof assumes. */
export interface Bounds {
  readonly lateMsMax: number
  readonly lagMsMax: number
  /** How far a stale replica may be behind when it answers a read. */
  readonly staleMsMax: number
}

export interface SendOutcome {
  readonly afterMs: number
  readonly answer: Answer<{ readonly message: string }>
}

/** A stuck part commits its sales together once it recovers, or never. Times are model ms. */
export interface Stuck {
  readonly untilMs: number
  readonly commitsAtMs: number | null
}

export interface SendSetup {
  readonly chance: Chance
  readonly bounds: Bounds
  readonly timeoutMs: number
  readonly commitAfter: (delayMs: number) => void
}

const YES: Answer<{ readonly message: string }> = good({ message: 'ok' })
export const soonMs = (chance: Chance): number => chance.between(20, 400)

/** The outcome of a send that a stuck part of the bank took; null if none is stuck. */
export function swallowed(
  { chance, timeoutMs, commitAfter }: SendSetup,
  stuck: Stuck | null,
  nowMs: number,
): SendOutcome | null {
  if (stuck === null || nowMs >= stuck.untilMs) return null
  if (stuck.commitsAtMs !== null) commitAfter(stuck.commitsAtMs - nowMs)
  const isDropped = chance.happens(0.8)
  return {
    afterMs: isDropped ? soonMs(chance) : timeoutMs,
    answer: noAnswer(isDropped ? 'reset' : 'timeout'),
  }
}

/** The outcome of one send: the till's answer, and whether and when the bank settles it. */
export function sendOutcome(setup: SendSetup, fault: SendFault | null): SendOutcome {
  const { chance, bounds, timeoutMs, commitAfter } = setup
  const arrivesMs = soonMs(chance)
  const afterMs = arrivesMs + soonMs(chance)
  const lateMs = chance.between(0, bounds.lateMsMax)
  const committed = (answer: SendOutcome['answer'], answerAfterMs = afterMs): SendOutcome => {
    commitAfter(arrivesMs)
    return { afterMs: answerAfterMs, answer }
  }
  switch (fault) {
    case null:
      return committed(YES)
    case 'answerJustInTime':
      return committed(YES, timeoutMs - 1)
    case 'refused':
    case 'nameNotFound':
    case 'tlsFailed':
      return { afterMs, answer: unsent(fault) }
    case 'connectTimeout':
      return { afterMs: timeoutMs, answer: unsent(fault) }
    case 'cutInRequest':
    case 'dropBeforeCommit':
      return { afterMs, answer: noAnswer('reset') }
    case 'dropAfterCommit':
      return committed(noAnswer('reset'))
    case 'lateCommit':
      // The delay counts from the time-out of the till, as the quiet period does.
      commitAfter(afterMs + lateMs)
      return { afterMs, answer: noAnswer('reset') }
    case 'answerAfterTimeout':
      commitAfter(timeoutMs + lateMs)
      return { afterMs: timeoutMs, answer: noAnswer('timeout') }
    case 'serverError':
      return { afterMs, answer: http(500) }
    case 'serverErrorCommitted':
      return committed(http(502))
    case 'tooMany':
      return { afterMs, answer: http(429, 30_000) }
    case 'tooManyCommitted':
      return committed(http(429))
    case 'unauthorised':
      return { afterMs, answer: http(401) }
    case 'unauthorisedCommitted':
      return committed(http(401))
    case 'redirect':
      return { afterMs, answer: http(307) }
    case 'portalPage':
      return { afterMs, answer: malformed(PORTAL_PAGE) }
    case 'truncatedCommitted':
      return committed(noAnswer('reset'))
    case 'wrongShapeCommitted':
      return committed(malformed(WRONG_SHAPE))
    case 'saidNo':
      return { afterMs, answer: declined('Terminal limit') }
    case 'saidNoCommitted':
      return committed(declined('Duplicate reference'))
  }
}
