import { openCounter, type Counter } from '../../electron/testing/counter.ts'
import { pairsOf, type Bar, type Measured } from '../bar.ts'

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
  /** Look-ups of accepted sales are follow-ups, which do not count as part of sending. */
  let followUps = 0
  const sent = new Set<string>()
  let own: Counter | null = null
  const counter = await openCounter({
    garble: ({ url }, outcome) => {
      const { pathname, searchParams } = new URL(url)
      const reference = searchParams.get('transactionId') ?? ''
      if (pathname.endsWith('/settlementstatus') && sent.has(reference)) followUps += 1
      for (const { transactionId } of own?.bank.commits().slice(sent.size) ?? []) sent.add(transactionId)
      return outcome
    },
    bankOptions: { answerDelayMs: ANSWER_MS, visibleAfterMs: 0 },
    profile: (standard) => ({ ...standard, outbox: { ...standard.outbox, requestsPerSecond: 1_000_000 } }),
  })
  own = counter
  return { counter, callsToSend: () => counter.wire.length - followUps }
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

/** Calls until the bank has the sale; follow-ups of its payment do not count. */
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
]
