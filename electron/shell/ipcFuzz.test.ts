import { fc, SEED, type Arbitrary } from '../testing/fuzz.ts'
import { afterEach, expect, test } from 'vitest'
import type * as z from 'zod/mini'
import { exampleErrors } from '../../renderer/testing/callErrors.ts'
import { type CallName, callNames, calls } from '../../shared/contract.ts'
import { parseUnknown } from '../../shared/parse.ts'
import { openCounter, type Counter } from '../testing/counter.ts'
import { cutNetwork, restoreNetwork } from '../testing/troubles.ts'
import type { Database } from '../storage/database.ts'
import { registerCalls, type SenderEvent } from './ipc.ts'

/*
 * Hostile payloads and senders for the IPC calls, with the real back end (docs/security.md, items 17). For a longer run
 * set TILLSIDE_FUZZ_PAYLOADS=500000; to repeat a run, set TILLSIDE_FUZZ_SEED to the printed seed.
 */
const PAYLOADS = Number(process.env['TILLSIDE_FUZZ_PAYLOADS'] ?? 15_000)
const MODES = ['closed', 'opened'] as const
const RUNS_PER_CALL = Math.ceil(PAYLOADS / MODES.length / callNames.length)
/** Only ends a run that hangs. */
const TEST_LIMIT_MS = 60_000 + PAYLOADS * 20

/** A refused call is answered within this many turns of the promise queue, without a timer. */
const TURNS_MAX = 20
/** A call that reaches the back end is answered within the transport's longest time-outs, in the counter's time. */
const SECONDS_MAX = 200
/** How many payloads that happen to be valid each call gets. */
const VALID_PER_CALL = Math.ceil(RUNS_PER_CALL / 8)

// --- Payloads -------------------------------------------------------------------------------------------------------

const HUGE = 'x'.repeat(2_100_000)
const names = ['ONE-1', 'ONE-2', '2TLS0001', '2TLS9999', '1500', 'register', 'search-1']

function nested(depth: number, wrap: (inner: unknown) => unknown): unknown {
  let value: unknown = {}
  for (let level = 0; level < depth; level += 1) value = wrap(value)
  return value
}

function cyclic(): unknown {
  const value: Record<string, unknown> = {}
  value['self'] = value
  return value
}

/** Made anew for each use, so that no test sees changes of an earlier one. */
const specials: readonly (() => unknown)[] = [
  () => undefined,
  () => null,
  () => Number.NaN,
  () => -0,
  () => Number.POSITIVE_INFINITY,
  () => 2 ** 53,
  () => 1e308,
  () => 10n ** 40n,
  () => Symbol('s'),
  () => Symbol.iterator,
  () => (): string => 'ran',
  () => HUGE,
  () => '\0',
  () => '\ud800',
  () => '__proto__',
  () => "'; DROP TABLE sale; --",
  () => '../../../etc/passwd',
  () => '=HYPERLINK("https://evil.invalid")',
  () => nested(2_000, (inner) => ({ inner })),
  () => nested(2_000, (inner) => [inner]),
  cyclic,
  () => Array.from({ length: 5_000 }, () => 0),
  () => Object.fromEntries(Array.from({ length: 2_000 }, (_, index) => [`key${index}`, index])),
  () => JSON.parse('{"__proto__": {"polluted": true}, "constructor": {"prototype": {"polluted": true}}}'),
  () => new Date(Number.NaN),
  () => new Error('an error'),
  () => /^(a+)+$/u,
  () => new Map<unknown, unknown>([['pin', '1234']]),
  () => new Set([1]),
  () => new Uint8Array(1_000),
  () => new Proxy({}, { get: () => thrower(), ownKeys: () => thrower() }),
  () => Object.defineProperty({}, 'pin', { get: thrower, enumerable: true }),
  () => Promise.resolve({}),
  () =>
    new (class Sale {
      amountText = '1'
    })(),
  () => Object('boxed'),
  () => ({ toJSON: () => ({}), valueOf: () => 1, [Symbol.toPrimitive]: () => 'x' }),
]

function thrower(): never {
  throw new Error('ran in main')
}

const special = fc.constantFrom(...specials).map((make) => make())
const anything = fc.anything({
  maxDepth: 3,
  withBigInt: true,
  withDate: true,
  withMap: true,
  withSet: true,
  withNullPrototype: true,
  withObjectString: true,
  withSparseArray: true,
  withTypedArray: true,
})
const hostile = fc.oneof(special, anything)

interface Definition {
  readonly type: string
  readonly shape?: Readonly<Record<string, z.ZodMiniType>>
  readonly innerType?: z.ZodMiniType
  readonly element?: z.ZodMiniType
  readonly options?: readonly z.ZodMiniType[]
  readonly entries?: Readonly<Record<string, string>>
  readonly values?: readonly unknown[]
  readonly checks?: readonly { readonly _zod: { readonly def: Check } }[]
}
interface Check {
  readonly maximum?: number
  readonly value?: number
  readonly check: string
  readonly pattern?: RegExp
}

/** Values that match a schema of the contract. They derive from the schema, so that no call can be forgotten. */
function fitting(schema: z.ZodMiniType): Arbitrary<unknown> {
  const definition = schema._zod.def as unknown as Definition
  const checks = (definition.checks ?? []).map(({ _zod }) => _zod.def)
  const bound = (check: string): number | undefined => checks.find((each) => each.check === check)?.value
  switch (definition.type) {
    case 'object':
      return fc.record(
        Object.fromEntries(Object.entries(definition.shape ?? {}).map(([key, part]) => [key, fitting(part)])),
      )
    case 'string': {
      const pattern = checks.find((check) => check.pattern !== undefined)?.pattern
      if (pattern !== undefined) return fc.oneof(fc.stringMatching(pattern), fc.constant('search-1'))
      const longest = checks.find((check) => check.maximum !== undefined)?.maximum ?? 100
      return fc.oneof(fc.constantFrom(...names, ''), fc.string({ maxLength: Math.min(longest, 60) }))
    }
    case 'boolean':
      return fc.boolean()
    case 'number':
      return fc.integer({ min: bound('greater_than') ?? -10, max: bound('less_than') ?? 1_000 })
    case 'enum':
      return fc.constantFrom(...Object.values(definition.entries ?? {}))
    case 'literal':
      return fc.constantFrom(...(definition.values ?? []))
    case 'union':
      return fc.oneof(...(definition.options ?? []).map(fitting))
    case 'array':
      return fc.array(partOf(definition.element), { maxLength: 3 })
    case 'default':
    case 'optional':
    case 'nullable':
      return fc.option(partOf(definition.innerType), {
        nil: definition.type === 'nullable' ? null : undefined,
      })
    default:
      throw new Error(`a kind of schema that this fuzz does not know yet: ${definition.type}`)
  }
}

function partOf(schema: z.ZodMiniType | undefined): Arbitrary<unknown> {
  if (schema === undefined) throw new Error('a schema without its part')
  return fitting(schema)
}

type Plain = Record<string, unknown>
const isPlain = (value: unknown): value is Plain =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Ways to break one part of a valid request. */
const spoilers: readonly ((request: Plain, key: string, bad: unknown) => unknown)[] = [
  (request, key, bad) => ({ ...request, [key]: bad }),
  (request, key, bad) => ({ ...request, [key]: { toString: 'x', [key]: bad } }),
  (request, key) => Object.fromEntries(Object.entries(request).filter(([each]) => each !== key)),
  (request, _key, bad) => ({ ...request, surplus: bad }),
  (request) => Object.defineProperty({ ...request }, '__proto__', { value: {}, enumerable: true }),
  (request) => Object.defineProperty({ ...request }, 'constructor', { value: {}, enumerable: true }),
  (request) => Object.create(request),
  (request) => Object.setPrototypeOf({ ...request }, { polluted: true }),
  (request, key) => Object.defineProperty({ ...request }, key, { get: thrower, enumerable: true }),
  (request, key) => ({ ...request, [key]: [request[key]] }),
  (request, key) => ({ ...request, [key]: Object(request[key]) }),
  (request, key) => ({ ...request, [key]: `${typeof request[key]} `.repeat(10_000) }),
  (request, key) => ({ ...request, [`${key} `]: request[key] }),
  (request) => [request],
  (request) => new Map(Object.entries(request)),
  (request) => JSON.stringify(request),
]

function near(name: CallName): Arbitrary<unknown> {
  return fc
    .tuple(fitting(calls[name].request), fc.constantFrom(...spoilers), fc.nat(), hostile, fc.boolean())
    .map(([request, spoil, at, bad, isDeep]) => {
      if (!isPlain(request)) return request
      const keys = Object.keys(request)
      const key = keys[at % Math.max(1, keys.length)] ?? 'none'
      const inner = request[key]
      // Half of the time in a nested object, if there is one.
      if (isDeep && isPlain(inner) && Object.keys(inner).length > 0) {
        return {
          ...request,
          [key]: spoil(inner, Object.keys(inner)[at % Object.keys(inner).length] ?? '', bad),
        }
      }
      return spoil(request, key, bad)
    })
}

const payloadOf = (name: CallName): Arbitrary<unknown> =>
  fc.oneof(
    { weight: 2, arbitrary: hostile },
    { weight: 5, arbitrary: near(name) },
    { weight: 1, arbitrary: fitting(calls[name].request) },
  )

// --- Senders --------------------------------------------------------------------------------------------------------

const own = { url: 'app://bundle/', parent: null }
const strangers: readonly unknown[] = [
  { senderFrame: null },
  {},
  { senderFrame: { url: 'app://bundle/', parent: own } },
  { senderFrame: { url: 'app://bundle/' } },
  { senderFrame: { url: 'https://evil.invalid/', parent: null } },
  { senderFrame: { url: 'app://bundle.evil/', parent: null } },
  { senderFrame: { url: 'app://bundle:80/', parent: null } },
  { senderFrame: { url: 'app://bundle@evil.invalid/', parent: null } },
  { senderFrame: { url: 'file:///app://bundle/', parent: null } },
  { senderFrame: { url: 'data:text/html,app://bundle/', parent: null } },
  { senderFrame: { url: 'about:blank', parent: null } },
  { senderFrame: { url: 'not an address', parent: null } },
  { senderFrame: { url: { toString: thrower }, parent: null } },
  { senderFrame: Object.defineProperty({ parent: null }, 'url', { get: thrower }) },
  Object.defineProperty({}, 'senderFrame', { get: thrower }),
]
const ownEvent: unknown = { senderFrame: own }
const sender = fc.oneof(
  { weight: 5, arbitrary: fc.constant(ownEvent) },
  { weight: 1, arbitrary: fc.constantFrom(...strangers) },
)

// --- The counter and what can be seen of it -------------------------------------------------------------------------

interface Bench {
  readonly shop: Counter
  readonly file: Database
  readonly doorLog: string[]
  call(name: CallName, event: unknown, payload: unknown): Promise<unknown>
}

let counter: Counter | undefined
afterEach(async () => {
  await counter?.close()
  counter = undefined
})

async function openBench(mode: (typeof MODES)[number]): Promise<Bench> {
  let file: Database | undefined
  const shop = await openCounter({
    disk: (opened) => {
      file = opened
      return opened
    },
  })
  counter = shop
  await shop.record('100', { transactionId: 'ONE-1' })
  await shop.time.pass(20_000)
  cutNetwork(shop)
  await shop.record('250', { transactionId: 'ONE-2' })
  await shop.becomeManager()
  if (mode === 'closed') await shop.backend().handlers['access.lock']({})
  const listeners = new Map<string, (event: SenderEvent, ...args: unknown[]) => Promise<unknown>>()
  const doorLog: string[] = []
  registerCalls(
    { handle: (name, listener) => listeners.set(name, listener), removeAllListeners: () => undefined },
    shop.backend().handlers,
    (_level, event, facts) => doorLog.push(`${event} ${JSON.stringify(facts ?? {})}`),
  )
  if (file === undefined) throw new Error('no sales file was opened')
  return {
    shop,
    file,
    doorLog,
    call: async (name, event, payload) => listeners.get('call')?.(event as SenderEvent, name, payload),
  }
}

/** A cheap check after every payload: it changes with every changed row, sent byte, file and setting. */
function marks({ shop, file }: Bench): readonly unknown[] {
  const { changes } = file.get('SELECT total_changes() AS changes') as { changes: number }
  return [changes, shop.wire.length, shop.desk.saved.length, shop.desk.timesLeft(), shop.desk.notices.length]
}

/** Everything that is stored anywhere. */
function everything(bench: Bench): unknown {
  const { shop, file } = bench
  const tables = file.all("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name") as {
    name: string
  }[]
  return {
    marks: marks(bench),
    rows: tables.map(({ name }) => [name, file.all(`SELECT * FROM "${name}"`)]),
    settings: structuredClone([...shop.settings]),
    terminals: shop.storedTerminals(),
    saved: structuredClone(shop.desk.saved),
  }
}

/** The parts that an accepted call may change, in a form that is quick to compare. */
const written = (bench: Bench): string =>
  JSON.stringify([marks(bench), [...bench.shop.settings], bench.shop.storedTerminals()])

const countOf = ({ file }: Bench, table: 'sale' | 'audit'): number =>
  (file.get(`SELECT COUNT(*) AS count FROM ${table}`) as { count: number }).count

// --- The fuzz -------------------------------------------------------------------------------------------------------

interface Answer {
  readonly ok: boolean
  readonly error?: { readonly code: string }
}

const codes: ReadonlySet<string> = new Set(Object.keys(exampleErrors))
const refusedAtDoor: ReadonlySet<string> = new Set(['invalid', 'untrustedSender'])

/** The copy that Electron makes; undefined if it cannot copy the value, which then never leaves the page. */
function copyOf(payload: unknown): { readonly value: unknown } | undefined {
  try {
    return { value: structuredClone(payload) }
  } catch {
    return undefined
  }
}

function isValid(name: CallName, payload: unknown): boolean {
  try {
    return parseUnknown(calls[name].request, payload).ok
  } catch {
    return false
  }
}

async function afterTurns(answering: Promise<unknown>): Promise<unknown> {
  let answer: unknown
  let isAnswered = false
  const waiting = answering.then((value) => {
    answer = value
    isAnswered = true
  })
  for (let turn = 0; turn < TURNS_MAX && !isAnswered; turn += 1) await Promise.resolve()
  if (!isAnswered) throw new Error(`no answer after ${TURNS_MAX} turns`)
  await waiting
  return answer
}

/**
 * Lets the counter's time pass until the answer comes. A PIN is hashed on another thread in real time, so an answer that
 * is then still missing is awaited.
 * @param atOnce called if the answer came before any time passed
 */
async function afterSeconds(bench: Bench, answering: Promise<unknown>, atOnce: () => void): Promise<unknown> {
  let isAnswered = false
  const waiting = answering.finally(() => {
    isAnswered = true
  })
  for (let turn = 0; turn < TURNS_MAX && !isAnswered; turn += 1) await Promise.resolve()
  if (isAnswered) atOnce()
  for (let second = 0; second < SECONDS_MAX && !isAnswered; second += 1) await bench.shop.time.pass(1_000)
  return waiting
}

const told: Record<string, number> = {}
const count = (what: string): void => {
  told[what] = (told[what] ?? 0) + 1
}
/** The calls that changed something before any time passed. Later changes may be the worker's. */
const doers = new Set<CallName>()
let payloadCount = 0
let validCount = 0

test.each(MODES)(
  'security 17: hostile payloads to every call, manager’s mode %s: typed errors, nothing thrown or written',
  async (mode) => {
    const bench = await openBench(mode)
    const before = everything(bench)
    const prototypes = [Object, Array, String, Function].map((of) => Reflect.ownKeys(of.prototype).length)
    const valid: { readonly name: CallName; readonly payload: unknown }[] = []
    for (const [index, name] of callNames.entries()) {
      const isKept = fc.asyncProperty(payloadOf(name), sender, async (payload, event) => {
        const copied = copyOf(payload)
        const isOwn = event === ownEvent
        const given = copied === undefined ? payload : copied.value
        if (isOwn && isValid(name, given)) {
          valid.push({ name, payload: given })
          return
        }
        payloadCount += 1
        const marksBefore = marks(bench)
        const answer = (await afterTurns(bench.call(name, event, given))) as Answer
        expect(answer.ok).toBe(false)
        const { code = 'none' } = answer.error ?? {}
        // Only a value that Electron cannot copy may fail in another way than by its schema.
        const mayThrow = copied === undefined && isOwn && code === 'internal'
        expect(mayThrow || refusedAtDoor.has(code), code).toBe(true)
        expect(code === 'untrustedSender').toBe(!isOwn)
        expect(marks(bench)).toEqual(marksBefore)
        count(mayThrow ? 'internal, for what no copy could have brought' : code)
      })
      await fc.assert(isKept, { numRuns: RUNS_PER_CALL, seed: SEED + index + MODES.indexOf(mode) * 1_000 })
    }
    await bench.shop.time.pass(0)
    expect(everything(bench)).toEqual(before)
    expect([Object, Array, String, Function].map((of) => Reflect.ownKeys(of.prototype).length)).toEqual(
      prototypes,
    )
    expect(bench.doorLog.every((line) => line.length < 1_000 && !line.includes('ran in main'))).toBe(true)
    bench.doorLog.length = 0
    await sendValid(bench, mode, valid)
  },
  TEST_LIMIT_MS,
)

async function roleOf({ shop }: Bench): Promise<string> {
  const view = await shop.backend().handlers['access.get']({})
  return view.ok ? view.value.role : 'not told'
}

/** These calls run last: after them the others would only report that no client or manager is signed in. */
const endings = (name: CallName): boolean => /^access\.|^session\.sign/u.test(name)
const orderOfValid = [...callNames.filter((name) => !endings(name)), ...callNames.filter(endings)]

/** A payload that happens to be valid reaches the back end, where it may have only the effects of its call. */
async function sendValid(
  bench: Bench,
  mode: (typeof MODES)[number],
  valid: readonly { readonly name: CallName; readonly payload: unknown }[],
): Promise<void> {
  restoreNetwork(bench.shop)
  for (const name of orderOfValid) {
    for (const { payload } of valid.filter((each) => each.name === name).slice(0, VALID_PER_CALL)) {
      // An idle counter locks itself.
      if (mode === 'opened' && !endings(name) && (await roleOf(bench)) === 'cashier') {
        await bench.shop.becomeManager()
      }
      const writtenBefore = written(bench)
      const salesBefore = countOf(bench, 'sale')
      payloadCount += 1
      validCount += 1
      const answer = (await afterSeconds(
        bench,
        bench.call(name, ownEvent, payload),
        () => written(bench) !== writtenBefore && doers.add(name),
      )) as Answer
      const recorded = countOf(bench, 'sale') - salesBefore
      expect(recorded, `${name} recorded sales`).toBe(name === 'sales.record' && answer.ok ? 1 : 0)
      if (answer.ok) {
        count('taken by the back end')
        continue
      }
      const { code = 'none' } = answer.error ?? {}
      expect(mode === 'opened' && !endings(name) && code === 'needsManager').toBe(false)
      expect(codes.has(code) && code !== 'internal', `${name} ${code}`).toBe(true)
      count(`refused by the back end: ${code}`)
    }
  }
  expect(bench.doorLog.filter((line) => /handlerThrew|badResult/u.test(line))).toEqual([])
  const sends = bench.shop.wire.filter(({ url }) => url.endsWith('/logtransaction')).length
  expect(sends).toBeGreaterThan(0)
  expect(sends).toBeLessThanOrEqual(countOf(bench, 'sale'))
  if (mode === 'closed') expect(await roleOf(bench)).toBe('cashier')
}

test('security 17: the fuzz reached every call and at least ten thousand payloads, and prints the results', () => {
  const lines = Object.entries(told).toSorted(([, left], [, right]) => right - left)
  console.log(
    [
      `ipc fuzz: seed ${SEED}, ${callNames.length} calls, ${payloadCount} payloads`,
      ...lines.map(([what, many]) => `  ${many} ${what}`),
      `  ${validCount} were valid by chance; of those that need no bank these did something, as they may: ${[...doers].join(', ')}`,
    ].join('\n'),
  )
  expect(payloadCount).toBeGreaterThanOrEqual(Math.min(10_000, PAYLOADS * 0.7))
})
