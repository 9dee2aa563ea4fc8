import type { Locator, Page } from '@playwright/test'
import { cashiersOf } from '../../renderer/testing/peopleDouble.ts'
import type { Request } from '../../shared/contract.ts'
import type { Answers, Stage } from '../gallery/scene.ts'
import { isSample } from '../../scripts/extent.ts'
import type { Size, Studio } from '../gallery/studio.ts'
import { openHands, type Hands } from './hands.ts'
import { amountField } from './sale.ts'

const ALL_SIZES: readonly Size[] = [
  { width: 1280, height: 800 },
  { width: 1366, height: 728 },
  { width: 1024, height: 560 },
]
/** A large window, one for a finger, and a small one; `npm test` takes the small one, where things are nearest. */
export const SIZES = isSample ? ALL_SIZES.slice(-1) : ALL_SIZES

export interface Shop {
  readonly page: Page
  readonly hands: Hands
  readonly stage: Stage
  /** The sales that the screen asked main to record. */
  readonly recorded: () => readonly Request<'sales.record'>[]
}

/** A counter with two cashiers, the first one in. */
export async function openShop(
  studio: Studio,
  size: Size,
  isTouch = false,
  answers: Answers = {},
): Promise<Shop> {
  let stage: Stage | undefined
  const open = await studio.open(
    {
      name: 'hands',
      place: 'Sell',
      situation: 'data',
      facts: { people: cashiersOf('Ngozi', 'Ada') },
      answers,
      reach: async (reached) => void (stage = await Promise.resolve(reached)),
      shows: amountField,
    },
    size,
  )
  await open.setTouch(isTouch)
  if (stage === undefined) throw new Error('the scene was not reached')
  const { double } = stage
  const recorded = () =>
    double.asked
      .filter(({ name }) => name === 'sales.record')
      .map(({ request }) => request as Request<'sales.record'>)
  return { page: open.page, hands: await openHands(open.page), stage, recorded }
}

/** Where a control stands once it is still: a hand does not reach for a dialog that is being laid out. */
export async function centreOf(control: Locator): Promise<{ x: number; y: number }> {
  let at = ''
  for (;;) {
    const box = await control.boundingBox()
    if (box === null) throw new Error('the control is not shown')
    const place = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
    if (at === JSON.stringify(place)) return place
    at = JSON.stringify(place)
    await control.page().evaluate(() => new Promise(requestAnimationFrame))
  }
}
