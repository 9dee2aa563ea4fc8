import { type Counter, openCounter } from '../../electron/testing/counter.ts'
import { changeRecord } from '../../electron/testing/bankBooks.ts'
import { openOtherTill, type OtherTill } from '../../electron/testing/otherTill.ts'
import { cutNetwork, restoreNetwork } from '../../electron/testing/troubles.ts'
import { createSeededRandom } from '../../electron/testing/virtualTime.ts'
import { type App, openApp } from './app.tsx'
import { dayOf, decide, isPaidBy, ofKobo, type Sale, see, type Shown, standOf } from './books.ts'
import { compareDay } from './dayScreen.ts'
import { AT_ONCE, KINDS, LATER, sameFee, shownOf, undone } from './deviations.ts'
import type { Facts, Notebook } from './figures.ts'
import { compareClose, comparePapers, compareSalesFile } from './papers.ts'
import { compareFind, compareSales, compareSell, compareTodo } from './screens.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
const LATE_AFTER_MINUTES = 600
const LAGOS_HOURS = 1

/**
 * A month of a shop with two terminals and another till at them: random trade at the practice bank and its deviations,
 * decisions, closes at odd hours, steps of the clock and restarts. At the end of each day every screen, paper and file
 * is compared with the books.
 */
export async function liveMonth(
  seed: number,
  days: number,
  notebook: Notebook,
  inWindow: (shop: Counter, app: App) => Promise<App> = async (_, app) => app,
): Promise<void> {
  const served = new Set<number>()
  const told = new Map<string, number>()
  const shop = await openCounter({
    // The counter also reads lists by itself, and may miss from then on what they showed.
    garble: ({ url }, outcome) => {
      if (outcome.kind === 'response' && !url.includes('/terminals'))
        for (const [, id] of outcome.body.matchAll(/"id":([0-9]+),/gu)) served.add(Number(id))
      if (outcome.kind === 'response' && !url.includes('logtransaction'))
        for (const [, reference = ''] of outcome.body.matchAll(/"transactionId":"([^"]+)"/gu))
          told.set(reference, shop.time.clock.wallNowMs())
      return outcome
    },
    bankOptions: { settleAfterMs: 10_000 },
    profile: (standard) => ({
      ...standard,
      settlement: { ...standard.settlement, lateAfterMinutes: LATE_AFTER_MINUTES },
    }),
  })
  try {
    const openNow = async (): Promise<App> => inWindow(shop, await openApp(shop))
    await createMonth({ shop, seed, wasHere: served, told, notebook, openNow }).live(days)
  } finally {
    await shop.close()
  }
}

interface MonthOf {
  readonly shop: Counter
  readonly seed: number
  readonly wasHere: ReadonlySet<number>
  readonly told: ReadonlyMap<string, number>
  readonly notebook: Notebook
  /** The window as it is opened now. */
  readonly openNow: () => Promise<App>
}

function createMonth({ shop, seed, wasHere, told, notebook, openNow }: MonthOf) {
  const random = createSeededRandom(seed)
  const { time, bank } = shop
  const nowMs = (): number => time.clock.wallNowMs()
  const chance = (share: number): boolean => random.next() < share
  const upTo = (count: number): number => Math.floor(random.next() * count)
  const any = <Item>(items: readonly Item[]): Item => items[upTo(items.length)] as Item
  const terminals = bank
    .terminals()
    .slice(0, 2)
    .map(({ terminalId }) => terminalId)
  const sales: Sale[] = []
  const due: { readonly day: number; readonly run: () => Promise<void> }[] = []
  let chosen = terminals[0] ?? ''
  let other: OtherTill
  let isOnline = true
  let closeCount = 0
  let today = 0
  let otherCount = 0

  const list = (): Shown[] => bank.records().map((record) => shownOf(record, nowMs()))
  const shown = (reference: string): Shown | undefined =>
    list().find((each) => each.reference === reference && !each.isHidden)

  async function call<Name extends keyof ReturnType<Counter['backend']>['handlers']>(
    name: Name,
    request: Parameters<ReturnType<Counter['backend']>['handlers'][Name]>[0],
    ms: number,
  ): Promise<void> {
    const asked = (shop.backend().handlers[name] as (given: typeof request) => unknown)(request)
    await time.pass(ms)
    const answer = (await asked) as { readonly ok: boolean; readonly error?: unknown }
    if (!answer.ok) throw new Error(`${name}: ${JSON.stringify(answer.error)}`)
  }

  /** A person asks the bank about a sale, and the books see what it shows. */
  async function look(sale: Sale): Promise<void> {
    await call('records.byReference', { transactionId: sale.reference }, 5_000)
    const found = shown(sale.reference)
    if (found === undefined) return
    if (sale.fate === 'atBank') see(sale, found, nowMs())
  }

  async function readDay(day: string): Promise<void> {
    for (const terminalId of terminals) await call('day.view', { terminalId, day, isRead: true }, 15_000)
  }

  async function choose(terminalId: string): Promise<void> {
    if (terminalId === chosen) return
    await shop.becomeManager()
    await call('terminals.choose', { terminalId }, 2_000)
    chosen = terminalId
  }

  async function resolve(
    sale: Sale,
    decision: 'keepOurs' | 'takeBanks' | 'accept' | 'writeOff',
  ): Promise<void> {
    await call('sales.checkNow', { transactionId: sale.reference }, 10_000)
    await shop.becomeManager()
    const { decision: asked } = await shop.sale(sale.reference)
    const facts = { transactionId: sale.reference, reason: 'asked the bank', seen: asked?.seen ?? '' }
    await call('sales.resolve', { ...facts, decision }, 1_000)
    if (decision === 'keepOurs' || decision === 'takeBanks') {
      decide(sale, decision, nowMs())
      return
    }
    sale.fate = decision === 'accept' ? 'atBank' : 'writtenOff'
    const found = shown(sale.reference)
    if (decision !== 'accept' || found === undefined) return
    sale.accepted = found
    sale.isPaid = isPaidBy(found, nowMs())
    see(sale, found, nowMs())
  }

  function later(day: number, sale: Sale, run: () => Promise<void>): void {
    due.push({
      day: day + 1 + upTo(3),
      run: async () => {
        if (sale.fate === 'atBank' && sale.open === null) await run()
      },
    })
  }

  /** A person decides about an open difference some day, or never. */
  function decideLater(day: number, sale: Sale, isTakeable = true): void {
    if (isTakeable && chance(0.3))
      due.push({
        day: today + 1,
        run: async () => {
          if (sale.open === null) return
          // It shows something else again: a person decides about the newest.
          bank.changeRecord(sale.reference, { amountAdds: '6' })
          await look(sale)
        },
      })
    if (chance(0.3)) return
    due.push({
      day: today + 2 + upTo(4),
      run: async () => {
        if (sale.open === null) return
        await resolve(sale, isTakeable && chance(0.5) ? 'takeBanks' : 'keepOurs')
        // What was taken back may be paid after all.
        if (standOf(sale) === 'On its way' && chance(0.5))
          later(day + 3, sale, async () => {
            bank.changeRecord(sale.reference, undone('unpaidAfterMs'))
            await look(sale)
          })
      },
    })
  }

  async function sell(day: number, each: number): Promise<void> {
    const kind = isOnline ? any(KINDS) : 'plain'
    const kobo = 10_000 + upTo(9_000_000)
    const reference = `D${day}-${each}`
    if (kind === 'taken' || kind === 'takenOther') {
      other.pay(((kobo + (kind === 'taken' ? 0 : 50_000)) / 100).toFixed(2), reference, chosen)
      await time.pass(2_000)
    }
    if (kind === 'declined')
      bank.faults.add({ on: 'logTransaction', fault: { kind: 'declined', message: 'No', committed: false } })
    const recordedAtMs = nowMs()
    await shop.record((kobo / 100).toFixed(2), { transactionId: reference })
    const sale: Sale = {
      reference,
      amount: ofKobo(kobo),
      terminal: chosen,
      recordedAtMs,
      fate: isOnline ? 'atBank' : 'waiting',
      accepted: null,
      isPaid: false,
      open: null,
      settled: new Set(),
      wasPaid: false,
      seen: null,
      atClose: null,
      close: null,
    }
    sales.push(sale)
    if (!isOnline) return time.pass(MINUTE_MS)
    const atOnce =
      AT_ONCE[kind] ?? (kind === 'paidLate' ? AT_ONCE['unpaid'] : kind === 'sameFee' ? {} : undefined)
    // Before the counter looks for the first time.
    while (atOnce !== undefined && !bank.changeRecord(reference, atOnce)) await time.pass(100)
    if (kind === 'sameFee') sameFee(bank, reference)
    await time.pass(kind === 'declined' ? 40 * MINUTE_MS : 2 * MINUTE_MS)
    // Without a record to compare with, a no is left to a person: which of both is no question of sums.
    if (kind === 'declined')
      sale.fate = (await shop.sale(reference)).sale.state === 'refused' ? 'refused' : 'conflict'
    else if (kind === 'takenOther') await inConflict(day, sale)
    else await follow(kind, day, sale)
  }

  async function inConflict(day: number, sale: Sale): Promise<void> {
    sale.fate = 'conflict'
    if (chance(0.4)) return
    due.push({ day: day + 1 + upTo(2), run: () => resolve(sale, chance(0.5) ? 'accept' : 'writeOff') })
  }

  async function follow(kind: (typeof KINDS)[number], day: number, sale: Sale): Promise<void> {
    await look(sale)
    const change = LATER[kind]
    if (change !== undefined)
      later(day, sale, async () => {
        bank.changeRecord(sale.reference, change)
        await look(sale)
        decideLater(day, sale)
      })
    if (kind === 'paidLate')
      later(day, sale, async () => {
        bank.changeRecord(sale.reference, undone('unpaidAfterMs'))
        await look(sale)
      })
    if (kind === 'amountAtOnce') decideLater(day, sale)
    if (kind === 'moved')
      later(day, sale, async () => {
        changeRecord(shop, sale.reference, { terminalId: terminals.find((id) => id !== sale.terminal) ?? '' })
        await time.pass(MINUTE_MS)
        await look(sale)
        decideLater(day, sale, false)
      })
    if (kind === 'twice')
      later(day, sale, async () => {
        bank.changeRecord(sale.reference, {}, {})
        await readDay(dayOf(sale.seen?.receivedAtMs ?? nowMs()))
        const second = list().findLast(({ reference }) => reference === sale.reference)
        if (second !== undefined) see(sale, second, nowMs())
        decideLater(day, sale, false)
      })
  }

  /** The counter catches up: what is not settled is asked about. */
  async function catchUp(day: number): Promise<void> {
    for (const sale of sales) {
      const stand = standOf(sale)
      if (sale.fate === 'atBank' && (stand !== 'Paid' || sale.reference.startsWith(`D${day}-`)))
        await look(sale)
    }
  }

  async function goOffline(): Promise<void> {
    cutNetwork(shop)
    isOnline = false
    await time.pass(5_000)
  }

  async function goOnline(): Promise<void> {
    if (isOnline) return
    restoreNetwork(shop)
    isOnline = true
    await shop.backend().handlers['sales.tryNow']({})
    await time.pass(10 * MINUTE_MS)
    for (const sale of sales)
      if (sale.fate === 'waiting') {
        sale.fate = 'atBank'
        await look(sale)
      }
  }

  async function remove(): Promise<void> {
    const waiting = sales.filter(({ fate }) => fate === 'waiting')
    const sale = waiting.length > 0 && chance(0.5) ? any(waiting) : undefined
    if (sale === undefined) return
    await shop.becomeManager()
    await call('sales.cancel', { transactionId: sale.reference, reason: 'not sold' }, 1_000)
    sale.fate = 'removed'
  }

  function payElsewhere(day: number): void {
    // Three equal fees beside a higher one: no highest fee, but the same mistake three times.
    const alike = chance(0.1) ? any(terminals) : null
    for (let each = alike === null ? upTo(3) : 4; each > 0; each -= 1) {
      otherCount += 1
      const reference = `POS${day}-${otherCount}`
      const kobo = (alike === null ? 10_000 : 2_000_000) + upTo(9_000_000)
      other.pay((kobo / 100).toFixed(2), reference, alike ?? any(terminals))
      const deviates = alike === null ? random.next() : each > 1 ? 0.4 : 1
      if (deviates < 0.3) bank.changeRecord(reference, any(Object.values(AT_ONCE)))
      else if (deviates < 0.5) sameFee(bank, reference)
      if (chance(0.15))
        due.push({ day: day + 1, run: async () => void bank.changeRecord(reference, LATER['gone'] ?? {}) })
    }
  }

  const facts = (): Facts => ({
    sales,
    list: list(),
    terminals,
    nowMs: nowMs(),
    lateBeforeMs: nowMs() - LATE_AFTER_MINUTES * MINUTE_MS,
    wasHere,
    told,
    isOnline,
  })

  async function compare(day: number): Promise<void> {
    const app = await openNow()
    if (isOnline) await readDay(dayOf(nowMs()))
    compareSell(app, facts(), notebook)
    await compareSales(app, facts(), notebook)
    await compareTodo(app, facts(), notebook)
    await compareSalesFile(app, facts(), notebook)
    const today = dayOf(nowMs())
    const earlier = sales.length > 0 ? dayOf(any(sales).recordedAtMs) : today
    for (const each of new Set([today, earlier])) {
      if (isOnline) await readDay(each)
      await compareDay(app, facts(), each, notebook)
      if (isOnline) await compareFind(app, facts(), each, notebook)
    }
    const open = sales.filter((sale) => sale.open !== null)
    const ofToday = sales.filter((sale) => sale.open === null && sale.reference.startsWith(`D${day}-`))
    for (const sale of [...open.slice(-3), ...ofToday.slice(-2)])
      await comparePapers(app, facts(), sale, notebook)
  }

  async function closeDay(): Promise<void> {
    await shop.becomeManager()
    while (sales.some(({ close }) => close === null)) {
      const unclosed = sales.filter(({ close }) => close === null)
      const answer = await shop.backend().handlers['dayClose.make']({})
      // A day has one close.
      if (!answer.ok) return
      closeCount += 1
      const month = dayOf(unclosed[0]?.recordedAtMs ?? 0).slice(0, 7)
      for (const sale of unclosed) if (dayOf(sale.recordedAtMs).startsWith(month)) sale.close = closeCount
      const app = await openApp(shop)
      compareClose(app.close(answer.value), facts(), closeCount, notebook)
      for (const sale of sales) if (sale.close !== null) sale.atClose = standOf(sale)
    }
  }

  /** To an hour of a day, by the clock on the wall in Lagos. */
  const jumpTo = (day: number, hour: number): void => {
    const atMs = Date.UTC(2026, 10, 20) + day * DAY_MS + (hour - LAGOS_HOURS) * HOUR_MS
    if (atMs > nowMs()) time.jumpWall(Math.round(atMs - nowMs()))
  }

  async function live(days: number): Promise<void> {
    for (let day = 0; day < days; day += 1) {
      today = day
      jumpTo(day, 8 + random.next() * 4)
      if (chance(0.1)) time.jumpWall(-3 * MINUTE_MS)
      if (chance(0.1)) await shop.restart()
      await goOnline()
      await time.pass(5 * MINUTE_MS)
      for (const { run } of due.filter((each) => each.day === day)) await run()
      // Its token lasts a day at most.
      other = await openOtherTill(shop)
      payElsewhere(day)
      const count = 1 + upTo(4)
      await choose(any(terminals))
      for (let each = 0; each < count; each += 1) {
        // A PIN takes a while to check.
        if (each === 2) await choose(any(terminals))
        if (isOnline && each > 0 && chance(0.08)) await goOffline()
        await sell(day, each)
      }
      await remove()
      if (isOnline) await catchUp(day)
      await compare(day)
      if (!chance(0.75)) continue
      // In the evening, at midnight, or after it.
      jumpTo(day, any([20, 23.9, 26]))
      await closeDay()
    }
  }

  return { live }
}
