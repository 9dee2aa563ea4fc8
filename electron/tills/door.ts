import type { Context } from 'hono'
import { Hono } from 'hono/tiny'
import { bodyLimit } from 'hono/body-limit'
import type * as z from 'zod/mini'
import { parseUnknown } from '../../shared/parse.ts'
import { err, ok, type Result } from '../../shared/result.ts'
import type { TerminalView } from '../../shared/terminal.ts'
import {
  BODY_BYTES_MAX,
  KEY_PATTERN,
  problems,
  routes,
  type Answer,
  type ApiProblem,
  type RouteName,
} from '../../shared/tillApi.ts'
import type { Clock } from '../ports.ts'
import type { Handovers, Problem } from './handovers.ts'
import { openApi } from './openApi.ts'
import {
  answerSignature,
  createNonces,
  isSignature,
  requestSignature,
  SIGNED_HEADERS,
  TIME_OFF_MS_MAX,
} from './signing.ts'
import type { Tills } from './tills.ts'
import type { TillFacts } from './tillStore.ts'

/**
 * What a till's program may ask over HTTP, without a socket: a request in, an answer out. It trusts no web page and no
 * name but this computer's, and does nothing for whoever has not signed (docs/security.md, "The door for tills").
 * @param wasSigned is called once the request is known to come from a till
 */
export type Door = (request: Request, wasSigned: () => void) => Promise<Response>

export interface DoorOptions {
  readonly tills: Pick<Tills, 'known'>
  readonly handovers: Handovers
  readonly terminal: (terminalId: string) => Promise<TerminalView | null>
  readonly environment: 'live' | 'practice'
  readonly version: string
  readonly port: () => number
  readonly clock: Clock
}

interface Env {
  Bindings: { readonly wasSigned: () => void }
  Variables: { caller: Caller; body: Uint8Array<ArrayBuffer> }
}
type At = Context<Env>

interface Caller {
  readonly till: TillFacts
  readonly key: string /** Null where Practice took the key itself: the answer is then not signed. */
  readonly nonce: string | null
}

const ANSWER_HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'content-type': 'application/json',
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
} as const
const NONCE_PATTERN = /^[A-Za-z0-9_-]{16,64}$/u
const SOON_S = '5'

export function createDoor(options: DoorOptions): Door {
  const { handovers } = options
  const identify = createIdentify(options)
  const document = JSON.stringify(openApi(options.version))
  const app = new Hono<Env>()

  app.use(async (at, next) => {
    if (isFromElsewhere(at.req.raw.headers, options.port()))
      return answerTo(at, 403, { code: 'fromElsewhere' })
    return next()
  })
  app.use(
    bodyLimit({ maxSize: BODY_BYTES_MAX, onError: (at) => answerTo(at as At, 413, { code: 'tooLong' }) }),
  )
  app.get('/v1/openapi.json', () => new Response(document, { headers: ANSWER_HEADERS }))
  app.use(async (at, next) => {
    at.set('body', new Uint8Array(await at.req.arrayBuffer()))
    const caller = identify(at)
    if (!caller.ok) return answerTo(at, 401, caller.error)
    at.env.wasSigned()
    at.set('caller', caller.value)
    return next()
  })

  app.post('/v1/sales', (at) => {
    const { till } = at.var.caller
    const key = at.req.header(SIGNED_HEADERS.key) ?? ''
    if (!KEY_PATTERN.test(key)) return refuse(at, { code: 'invalid', field: 'Idempotency-Key' })
    const handed = readBody(at, routes.handOver.body)
    if (!handed.ok) return refuse(at, handed.error)
    const taken = handovers.take(till, key, handed.value)
    return taken.ok
      ? give<'handOver'>(at, taken.value.sale, taken.value.wasKnown ? 200 : 202)
      : refuse(at, taken.error)
  })
  app.post('/v1/sales/:id/cancel', (at) => {
    const cancelled = handovers.cancel(at.var.caller.till, at.req.param('id'))
    return cancelled.ok ? give<'cancel'>(at, cancelled.value) : refuse(at, cancelled.error)
  })
  app.get('/v1/sales/:id', (at) => {
    const found = handovers.get(at.var.caller.till, at.req.param('id'))
    return found.ok ? give<'sale'>(at, found.value) : refuse(at, found.error)
  })
  app.get('/v1/sales', (at) => {
    const query = parseUnknown(routes.sales.query, at.req.query())
    if (!query.ok) return refuse(at, { code: 'invalid', field: query.error[0]?.path ?? '' })
    const { since, after } = query.value
    const [handedAtMs = 0, id = 0] = (after ?? '').split('-').filter(Boolean).map(Number)
    const start = since === undefined ? 0 : Date.parse(since)
    const place = handedAtMs >= start ? { handedAtMs, id } : { handedAtMs: start, id: 0 }
    const page = handovers.page(at.var.caller.till, place)
    return page.ok ? give<'sales'>(at, page.value) : refuse(at, page.error)
  })
  app.get('/v1/terminals', async (at) => {
    const terminals = at.var.caller.till.terminalIds.map(async (terminalId) => {
      const known = await options.terminal(terminalId)
      const { merchantId = null, accountEnding = null, isActive = null } = known ?? {}
      return { terminalId, merchantId, accountEnding, isActive }
    })
    return give<'terminals'>(at, { terminals: await Promise.all(terminals) })
  })
  app.get('/v1/health', (at) => {
    const { till } = at.var.caller
    const { environment, version } = options
    const { name, level } = till
    return give<'health'>(at, { environment, version, till: name, level, takes: handovers.obstacle(till) })
  })
  for (const { path } of Object.values(routes)) {
    app.all(path.replace('{id}', ':id'), (at) => refuse(at, { code: 'wrongMethod' }))
  }
  app.notFound((at) => refuse(at, { code: 'notFound' }))
  app.onError((_error, at) => refuse(at, { code: 'notSaved' }))
  return async (request, wasSigned) => app.request(request, undefined, { wasSigned })

  /** Each route gives what the schema of its name says. */
  function give<Name extends RouteName>(at: At, answer: Answer<Name>, status = 200): Response {
    return answerTo(at, status, answer)
  }
}

function refuse(at: At, { code, field }: Problem): Response {
  return answerTo(at, problems[code][0], { code, ...(field === undefined || field === '' ? {} : { field }) })
}

/** Signed wherever the till is known, problems too: a program that took the port cannot tell it anything. */
function answerTo(at: At, status: number, said: object): Response {
  const problem = 'code' in said ? { ...said, message: problems[(said as ApiProblem).code][1] } : said
  const body = Buffer.from(JSON.stringify(problem))
  const headers = new Headers(ANSWER_HEADERS)
  if (status === 503) headers.set('retry-after', SOON_S)
  const caller = at.get('caller') as Caller | undefined
  if (caller !== undefined && caller.nonce !== null)
    headers.set(SIGNED_HEADERS.signature, answerSignature(caller.key, caller.nonce, status, body))
  return new Response(body, { status, headers })
}

/** A browser says where a request comes from, and a name that was pointed here is not this computer's. */
function isFromElsewhere(headers: Headers, port: number): boolean {
  const names = ['127.0.0.1', 'localhost'].map((name) => `${name}:${port}`)
  const isPages = ['origin', 'sec-fetch-site', 'sec-fetch-dest'].some((name) => headers.has(name))
  return isPages || !names.includes(headers.get('host') ?? '')
}

function readBody<Schema extends z.ZodMiniType>(at: At, schema: Schema): Result<z.output<Schema>, Problem> {
  const type = (at.req.header('content-type') ?? '').split(';')[0]?.trim().toLowerCase()
  if (type !== 'application/json') return err({ code: 'notJson' })
  let value: unknown
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(at.var.body))
  } catch {
    return err({ code: 'notJson' })
  }
  const parsed = parseUnknown(schema, value)
  return parsed.ok ? parsed : err({ code: 'invalid', field: parsed.error[0]?.path ?? '' })
}

/** Who sent a request, by its signature; in Practice also by the key itself, so that `curl` is enough to try it. */
function createIdentify({ tills, environment, clock }: DoorOptions): (at: At) => Result<Caller, Problem> {
  const nonces = createNonces(() => clock.monotonicNowMs())

  function bearer(given: string): Result<Caller, Problem> {
    const key = /^Bearer (till_([0-9a-f]{16})_[A-Za-z0-9_-]{43})$/u.exec(given)
    const known = key === null ? undefined : tills.known(key[2] ?? '')
    if (environment !== 'practice' || key === null) return err({ code: 'notSigned' })
    if (known === undefined || !isSignature(key[1] ?? '', known.key)) return err({ code: 'wrongSignature' })
    return ok({ ...known, nonce: null })
  }

  return (at) => {
    const header = (name: string): string => at.req.header(name) ?? ''
    const authorization = header('authorization')
    if (authorization !== '') return bearer(authorization)
    const time = header(SIGNED_HEADERS.time)
    const nonce = header(SIGNED_HEADERS.nonce)
    const isWhole = /^[0-9]{13}$/u.test(time) && NONCE_PATTERN.test(nonce)
    if (!isWhole || header(SIGNED_HEADERS.signature) === '') return err({ code: 'notSigned' })
    const known = tills.known(header(SIGNED_HEADERS.till))
    const { pathname, search } = new URL(at.req.url)
    const right = requestSignature(known?.key ?? '', {
      method: at.req.method,
      path: `${pathname}${search}`,
      time,
      nonce,
      idempotencyKey: header(SIGNED_HEADERS.key),
      body: at.var.body,
    })
    const isRight = isSignature(header(SIGNED_HEADERS.signature), right)
    if (known === undefined || !isRight) return err({ code: 'wrongSignature' })
    if (Math.abs(clock.wallNowMs() - Number(time)) > TIME_OFF_MS_MAX) return err({ code: 'wrongTime' })
    if (!nonces.take(known.till.id, nonce)) return err({ code: 'usedNonce' })
    return ok({ ...known, nonce })
  }
}
