import * as z from 'zod/mini'
import { parseUnknown, type ParseProblem } from '../shared/parse.ts'
import { err, ok, type Result } from '../shared/result.ts'
import { expiredTokenWays, HabitChange } from './options.ts'
import { RecordChange } from './recordChange.ts'
import { TerminalChange } from './terminalChange.ts'
import { oddReads } from './wire/oddReads.ts'
import { endpoints, type Endpoint } from './wire/route.ts'

const echoEncodings = ['plain', 'urlEncoded', 'base64', 'base64url', 'jsonEscaped'] as const
const delayMs = z.number().check(z.minimum(0), z.maximum(3_600_000))
/** Whether the bank carries out the request before the fault. No difference for a GET. */
const committed = z.boolean()

/** One fault of one request. JSON, so that it can be sent to a control port. */
export const Fault = z.discriminatedUnion('kind', [
  /** Proven unsent. Only in process; over HTTP use `cutNetwork`, since a listening socket cannot refuse. */
  z.strictObject({ kind: z.enum(['refused', 'nameNotFound', 'tlsFailed', 'connectTimeout']) }),
  /** The connection breaks without a status line. */
  z.strictObject({ kind: z.literal('drop'), committed }),
  /** The connection breaks at once, and the sale, registration or edit still arrives later. */
  z.strictObject({ kind: z.literal('lateCommit'), commitAfterMs: delayMs }),
  /** A good answer, late. `commit` says whether the request takes effect on arrival or with the answer. */
  z.strictObject({ kind: z.literal('slow'), delayMs, commit: z.enum(['onArrival', 'beforeAnswer']) }),
  /** The connection stays open without an answer. */
  z.strictObject({ kind: z.literal('silence'), committed }),
  /** Any status: 5xx, 429 with or without Retry-After, 401, 404. */
  z.strictObject({
    kind: z.literal('httpStatus'),
    status: z.int().check(z.minimum(200), z.maximum(599)),
    committed,
    /** The header as sent: seconds, a date, or nonsense. */
    retryAfter: z.nullable(z.string().check(z.regex(/^[ -~]*$/u))),
    body: z.enum(['empty', 'html', 'envelope', 'gatewayPage']),
  }),
  /** A captive portal: 200 with a page. */
  z.strictObject({ kind: z.literal('htmlPage'), committed }),
  z.strictObject({
    kind: z.literal('redirect'),
    status: z.union([z.literal(301), z.literal(302), z.literal(303), z.literal(307), z.literal(308)]),
    location: z.string().check(z.regex(/^[!-~]*$/u)),
    committed,
  }),
  /** The status line and part of the body arrive, then the connection breaks. */
  z.strictObject({ kind: z.literal('truncated'), committed }),
  /** A complete body with only the first half of the JSON. */
  z.strictObject({ kind: z.literal('halfJson'), committed }),
  /** The right shape, with every flag, number and list of another type. */
  z.strictObject({ kind: z.literal('wrongTypes'), committed }),
  /** 200 with another value each time: null, a list, a number, nothing, bytes. */
  z.strictObject({ kind: z.literal('nonsense'), committed }),
  /** `status: false`, or `isSuccessful: false` at login. */
  z.strictObject({ kind: z.literal('declined'), message: z.string(), committed }),
  /** The true answer with another status, such as 206. */
  z.strictObject({
    kind: z.literal('otherStatus'),
    status: z.int().check(z.minimum(200), z.maximum(599)),
    committed,
  }),
  /** Every token ends with this request, which is refused in the given way. */
  z.strictObject({ kind: z.literal('tokenExpired'), saidAs: z.enum(expiredTokenWays) }),
  /** The true answer, with other habits than in the bank's options. */
  z.strictObject({ kind: z.literal('habits'), habits: HabitChange }),
  /** The sale settles normally and gets a true yes; from then on its record is odd, or there are two. */
  z.strictObject({
    kind: z.literal('oddRecord'),
    change: RecordChange,
    secondRecord: z.optional(RecordChange),
  }),
  /** The true answer, after the bank's own staff have changed a terminal for good. */
  z.strictObject({ kind: z.literal('terminalChanged'), terminalId: z.string(), change: TerminalChange }),
  /** The true answer to a read, with undocumented rows. */
  z.strictObject({ kind: z.literal('oddRead'), as: z.enum(oddReads) }),
  /** The true answer to a read, as of an earlier moment: later sales are missing. */
  z.strictObject({ kind: z.literal('staleReplica'), asOfMs: z.number() }),
  /** A login's yes, with an invalid token of this length. */
  z.strictObject({ kind: z.literal('hugeToken'), bytes: z.int().check(z.minimum(1), z.maximum(4_000_000)) }),
  /** A no whose message repeats the request's secret: the secret key of a login, else the token. */
  z.strictObject({ kind: z.literal('echo'), encoding: z.enum(echoEncodings) }),
  z.strictObject({ kind: z.enum(['rowsRepeat', 'rowsSkip', 'nextPageForEver']) }),
  z.strictObject({ kind: z.literal('totalCountLies'), addRows: z.int() }),
  z.strictObject({ kind: z.literal('pageNotEchoed'), currentPage: z.int() }),
])
export type Fault = Readonly<z.output<typeof Fault>>

export type EchoEncoding = (typeof echoEncodings)[number]

/** Which requests a fault strikes. The first matching rule strikes. */
export const FaultRule = z.strictObject({
  on: z.enum([...endpoints, 'any']),
  /** Matching requests to skip first. Default 0. */
  skip: z.optional(z.int().check(z.minimum(0))),
  /** How many it strikes. Default 1. */
  times: z.optional(z.union([z.int().check(z.minimum(1)), z.literal('always')])),
  fault: Fault,
})
export type FaultRule = Readonly<z.output<typeof FaultRule>>

export function parseFaultRules(value: unknown): Result<readonly FaultRule[], readonly ParseProblem[]> {
  const parsed = parseUnknown(z.array(FaultRule), value)
  return parsed.ok ? ok(parsed.value) : err(parsed.error)
}

/** The queue of future faults. */
export interface FaultScript {
  add(...rules: readonly FaultRule[]): void
  clear(): void
  /** How many requests the rules will still strike; `always` counts as one. */
  pendingCount(): number
}

export interface FaultQueue extends FaultScript {
  /** The fault for the current request, or undefined. It uses up the rule. */
  take(endpoint: Endpoint | undefined): Fault | undefined
}

interface Armed {
  readonly rule: FaultRule
  skipsLeft: number
  timesLeft: number
}

export function createFaultQueue(): FaultQueue {
  let armed: readonly Armed[] = []
  return {
    add: (...rules) => {
      armed = [
        ...armed,
        ...rules.map((rule) => ({
          rule,
          skipsLeft: rule.skip ?? 0,
          timesLeft: rule.times === 'always' ? Infinity : (rule.times ?? 1),
        })),
      ]
    },
    clear: () => {
      armed = []
    },
    pendingCount: () =>
      armed.reduce((sum, { timesLeft }) => sum + (timesLeft === Infinity ? 1 : timesLeft), 0),
    take: (endpoint) => {
      for (const each of armed) {
        if (each.rule.on !== 'any' && each.rule.on !== endpoint) continue
        if (each.skipsLeft > 0) {
          each.skipsLeft -= 1
          continue
        }
        each.timesLeft -= 1
        armed = armed.filter(({ timesLeft }) => timesLeft > 0)
        return each.rule.fault
      }
      return undefined
    },
  }
}
