import { compareDay } from '../../../electron/day/compareDay.ts'
import { PLANTED, plantedDay } from '../../../electron/day/testing/plantedDay.ts'
import { ANSWER_BYTES_MAX } from '../../../electron/gateway/transport.ts'
import type { WireOutcome, WireRequest } from '../../../electron/gateway/wire.ts'
import { inBreaths } from '../../../electron/work/slices.ts'
import { PRACTICE_TERMINAL_ID } from '../../../sandbox/options.ts'
import type { CallResult } from '../../../shared/contract.ts'
import { PAPER_LINES_MAX } from '../../../shared/paper.ts'
import { once, pairsOf, type Bar, type Measured } from '../bar.ts'
import type { Pair } from '../stats.ts'
import { watchStretches } from '../stretches.ts'
import { answered, openTill, type Till, type TillSetup } from '../till.ts'

/** From this duration on a person notices that the program does not respond. */
const NOTICED_MS = 50
const ROUNDS = 5

/**
 * The longest stretch of each round of some work. The first of several rounds warms up the compiler and is not
 * counted.
 */
async function longest(rounds: number, work: () => Promise<unknown>): Promise<readonly Pair[]> {
  const watch = watchStretches()
  const pairs: Pair[] = []
  for (let round = 0; round <= rounds; round += 1) {
    await new Promise((resolve) => setTimeout(resolve, 10))
    watch.longestMs()
    await work()
    // The last stretch is measured one turn later.
    await new Promise((resolve) => setTimeout(resolve, 1))
    if (round > 0 || rounds === 0) pairs.push({ limit: NOTICED_MS, ours: watch.longestMs() })
  }
  watch.stop()
  return pairs
}

async function onTill(
  setup: TillSetup,
  rounds: number,
  work: (till: Till) => Promise<unknown>,
): Promise<Measured> {
  const till = await openTill(setup)
  till.setOnline(false)
  await till.checked()
  const pairs = await longest(rounds, () => work(till))
  await till.close()
  return pairsOf(pairs)
}

const SALES = 100_000
const SETTLED = { settled: SALES, waiting: 0 }
const WAITING = { settled: 0, waiting: SALES }
/** The state of a counter that no bank answered for weeks, all on one day of its clock. */
const OPEN = { ...WAITING, isOneDay: true }
const OPEN_DAY = '2026-01-01'
const SENT_EACH_ROUND = 50
/** The number of records in a page of the bank. */
const RECORDS = 1_000

/** The list is read meanwhile, so that a read that waits for the copy is in the stretch. */
async function backUp({ backend: { handlers } }: Till): Promise<void> {
  let isMade = false
  const making = Promise.resolve(handlers['backup.make']({})).finally(() => {
    isMade = true
  })
  while (!isMade) {
    await handlers['sales.page']({ filter: 'all', search: '', offset: 0, limit: 10 })
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  const made = await making
  if (!made.ok || made.value.kind !== 'made' || made.value.saleCount !== SALES)
    throw new Error('the backup is not whole')
}

async function sendSome(till: Till): Promise<void> {
  const goal = till.bank.commits().length + SENT_EACH_ROUND
  till.setOnline(true)
  await till.until('sends', () => till.bank.commits().length >= goal)
  till.setOnline(false)
}

async function listAll({ backend: { handlers } }: Till): Promise<void> {
  for (const filter of [
    'all',
    'waiting',
    'needsPerson',
    'accepted',
    'refused',
    'late',
    'notChecked',
  ] as const)
    for (const offset of [0, 50_000, 99_000]) {
      answered(handlers['sales.page']({ filter, search: '', offset, limit: 200 }))
      await new Promise((resolve) => setTimeout(resolve, 1))
    }
}

/** A note that no sale has: every sale is read. */
async function findNote({ backend: { handlers } }: Till): Promise<void> {
  for (let before: number | null = null; ;) {
    const found: CallResult<'sales.find'> = await handlers['sales.find']({ search: 'no such note', before })
    if (!found.ok) throw new Error(found.error.code)
    before = found.value.readThrough.next
    if (before === null) return
  }
}

/**
 * Fills a full page to the largest size that an answer may have, as with long texts; a short last page stays as it is.
 */
function fattened(outcome: WireOutcome): WireOutcome {
  if (outcome.kind !== 'response') return outcome
  const places = outcome.body.split('"reason":null')
  if (places.length <= RECORDS) return outcome
  const room = Math.floor((ANSWER_BYTES_MAX - outcome.body.length - 1_000) / Math.max(1, places.length - 1))
  return { ...outcome, body: places.join(`"reason":"${'x'.repeat(Math.max(0, room))}"`) }
}

/** The check of the file runs in slices behind the window, from the start of the till. */
async function checkFile(say: (text: string) => void): Promise<Measured> {
  const watch = watchStretches()
  const pairs: Pair[] = []
  for (let round = 0; round < 2; round += 1) {
    const till = await openTill({ fixture: SETTLED, say })
    await new Promise((resolve) => setTimeout(resolve, 1))
    watch.longestMs()
    await till.checked()
    pairs.push({ limit: NOTICED_MS, ours: watch.longestMs() })
    await till.close()
  }
  watch.stop()
  return pairsOf(pairs)
}

/**
 * A search with pages of the largest allowed size, prepared before anything is measured; and the look-up before it,
 * which brings news about each of a thousand sales.
 */
const searched = once(async (say): Promise<{ readonly fresh: Measured; readonly large: Measured }> => {
  const asked = new Map<string, WireRequest>()
  const large = new Map<string, WireOutcome>()
  const till = await openTill({
    say,
    // Otherwise the number of records would change between two pages.
    bankOptions: { visibleAfterMs: 0 },
    profile: (standard) => ({ ...standard, limits: { ...standard.limits, pageSize: RECORDS } }),
    answer: (request) => {
      if (!request.url.includes('/searchtransaction')) return undefined
      asked.set(request.url, request)
      return large.get(request.url)
    },
  })
  const { handlers } = till.backend
  for (let each = 1; each <= RECORDS; each += 1) till.record(`${each}.00`)
  await till.until('sends', () => till.bank.commits().length >= RECORDS)
  await till.checked()
  const day = new Date().toISOString().slice(0, 10)
  let search = 0
  const look = async (): Promise<void> => {
    search += 1
    const found = await handlers['records.search']({
      searchId: `bench-${search}`,
      terminalId: PRACTICE_TERMINAL_ID,
      dateFrom: day,
      dateTo: day,
      basis: 'saleDate',
    })
    if (!found.ok || found.value.incompleteReason !== null)
      throw new Error(
        `the list is not whole: ${JSON.stringify(found.ok ? found.value.incompleteReason : found.error)}`,
      )
  }
  const fresh = await longest(0, look)
  let bytes = 0
  for (const [url, request] of asked) {
    const answer = fattened(await till.bank.transport(request))
    if (answer.kind === 'response') bytes = Math.max(bytes, answer.body.length)
    large.set(url, answer)
  }
  const pairs = await longest(ROUNDS, look)
  await till.close()
  if (bytes < 0.9 * ANSWER_BYTES_MAX) throw new Error(`the answer had ${bytes} bytes only`)
  return { fresh: pairsOf(fresh), large: pairsOf(pairs) }
})

/** A day of so many sales, against as many records. */
const DAY_SALES = 20_000

async function compareBigDay(): Promise<Measured> {
  const { sales, records, others } = plantedDay(DAY_SALES, 4)
  const breathe = (): Promise<void> => new Promise((resolve) => void setTimeout(resolve, 0))
  const clock = { monotonicNowMs: () => performance.now() }
  const pairs = await longest(ROUNDS, async () => {
    const { unexplained } = await inBreaths(compareDay(sales, records, PLANTED, others), breathe, clock)
    if (unexplained !== '0') throw new Error('the day is not explained')
  })
  return pairsOf(pairs)
}

/** So many records of one reference, as a bank that never ends its pages shows them. */
const SAME_REFERENCE = 40_000

async function compareOneReference(): Promise<Measured> {
  const { sales, records } = plantedDay(100, 4)
  const [record] = records
  if (record === undefined) throw new Error('the day has no record')
  const same = Array.from({ length: SAME_REFERENCE }, () => record)
  const breathe = (): Promise<void> => new Promise((resolve) => void setTimeout(resolve, 0))
  const clock = { monotonicNowMs: () => performance.now() }
  const pairs = await longest(ROUNDS, () => inBreaths(compareDay(sales, same, PLANTED), breathe, clock))
  return pairsOf(pairs)
}

/** Two screens ask at once, then the day is closed, and the next close is asked for. */
async function closeTwice({ backend: { handlers } }: Till): Promise<void> {
  const [one, other] = await Promise.all([handlers['dayClose.view']({}), handlers['dayClose.view']({})])
  // From the second round on the day has its close, whose sales stay open.
  if (!one.ok || !other.ok || one.value.next.openCount !== SALES) throw new Error('the close is not whole')
  await handlers['dayClose.make']({})
  const next = await handlers['dayClose.view']({})
  if (!next.ok || next.value.next.openCount !== SALES) throw new Error('the next close has lost open sales')
}

async function viewDay({ backend: { handlers } }: Till): Promise<void> {
  const day = await handlers['day.view']({ terminalId: null, day: OPEN_DAY, isRead: false })
  if (!day.ok || day.value.here.count < SALES / 2) throw new Error('the day is not whole')
}

/** The longest paper that the contract allows. */
const LONG_PAPER = Array.from({ length: PAPER_LINES_MAX }, (_, each) => ({
  kind: 'text' as const,
  text: `line ${each} ${'Ọmọ ₦ '.repeat(160)}`.slice(0, 1_000),
  isCentred: false,
  isStrong: false,
}))

async function exportAll({ backend: { handlers } }: Till): Promise<void> {
  const saved = await handlers['reports.sales']({ filter: 'all', search: '', format: 'xlsx' })
  if (!saved.ok || saved.value.rowCount !== SALES) throw new Error('the file is not whole')
}

const MAIN = { unit: 'ms', limit: '50 ms', direction: 'atMost', must: 1, aim: 0.3 } as const

/** The longest time in which the main process can do nothing else. */
export const mainThreadBars: readonly Bar[] = [
  {
    ...MAIN,
    name: 'main-thread-drain',
    measure: (say) => onTill({ fixture: WAITING, say }, ROUNDS, sendSome),
  },
  { ...MAIN, name: 'main-thread-list', measure: (say) => onTill({ fixture: SETTLED, say }, ROUNDS, listAll) },
  { ...MAIN, name: 'main-thread-find', measure: (say) => onTill({ fixture: SETTLED, say }, 3, findNote) },
  {
    ...MAIN,
    name: 'main-thread-export',
    measure: (say) => onTill({ fixture: SETTLED, say }, 3, exportAll),
  },
  { ...MAIN, name: 'main-thread-backup', measure: (say) => onTill({ fixture: SETTLED, say }, 3, backUp) },
  { ...MAIN, name: 'main-thread-day', measure: compareBigDay },
  { ...MAIN, name: 'main-thread-one-reference', measure: compareOneReference },
  {
    ...MAIN,
    name: 'main-thread-open-close',
    measure: (say) => onTill({ fixture: OPEN, say }, 3, closeTwice),
  },
  { ...MAIN, name: 'main-thread-open-day', measure: (say) => onTill({ fixture: OPEN, say }, 3, viewDay) },
  {
    ...MAIN,
    name: 'main-thread-open-list',
    measure: (say) => onTill({ fixture: OPEN, say }, ROUNDS, listAll),
  },
  { ...MAIN, name: 'main-thread-open-backup', measure: (say) => onTill({ fixture: OPEN, say }, 3, backUp) },
  {
    ...MAIN,
    name: 'main-thread-open-export',
    measure: (say) => onTill({ fixture: OPEN, say }, 3, exportAll),
  },
  {
    ...MAIN,
    name: 'main-thread-paper',
    measure: (say) =>
      onTill({ say }, ROUNDS, async ({ backend: { handlers } }) => {
        await handlers['access.setPin']({ currentPin: '', pin: '482915' })
        await handlers['settings.change']({ printer: '127.0.0.1:9100' })
        const sent = await handlers['paper.send']({ width: '58', lines: LONG_PAPER, receiptOf: null })
        if (!sent.ok || sent.value.outcome !== 'sent') throw new Error('the paper was not sent')
      }),
  },
  {
    ...MAIN,
    name: 'main-thread-check',
    measure: checkFile,
  },
  { ...MAIN, name: 'main-thread-answer', measure: async (say) => (await searched(say)).large },
  { ...MAIN, name: 'main-thread-answer-news', measure: async (say) => (await searched(say)).fresh },
]
