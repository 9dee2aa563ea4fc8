import { assertNever } from '../shared/result.ts'
import {
  echoAnswer,
  envelope,
  htmlAnswer,
  hugeTokenAnswer,
  nonsense,
  otherTypes,
  statusAnswer,
} from './faultAnswers.ts'
import type { Fault } from './faults.ts'
import type { HabitChange } from './options.ts'
import type { TerminalChange } from './terminalChange.ts'
import type { BankAnswer, Exchange } from './wire/exchange.ts'

/** The result of a request, for a carrier to perform: in process or on a real socket. */
export type Reply =
  | { readonly kind: 'answer'; readonly answer: BankAnswer; readonly delayMs: number }
  | {
      readonly kind: 'cutShort'
      readonly answer: BankAnswer
      readonly sentBytes: number
      readonly delayMs: number
    }
  | { readonly kind: 'drop'; readonly delayMs: number }
  | { readonly kind: 'silence' }
  | {
      readonly kind: 'unsent'
      readonly reason: 'refused' | 'nameNotFound' | 'tlsFailed' | 'connectTimeout'
    }

/** Runs the request against the ledger, once. */
export type Perform = (how?: Manner) => BankAnswer

export interface Manner extends Partial<
  Pick<Exchange, 'commitDelayMs' | 'paging' | 'oddRead' | 'oddity' | 'nowMs'>
> {
  readonly habits?: HabitChange
  /** Every token ends when the request arrives. */
  readonly tokensEnd?: boolean
  /** The bank's staff change a terminal before that. */
  readonly staff?: { readonly terminalId: string; readonly change: TerminalChange }
}

export interface Circumstances {
  readonly isLogin: boolean
  /** A read changes nothing, so a fault may change the true answer even if nothing was committed. */
  readonly isRead: boolean
  readonly answerDelayMs: number
  /** Counts requests, so that nonsense differs. */
  readonly requestNumber: number
  /** The request's secret: the secret key of a login, else the token; empty for none. */
  readonly secret: string
  /** Applies this bank's habits to a made-up answer. */
  readonly inHabits: (answer: BankAnswer) => BankAnswer
}

export function honestReply(perform: Perform, delayMs: number): Reply {
  return { kind: 'answer', answer: perform(), delayMs }
}

/** Applies a fault to a request. `perform` runs at most once, and always if the fault is committed. */
export function faultyReply(fault: Fault, perform: Perform, circumstances: Circumstances): Reply {
  const { isLogin, isRead, answerDelayMs: delayMs, requestNumber } = circumstances
  const commitsOrReads = ('committed' in fault && fault.committed) || isRead
  const answer = (body: BankAnswer): Reply => ({ kind: 'answer', answer: body, delayMs })
  const said = (body: BankAnswer): Reply => answer(circumstances.inHabits(body))
  /** The true answer, or a plain yes if the request must have no effect. */
  const whole = (): BankAnswer =>
    commitsOrReads ? perform() : circumstances.inHabits(envelope(200, isLogin, true, 'Successful'))
  const commit = (): void => {
    if (commitsOrReads) perform()
  }
  switch (fault.kind) {
    case 'refused':
    case 'nameNotFound':
    case 'tlsFailed':
    case 'connectTimeout':
      return { kind: 'unsent', reason: fault.kind }
    case 'drop':
      commit()
      return { kind: 'drop', delayMs }
    case 'lateCommit':
      perform({ commitDelayMs: fault.commitAfterMs })
      return { kind: 'drop', delayMs }
    case 'slow': {
      const commitDelayMs = fault.commit === 'beforeAnswer' ? fault.delayMs : 0
      return { kind: 'answer', answer: perform({ commitDelayMs }), delayMs: fault.delayMs }
    }
    case 'staleReplica':
      return answer(perform({ nowMs: fault.asOfMs }))
    case 'silence':
      commit()
      return { kind: 'silence' }
    case 'httpStatus':
      commit()
      return said(statusAnswer(fault, isLogin))
    case 'htmlPage':
      commit()
      return answer(htmlAnswer(200))
    case 'redirect':
      commit()
      return answer({ status: fault.status, headers: { location: fault.location }, body: '' })
    case 'truncated': {
      const full = whole()
      return { kind: 'cutShort', answer: full, sentBytes: Math.floor(full.body.length / 2), delayMs }
    }
    case 'halfJson': {
      const full = whole()
      return answer({ ...full, body: full.body.slice(0, full.body.length / 2) })
    }
    case 'wrongTypes': {
      const full = whole()
      return answer({ ...full, body: JSON.stringify(otherTypes(JSON.parse(full.body || 'null'))) })
    }
    case 'nonsense':
      commit()
      return answer(nonsense(requestNumber))
    case 'declined':
      commit()
      return said(envelope(200, isLogin, false, fault.message))
    case 'rowsRepeat':
    case 'rowsSkip':
    case 'nextPageForEver':
      return answer(perform({ paging: { kind: fault.kind } }))
    case 'totalCountLies':
    case 'pageNotEchoed':
      return answer(perform({ paging: fault }))
    case 'otherStatus':
      return answer({ ...whole(), status: fault.status })
    case 'tokenExpired':
      return answer(perform({ tokensEnd: true, habits: { expiredToken: fault.saidAs } }))
    case 'terminalChanged':
      return answer(perform({ staff: fault }))
    case 'habits':
      return answer(perform({ habits: fault.habits }))
    case 'oddRecord':
      return answer(perform({ oddity: fault }))
    case 'oddRead':
      return answer(perform({ oddRead: fault.as }))
    case 'hugeToken':
      return said(hugeTokenAnswer(fault.bytes))
    case 'echo':
      return said(echoAnswer(circumstances.secret, fault.encoding, isLogin))
    default:
      return assertNever(fault, 'fault')
  }
}
