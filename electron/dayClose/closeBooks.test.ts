import { expect, onTestFinished, test } from 'vitest'
import type { DayCloseView } from '../../shared/dayClose.ts'
import { openCounter, type Counter } from '../testing/counter.ts'
import { cutNetwork, restoreNetwork } from '../testing/troubles.ts'
import { createSeededRandom } from '../testing/virtualTime.ts'

/*
 * Closes of three months beside books that know what happened, and share no code with the product: what was sold, paid,
 * paid late, taken back, settled by a manager, and never sent.
 */

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
const DAYS = 92
const FIRST = Date.UTC(2026, 10, 20)

type Standing = 'paid' | 'onItsWay' | 'waiting' | 'needsYou' | 'paidBack' | 'removed'
interface Line {
  readonly id: string
  readonly kobo: number
  readonly day: string
  now: Standing
  /** As it stood at the close before. */
  before: Standing | null
  close: number | null
  /** A difference that a manager settled is not one again. */
  wasTakenBack: boolean
}

/** The bank's record as it would be without the change before. */
const PAID_AFTER_ALL = { unpaidAfterMs: undefined } as unknown as Parameters<
  Counter['bank']['changeRecord']
>[1]

const dayName = (day: number): string => new Date(FIRST + day * DAY_MS).toISOString().slice(0, 10)
const isSettled = (standing: Standing): boolean => standing === 'paid' || standing === 'removed'

/** What a close must say, from the lines alone. */
function expectedOf(lines: readonly Line[], number: number, closes: ReadonlyMap<number, string>) {
  const own = lines.filter((line) => line.close === number)
  const earlier = lines.filter((line) => line.close !== null && line.close < number)
  const sum = (some: readonly Line[]) => ({
    count: some.length,
    kobo: some.reduce((all, { kobo }) => all + kobo, 0),
  })
  const changed = earlier.filter((line) => line.now !== line.before)
  const open = [...earlier, ...own].filter(({ now }) => !isSettled(now))
  return {
    number,
    days: [...new Set(own.map(({ day }) => day))].map((day) => ({
      day,
      recorded: sum(own.filter((line) => line.day === day)),
      paid: sum(own.filter((line) => line.day === day && line.now === 'paid')),
    })),
    recorded: sum(own),
    parts: Object.fromEntries(
      (['paid', 'onItsWay', 'waiting', 'needsYou', 'paidBack', 'removed'] as const)
        .map((part) => [part, sum(own.filter(({ now }) => now === part))] as const)
        .filter(([, { count }]) => count > 0),
    ),
    open: open.map(({ id, now, kobo, close }) => [id, now, kobo, close === number ? null : close]),
    openKobo: sum(open).kobo,
    adjustments: changed.map(({ id, before, now, kobo, close }) => [
      id,
      before,
      now,
      kobo,
      close,
      closes.get(close ?? 0) ?? '',
    ]),
    cameIn: sum(changed.filter(({ now }) => now === 'paid')),
    takenBack: sum(changed.filter(({ before }) => before === 'paid')),
  }
}

function saidOf(made: DayCloseView): ReturnType<typeof expectedOf> {
  const [terminal] = made.terminals
  return {
    number: made.number,
    days: made.days,
    recorded: terminal?.recorded ?? { count: 0, kobo: 0 },
    parts: Object.fromEntries(
      (terminal?.parts ?? [])
        .filter(({ count }) => count > 0)
        .map(({ part, count, kobo }) => [part, { count, kobo }]),
    ),
    open: made.open.map(({ transactionId, part, kobo, of }) => [
      transactionId,
      part as Standing,
      kobo,
      of?.number ?? null,
    ]),
    openKobo: made.openKobo,
    adjustments: made.adjustments.map(({ transactionId, from, to, kobo, number, day }) => [
      transactionId,
      from as Standing,
      to as Standing,
      kobo,
      number,
      day,
    ]),
    cameIn: made.cameIn,
    takenBack: made.takenBack,
  }
}

/** The bank shows a sale, as a person's question makes it. */
async function shown(shop: Counter, id: string): Promise<void> {
  const asked = shop.backend().handlers['records.byReference']({ transactionId: id })
  await shop.time.pass(MINUTE_MS)
  const answer = await asked
  if (!answer.ok) throw new Error(JSON.stringify(answer.error))
}

async function resolve(shop: Counter, id: string, decision: 'keepOurs' | 'takeBanks'): Promise<void> {
  const asked = shop.backend().handlers['sales.checkNow']({ transactionId: id })
  await shop.time.pass(10_000)
  await asked
  await shop.becomeManager()
  const { decision: seen } = await shop.sale(id)
  const answer = await shop.backend().handlers['sales.resolve']({
    transactionId: id,
    decision,
    reason: 'asked the bank',
    seen: seen?.seen ?? '',
  })
  if (!answer.ok) throw new Error(JSON.stringify(answer.error))
}

test('closes of three months agree line by line with books that share no code with them', async () => {
  const shop = await openCounter()
  onTestFinished(() => shop.close())
  const random = createSeededRandom(53)
  const chance = (share: number): boolean => random.next() < share
  const lines: Line[] = []
  const pick = (standing: Standing): Line | undefined => {
    const fitting = lines.filter(
      ({ now, wasTakenBack }) => now === standing && !(standing === 'paid' && wasTakenBack),
    )
    return fitting[Math.floor(random.next() * fitting.length)]
  }
  const closes = new Map<number, string>()
  let closeCount = 0
  let figures = 0
  let differences = 0

  /** From the first sale without a network on, those of a day wait. */
  let isOffline = false
  async function sell(day: number, each: number): Promise<void> {
    const naira = 100 + Math.floor(random.next() * 90_000)
    const line: Line = {
      id: `D${day}-${each}`,
      kobo: naira * 100,
      day: dayName(day),
      now: 'paid',
      before: null,
      close: null,
      wasTakenBack: false,
    }
    isOffline ||= chance(0.1)
    const isUnpaid = !isOffline && chance(0.25)
    if (isOffline) cutNetwork(shop)
    await shop.record(String(naira), { transactionId: line.id })
    if (isUnpaid) {
      // As soon as the bank has it, before it pays.
      while (!shop.bank.changeRecord(line.id, { unpaidAfterMs: 0 })) await shop.time.pass(100)
      line.now = 'onItsWay'
    }
    await shop.time.pass(MINUTE_MS)
    if (isOffline) line.now = 'waiting'
    lines.push(line)
  }

  async function settleSome(): Promise<void> {
    const late = chance(0.6) ? pick('onItsWay') : undefined
    if (late !== undefined) {
      shop.bank.changeRecord(late.id, PAID_AFTER_ALL)
      await shown(shop, late.id)
      late.now = 'paid'
    }
    const back = chance(0.2) ? pick('paid') : undefined
    if (back !== undefined) {
      shop.bank.changeRecord(back.id, { unpaidAfterMs: 0 })
      await shown(shop, back.id)
      back.now = 'paidBack'
      back.wasTakenBack = true
    }
    const asked = chance(0.4) ? (pick('needsYou') ?? pick('paidBack')) : undefined
    if (asked !== undefined) {
      const decision = chance(0.5) ? 'keepOurs' : 'takeBanks'
      await resolve(shop, asked.id, decision)
      asked.now = decision === 'keepOurs' ? 'paid' : 'onItsWay'
    }
  }

  async function closeNow(): Promise<void> {
    await shop.becomeManager()
    for (;;) {
      const unclosed = lines.filter(({ close }) => close === null)
      const answer = await shop.backend().handlers['dayClose.make']({})
      if (!answer.ok) throw new Error(JSON.stringify(answer.error))
      closeCount += 1
      // A month's end splits the close.
      const month = unclosed[0]?.day.slice(0, 7)
      for (const line of unclosed) if (line.day.slice(0, 7) === month) line.close = closeCount
      const expected = expectedOf(lines, closeCount, closes)
      const said = saidOf(answer.value)
      figures += JSON.stringify(said).match(/[0-9]+/gu)?.length ?? 0
      if (JSON.stringify(said) !== JSON.stringify(expected)) differences += 1
      expect(said).toEqual(expected)
      closes.set(closeCount, answer.value.day)
      for (const line of lines) if (line.close !== null) line.before = line.now
      if (lines.every(({ close }) => close !== null)) return
    }
  }

  for (let day = 0; day < DAYS; day += 1) {
    if (day > 0) shop.time.jumpWall(FIRST + day * DAY_MS + 8 * 3_600_000 - shop.time.clock.wallNowMs())
    // What waited offline goes out with the network.
    restoreNetwork(shop)
    isOffline = false
    await shop.backend().handlers['sales.tryNow']({})
    await shop.time.pass(5 * MINUTE_MS)
    for (const line of lines) if (line.now === 'waiting') line.now = 'paid'
    await settleSome()
    const count = 1 + Math.floor(random.next() * 4)
    for (let each = 0; each < count; each += 1) await sell(day, each)
    if (chance(0.75)) await closeNow()
  }
  expect(closeCount).toBeGreaterThan(60)
  expect(
    lines.filter(({ before, now }) => before === 'paid' && now !== 'paid').length + figures,
  ).toBeGreaterThan(500)
  expect(differences).toBe(0)
})
