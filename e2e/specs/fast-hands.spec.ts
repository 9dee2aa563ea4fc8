import { expect, test, type Page } from '@playwright/test'
import { DOUBLE_CASHIER_PIN } from '../../renderer/testing/peopleDouble.ts'
import type { CallName, Request } from '../../shared/contract.ts'
import { type Chance, createChance } from '../../proof/simulation/chance.ts'
import { defaultScanSettings } from '../../renderer/app/scan.ts'
import { openStudio, type Size, type Studio } from '../gallery/studio.ts'
import { centreOf, openShop, type Shop } from '../pages/handsShop.ts'
import { recordButton } from '../pages/sale.ts'

// Each counter in a process of its own, so that the walks take about half a minute together.
test.describe.configure({ mode: 'parallel' })

let studio: Studio
test.beforeAll(async () => {
  studio = await openStudio()
})
test.afterAll(() => studio.close())

/** Walks of hands that are faster than eyes, each a few habits long. Together 200. */
const WALKS_PER_COUNTER = 50
const COUNTERS: readonly { readonly size: Size; readonly isTouch: boolean }[] = [
  { size: { width: 1280, height: 800 }, isTouch: false },
  { size: { width: 1024, height: 560 }, isTouch: false },
  { size: { width: 1366, height: 728 }, isTouch: true },
  { size: { width: 1024, height: 560 }, isTouch: true },
]
/** Hands at work are this fast, ms. */
const FAST = [20, 700] as const
/** Someone who reads the screen before the next press takes at least this long, ms. */
const LOOK_MS = 900

type Cashier = '1' | '2'
interface Recorded {
  readonly amount: string
  readonly cashierId: string | null
  readonly isSecond: boolean
}

for (const [place, { size, isTouch }] of COUNTERS.entries()) {
  const by = isTouch ? 'keys and touch' : 'keys and mouse'
  test(`${WALKS_PER_COUNTER} walks of fast hands, ${by}, ${size.width}×${size.height}: each sale was meant`, async () => {
    const chance = createChance(3000 + place)
    const counter = await openCounterOf(chance, size, isTouch)
    for (let walk = 0; walk < WALKS_PER_COUNTER; walk += 1) await counter.walk(walk)
    const { meant, recorded } = counter
    const unmeant = recorded.filter((sale) => !meant.some((each) => isThat(each, sale)))
    expect(unmeant, 'recorded, and not meant').toEqual([])
    const amounts = recorded.map(({ amount }) => amount)
    expect(new Set(amounts).size, 'recorded twice').toBe(amounts.length)
    // Hands that look are hardly ever stopped: a walk that records nothing would prove nothing.
    const done = meant.filter((sale) => recorded.some((each) => isThat(sale, each)))
    expect(done.length).toBeGreaterThanOrEqual(0.8 * meant.length)
    expect(meant.length).toBeGreaterThan(WALKS_PER_COUNTER / 4)
  })
}

function isThat(one: Recorded, other: Recorded): boolean {
  return one.amount === other.amount && one.cashierId === other.cashierId && one.isSecond === other.isSecond
}

async function openCounterOf(chance: Chance, size: Size, isTouch: boolean) {
  const recorded: Recorded[] = []
  const meant: Recorded[] = []
  const due: { readonly name: CallName; readonly atMs: number; readonly run: () => void }[] = []
  let nowMs = 0
  let locks = 0
  // A stream of its own: what hands do must not depend on when a call arrives.
  const latency = createChance(chance.between(0, 1_000_000))
  /** Main's answer, by the clock of the hands. */
  const late = (name: CallName) => async (request: unknown) => {
    const locksBefore = locks
    // Main locks at once: it has nothing to wait for.
    if (name === 'people.lock') {
      locks += 1
      return await shop.stage.double.call(name, request)
    }
    await new Promise<void>((run) => due.push({ name, atMs: nowMs + latency.between(5, 450), run }))
    const { double } = shop.stage
    // As in main: a lock that came meanwhile wins.
    const asked = name === 'people.enter' && locks !== locksBefore ? 'people.get' : name
    const { currentId } = double.facts().people
    const answer = (await double.call(asked, asked === name ? request : {})) as { ok: boolean }
    if (name === 'sales.record' && answer.ok) {
      const { amountText, confirmedSecondSale } = request as Request<'sales.record'>
      recorded.push({
        amount: amountText.replaceAll(',', ''),
        cashierId: currentId,
        isSecond: confirmedSecondSale,
      })
    }
    return answer
  }
  const answers = Object.fromEntries(
    (['sales.record', 'people.enter', 'people.lock'] as const).map((name) => [name, late(name)]),
  )
  const shop: Shop = await openShop(studio, size, isTouch, answers)
  const { page, hands } = shop

  /** Until main has heard each call, and answered all that are not late on purpose. */
  async function heard(ms: number): Promise<void> {
    for (let open = await hands.pass(ms); open !== due.length; open = await hands.pass(0));
  }

  /** Hands rest, and main's answers come at their times. */
  async function pass(ms: number): Promise<void> {
    const untilMs = nowMs + ms
    for (;;) {
      const next = due.toSorted((left, right) => left.atMs - right.atMs)[0]
      if (next === undefined || next.atMs > untilMs) break
      due.splice(due.indexOf(next), 1)
      await hands.pass(Math.max(0, next.atMs - nowMs))
      nowMs = Math.max(nowMs, next.atMs)
      next.run()
      await heard(0)
    }
    await heard(untilMs - nowMs)
    nowMs = untilMs
    if (ms > defaultScanSettings.silenceMs) await letGo()
  }
  /** A PIN typed as fast as a scan is held for a while of the page's own clock, which the hands' clock knows nothing of. */
  async function letGo(): Promise<void> {
    while (!due.some(({ name }) => name === 'people.enter') && (await shownBy(page)).isChecking)
      await heard(0)
  }
  const look = async (): Promise<void> => await pass(LOOK_MS)
  const fast = async (): Promise<void> => await pass(chance.between(...FAST))
  const finger = async (spot: { x: number; y: number }, offset = 0): Promise<void> =>
    await (isTouch ? hands.tap : hands.click)(spot.x, spot.y + offset)

  async function type(text: string, gapMs = chance.between(60, 250)): Promise<void> {
    for (const key of text) {
      await hands.key(key)
      await pass(gapMs)
    }
  }

  let nextAmount = 100
  const newAmount = (): string => String((nextAmount += 7))

  const acts = {
    /** Looks, types, looks, records; and then a press too many. */
    async sale() {
      const amount = newAmount()
      await atSale()
      await type(amount)
      await look()
      meant.push({ amount, cashierId: shop.stage.double.facts().people.currentId, isSecond: false })
      const spot = chance.happens(0.5) ? await centreOf(recordButton(page)) : null
      const press = async () => await (spot === null ? hands.key('Enter') : finger(spot))
      await press()
      for (let more = chance.between(0, 2); more > 0; more -= 1) {
        await fast()
        await press()
      }
    },
    async left() {
      await atSale()
      await type(newAmount())
    },
    async lockAndHurry() {
      await lock()
      await enter(chance.pick(['1', '2']))
      await hurry()
    },
    async lockInTheMiddle() {
      await atSale()
      await type(newAmount())
      await lock()
      await enter(chance.pick(['1', '2']))
      await hurry()
    },
    async link() {
      await atSale()
      await type(newAmount())
      const link = page.getByRole('button', { name: chance.pick(['+ Slip number', '+ Note']) })
      if ((await link.count()) === 0) return
      const spot = await centreOf(link)
      for (let presses = chance.between(2, 3); presses > 0; presses -= 1) {
        await finger(spot, chance.between(0, 20))
        await fast()
      }
    },
    /** The same amount again: the question comes, and habits meet it. */
    async again() {
      const amount = recorded.at(-1)?.amount
      if (amount === undefined) return
      await atSale()
      await type(amount)
      await look()
      await hands.key('Enter')
      for (let more = chance.between(0, 3); more > 0; more -= 1) {
        await fast()
        await hands.key('Enter')
      }
    },
    async screens() {
      await atSale()
      await type(newAmount())
      await hands.ctrl(chance.pick(['2', '3', '4']))
      await fast()
      await hands.key(chance.pick(['Enter', ' ', '5']))
      await fast()
      await hands.ctrl('1')
    },
  }
  async function lock(): Promise<void> {
    if (chance.happens(0.5)) await hands.ctrl('l')
    else {
      await letGo()
      locks += 1
      shop.stage.double.change({ people: { ...shop.stage.double.facts().people, currentId: null } })
      // The event has its own way into the page.
      await expect(page.locator('[data-surface^="lock"]')).toBeVisible()
    }
    await fast()
  }

  /** A name and a PIN, without a look. */
  async function enter(cashier: Cashier): Promise<void> {
    const gapMs = chance.between(40, 250)
    await hands.key(cashier)
    await pass(gapMs)
    for (const digit of DOUBLE_CASHIER_PIN.slice(0, -1)) {
      await hands.key(digit)
      await pass(gapMs)
    }
    const key = page
      .getByRole('group', { name: 'Number keys' })
      .getByRole('button', { name: '0', exact: true })
    if (!isTouch || (await key.count()) === 0) return await hands.key('0')
    const spot = await centreOf(key)
    await finger(spot)
    if (chance.happens(0.5)) return
    await fast()
    await finger(spot)
  }

  /** What hands do after a PIN before anyone has looked. */
  async function hurry(): Promise<void> {
    await pass(chance.between(20, 390))
    switch (chance.pick(['enter', 'amount', 'twice', 'nothing'])) {
      case 'enter':
        return await hands.key('Enter')
      case 'twice':
        await hands.key('0')
        await fast()
        return await hands.key('Enter')
      case 'amount':
        for (const key of newAmount()) {
          await hands.key(key)
          await pass(chance.between(20, 690))
        }
        await hands.key('Enter')
    }
  }

  /** A person who looks: in, at Sale, no question, and the amount selected. */
  async function atSale(): Promise<void> {
    await look()
    let shown = await shownBy(page)
    if (shown.isQuestion) {
      await hands.key('Escape')
      await look()
    }
    if (shown.isPinAsked) {
      await hands.key('Escape')
      await look()
    }
    if (shown.isLocked) {
      await hands.key(chance.pick(['1', '2']))
      await type(DOUBLE_CASHIER_PIN)
      await look()
      shown = await shownBy(page)
      expect(shown.isLocked, 'a right PIN opens the counter').toBe(false)
    }
    await hands.key('F2')
    await look()
  }

  return {
    meant,
    recorded,
    async walk(number: number): Promise<void> {
      const all = Object.keys(acts) as (keyof typeof acts)[]
      for (let steps = chance.between(1, 2); steps > 0; steps -= 1) {
        const act = chance.happens(0.3) ? 'sale' : chance.pick(all)
        await test.step(`walk ${number}: ${act}`, async () => {
          await acts[act]()
          await fast()
        })
      }
      await look()
    },
  }
}

interface Shown {
  readonly isQuestion: boolean
  readonly isLocked: boolean
  readonly isChecking: boolean
  readonly isPinAsked: boolean
}

async function shownBy(page: Page): Promise<Shown> {
  return await page.evaluate(() => {
    const has = (selector: string): boolean => document.querySelector(selector) !== null
    return {
      isQuestion: has('[role="alertdialog"]'),
      isLocked: has('[data-surface^="lock"]'),
      isChecking: has('[data-surface="lock checking"]'),
      isPinAsked: has('[data-surface^="lock"] input'),
    }
  })
}
