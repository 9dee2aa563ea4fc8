import type { WireOutcome, WireRequest } from '../gateway/wire.ts'

/** Replaces the bank's answers about one reference. */
export interface Garbling {
  readonly garble: (request: WireRequest, outcome: WireOutcome) => WireOutcome
  /** Changes every answer about a reference from now on. */
  about(transactionId: string, change: Change): void
  /** Changes every status answer without a record from now on. */
  everyMiss(change: Change): void
  everything(change: Change): void
  end(): void
}

type Change = (outcome: WireOutcome, transactionId: string) => WireOutcome

export function createGarbling(): Garbling {
  const changes = new Map<string, Change>()
  let ofMisses: Change | null = null
  let ofAll: Change | null = null
  return {
    garble: (request, outcome) => {
      const url = new URL(request.url)
      if (!url.pathname.endsWith('/settlementstatus')) return outcome
      const transactionId = url.searchParams.get('transactionId') ?? ''
      const change = ofAll ?? changes.get(transactionId)
      if (change !== undefined) return change(outcome, transactionId)
      const isMiss = outcome.kind === 'response' && outcome.body.includes('Transaction not found')
      return isMiss && ofMisses !== null ? ofMisses(outcome, transactionId) : outcome
    },
    about: (transactionId, change) => void changes.set(transactionId, change),
    everyMiss: (change) => {
      ofMisses = change
    },
    everything: (change) => {
      ofAll = change
    },
    end: () => {
      ofAll = null
      changes.clear()
      ofMisses = null
    },
  }
}

const JSON_HEADERS = { 'content-type': 'application/json' }

export function answered(
  status: number,
  body: string,
  headers: Readonly<Record<string, string>> = JSON_HEADERS,
): WireOutcome {
  return { kind: 'response', status, headers, body, elapsedMs: 1 }
}

/** The bank's own answer with some text replaced. @throws if the text is not in it */
export function rewritten(from: RegExp, to: string): Change {
  return (outcome) => {
    if (outcome.kind !== 'response' || !from.test(outcome.body))
      throw new Error(`nothing like ${from.source}`)
    return { ...outcome, body: outcome.body.replace(from, to) }
  }
}

/** Answers about a slip that the bank has, none readable as its record. */
export const unreadableAnswers: readonly (readonly [name: string, change: Change])[] = [
  ['an amount of two readings', rewritten(/"amount":(?<n>[0-9.]+)/u, '"amount":"1,234"')],
  ['a record without its amount', rewritten(/"amount":[0-9.]+,/u, '')],
  ['an id that is no number', rewritten(/"id":[0-9]+/u, '"id":"R-77"')],
  ['a record without its terminal', rewritten(/"terminalId":"[^"]*",/u, '')],
  ['a page of HTML with 200', () => answered(200, '<html>Sign in</html>', { 'content-type': 'text/html' })],
  ['HTML that calls itself JSON', () => answered(200, '<html>Sign in</html>')],
  ['a 404 of a gateway, in HTML', () => answered(404, '<h1>404</h1>', { 'content-type': 'text/html' })],
  ['a 404 of a gateway, in JSON', () => answered(404, '{"message":"no Route matched with those values"}')],
  [
    'a 404 of a framework, in JSON',
    () => answered(404, '{"status":404,"error":"Not Found","message":"No message available"}'),
  ],
  ['an empty 404', () => answered(404, '')],
  ['a truncated body', () => ({ kind: 'truncated', status: 200, reason: 'reset', elapsedMs: 1 })],
  ['half of the JSON', (outcome) => halfOf(outcome)],
  ["another reference's record", rewritten(/"transactionId":"[^"]*"/u, '"transactionId":"OTHER-SLIP-9"')],
  ['a 500', () => answered(500, '{"status":false,"message":"Transaction not found","data":null}')],
  ['a 503 without a body', () => answered(503, '')],
  ['a busy service', () => answered(200, '{"status":false,"message":"Service busy","data":null}')],
  ['a yes without a record', () => answered(200, '{"status":true,"message":"Successful","data":null}')],
  [
    'a record beside an empty "data"',
    () =>
      answered(
        200,
        '{"status":false,"message":"Transaction not found","data":null,"record":{"transactionId":"SLIP-1"}}',
      ),
  ],
  [
    'the words of "not found" over a record',
    (outcome) =>
      outcome.kind === 'response'
        ? {
            ...outcome,
            body: outcome.body
              .replace('"status":true', '"status":false')
              .replace('"Successful"', '"Transaction not found"'),
          }
        : outcome,
  ],
]

function halfOf(outcome: WireOutcome): WireOutcome {
  if (outcome.kind !== 'response') return outcome
  return { ...outcome, body: outcome.body.slice(0, outcome.body.length / 2) }
}
