import { assertNever } from '../shared/result.ts'
import type { Fault } from './faults.ts'
import { jsonAnswer, type BankAnswer, type PagingFault } from './wire/exchange.ts'

/** What happens to a request in the end, for a carrier to perform: in process or on a real socket. */
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

/** Runs the request against the books, once. */
export type Perform = (how: {
  readonly commitDelayMs: number
  readonly paging: PagingFault | null
}) => BankAnswer

export interface Circumstances {
  readonly isLogin: boolean
  /** Reading changes nothing, so a fault may bend the true answer even where nothing was committed. */
  readonly isRead: boolean
  readonly answerDelayMs: number
  /** Counts requests; nonsense differs by it. */
  readonly requestNumber: number
}

/** The honest way. */
export function honestReply(perform: Perform, delayMs: number): Reply {
  return { kind: 'answer', answer: perform({ commitDelayMs: 0, paging: null }), delayMs }
}

/**
 * Lets a fault strike a request. `perform` is called at most once: never where the fault keeps the request from the
 * books, always where it is committed.
 */
export function faultyReply(fault: Fault, perform: Perform, circumstances: Circumstances): Reply {
  const { isLogin, isRead, answerDelayMs: delayMs, requestNumber } = circumstances
  const commitsOrReads = ('committed' in fault && fault.committed) || isRead
  const atOnce = { commitDelayMs: 0, paging: null }
  const answer = (body: BankAnswer): Reply => ({ kind: 'answer', answer: body, delayMs })
  /** The true answer, or a plain yes where the request must leave no trace. */
  const whole = (): BankAnswer =>
    commitsOrReads ? perform(atOnce) : envelope(200, isLogin, true, 'Successful')
  const commit = (): void => {
    if (commitsOrReads) perform(atOnce)
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
      perform({ commitDelayMs: fault.commitAfterMs, paging: null })
      return { kind: 'drop', delayMs }
    case 'slow': {
      const commitDelayMs = fault.commit === 'beforeAnswer' ? fault.delayMs : 0
      return { kind: 'answer', answer: perform({ commitDelayMs, paging: null }), delayMs: fault.delayMs }
    }
    case 'silence':
      commit()
      return { kind: 'silence' }
    case 'httpStatus':
      commit()
      return answer(statusAnswer(fault, isLogin))
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
      return answer(envelope(200, isLogin, false, fault.message))
    case 'rowsRepeat':
    case 'rowsSkip':
    case 'nextPageForEver':
      return answer(perform({ commitDelayMs: 0, paging: { kind: fault.kind } }))
    case 'totalCountLies':
    case 'pageNotEchoed':
      return answer(perform({ commitDelayMs: 0, paging: fault }))
    default:
      return assertNever(fault, 'fault')
  }
}

function envelope(status: number, isLogin: boolean, yes: boolean, message: string): BankAnswer {
  if (!isLogin) return jsonAnswer(status, { status: yes, message, data: null })
  return jsonAnswer(status, { isSuccessful: yes, message, data: yes ? { auth_token: 'not-a-token' } : null })
}

function htmlAnswer(status: number): BankAnswer {
  return {
    status,
    headers: { 'content-type': 'text/html; charset=utf-8' },
    body: '<!doctype html><html><head><title>Welcome</title></head><body>Buy a voucher to go online.</body></html>',
  }
}

function statusAnswer(fault: Extract<Fault, { kind: 'httpStatus' }>, isLogin: boolean): BankAnswer {
  const shapes: Readonly<Record<typeof fault.body, () => BankAnswer>> = {
    empty: () => ({ status: fault.status, headers: {}, body: '' }),
    html: () => htmlAnswer(fault.status),
    envelope: () => envelope(fault.status, isLogin, false, 'The service cannot answer now'),
  }
  const answer = shapes[fault.body]()
  if (fault.retryAfter === null) return answer
  return { ...answer, headers: { ...answer.headers, 'retry-after': fault.retryAfter } }
}

/** Flags and numbers become strings, strings numbers, and lists objects; the names of the fields stay. */
function otherTypes(value: unknown): unknown {
  if (typeof value === 'boolean' || typeof value === 'number') return String(value)
  if (typeof value === 'string') return value.length
  if (Array.isArray(value)) return { items: value.map(otherTypes) }
  if (typeof value !== 'object' || value === null) return []
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, otherTypes(item)]))
}

const NONSENSE = [
  'null',
  '[]',
  '42',
  '"ok"',
  '{}',
  '',
  '\u0000\u0001\uFFFD',
  '{"status":1}',
  'true',
  '[[[[[[[[',
] as const

function nonsense(requestNumber: number): BankAnswer {
  const body = NONSENSE[requestNumber % NONSENSE.length] ?? ''
  return { status: 200, headers: { 'content-type': 'application/json' }, body }
}
