import { openCounter, type Counter } from '../../../electron/testing/counter.ts'
import { backlogCalls, callsOfADay, steadyTrade } from '../../../electron/settlements/testing/calls.ts'
import { once, pairsOf, type Bar, type Measured } from '../bar.ts'

/** Fast answers, so that a backlog is sent before the first follow-up of a payment is due. */
const ANSWER_MS = 1
const STEP_MS = 100
const STEPS_MAX = 600
const ONE_BY_ONE = 100
const BACKLOG = 2_000
const TYPED = 60
const TYPED_ANSWER_MS = 50

interface Opened {
  readonly counter: Counter
  readonly callsToSend: () => number
}

/** In virtual time and with the practice bank, so that counts are the same on every machine. */
async function open(): Promise<Opened> {
  const counter = await openCounter({
    bankOptions: { answerDelayMs: ANSWER_MS, visibleAfterMs: 0 },
    profile: (standard) => ({ ...standard, outbox: { ...standard.outbox, requestsPerSecond: 1_000_000 } }),
  })
  // What follows payments waits for no send, and is no part of sending.
  const isOfSending = ({ method, isBeforeSend }: Counter['wire'][number]): boolean =>
    method === 'POST' || isBeforeSend === true
  return { counter, callsToSend: () => counter.wire.filter(isOfSending).length }
}

/** Sends the recorded sales. @returns the calls for each sale until the bank has all of them */
async function callsForEach(
  { counter, callsToSend }: Opened,
  record: () => Promise<number>,
): Promise<Measured> {
  const before = counter.bank.commits().length
  const callsBefore = callsToSend()
  const count = await record()
  const isDone = (): boolean => counter.bank.commits().length - before >= count
  for (let step = 0; step < STEPS_MAX && !isDone(); step += 1) await counter.time.pass(STEP_MS)
  if (!isDone()) throw new Error('the sales were not sent')
  const calls = callsToSend() - callsBefore
  await counter.close()
  return pairsOf([{ limit: 1, ours: calls / count }])
}

const CALLS = { unit: 'calls a sale', limit: 'one call', direction: 'atMost' } as const

/** One sale after the other, as at a counter. */
async function oneByOne(reference: (each: number) => string): Promise<Measured> {
  const opened = await open()
  const { counter } = opened
  return callsForEach(opened, async () => {
    for (let each = 1; each <= ONE_BY_ONE; each += 1) {
      await counter.record(`${each}.00`, { transactionId: reference(each) })
      await counter.time.pass(STEP_MS)
    }
    return ONE_BY_ONE
  })
}

async function backlog(): Promise<Measured> {
  const opened = await open()
  const { counter } = opened
  return callsForEach(opened, async () => {
    counter.setOnline(false)
    for (let each = 1; each <= BACKLOG; each += 1) await counter.record(`${each}.00`)
    counter.setOnline(true)
    return BACKLOG
  })
}

/** Slips entered offline, at the profile's own 2 requests a second: with two calls each, one slip a second. */
async function typedAtTwoASecond(): Promise<Measured> {
  const counter = await openCounter({ bankOptions: { answerDelayMs: TYPED_ANSWER_MS } })
  counter.setOnline(false)
  for (let each = 1; each <= TYPED; each += 1)
    await counter.record(`${each}.00`, { transactionId: `SLIP-${each}` })
  const fromMs = counter.time.clock.monotonicNowMs()
  counter.setOnline(true)
  while (counter.bank.commits().length < TYPED) await counter.time.pass(STEP_MS)
  const seconds = (counter.time.clock.monotonicNowMs() - fromMs) / 1_000
  await counter.close()
  return pairsOf([{ limit: 1, ours: TYPED / seconds }])
}

const PAID_TRADE = 60
const PAID_BACKLOG = 1_000
const ALL = { ...CALLS, unit: 'calls a paid sale' } as const

async function paidTrade(referenceOf: (each: number) => string): Promise<Measured> {
  const { callsASale, seenAfterMs } = await steadyTrade(PAID_TRADE, referenceOf)
  const [median, most] = [0.5, 0.95].map((share) => seenAfterMs[Math.floor(share * PAID_TRADE)] ?? Infinity)
  if ((median ?? Infinity) > SEEN_AFTER_MS)
    throw new Error(`payments are seen after ${median} ms, 95 % after ${most}`)
  return pairsOf([{ limit: 1, ours: callsASale }])
}

/** As soon as a payment was seen when each sale was asked about every few seconds. */
const SEEN_AFTER_MS = 17_000

const idleDay = once(() => callsOfADay(0))
/** @returns what unpaid sales of a day ago cost a day beyond an idle counter */
const unpaidDay = async (count: number, say: (text: string) => void): Promise<Measured> =>
  pairsOf([{ limit: 60, ours: Math.max(0, (await callsOfADay(count)) - (await idleDay(say))) }])
const UNPAID = { unit: 'calls a day', limit: 'sixty', direction: 'atMost', must: 1, aim: 0.5 } as const

/** Calls until the bank has the sale, without those that follow its payment; and all calls, until it is paid. */
export const callBars: readonly Bar[] = [
  { ...CALLS, name: 'calls-clean', must: 1.05, aim: 1.02, measure: () => oneByOne(() => '') },
  { ...CALLS, name: 'calls-typed', must: 2.2, aim: 2.05, measure: () => oneByOne((each) => `SLIP-${each}`) },
  { ...CALLS, name: `calls-backlog-${BACKLOG}`, must: 1.01, aim: 1.002, measure: backlog },
  {
    name: 'drain-typed',
    unit: 'sales/s',
    limit: 'two calls a sale, two a second',
    direction: 'atLeast',
    must: 0.75,
    aim: 0.9,
    measure: typedAtTwoASecond,
  },
  { ...ALL, name: 'calls-paid', must: 3.2, aim: 3, measure: () => paidTrade(() => '') },
  {
    ...ALL,
    name: 'calls-paid-typed',
    must: 5.2,
    aim: 4.5,
    measure: () => paidTrade((each) => `SLIP-${each}`),
  },
  {
    ...ALL,
    name: `calls-paid-backlog-${PAID_BACKLOG}`,
    must: 1.1,
    aim: 1.05,
    measure: async () => pairsOf([{ limit: 1, ours: await backlogCalls(PAID_BACKLOG) }]),
  },
  { ...UNPAID, name: 'calls-unpaid-1', measure: (say) => unpaidDay(1, say) },
  { ...UNPAID, name: 'calls-unpaid-20', measure: (say) => unpaidDay(20, say) },
]
