import { expect, test } from 'vitest'
import { chanceFrom } from '../../sandbox/random.ts'
import { createShop } from './shop.ts'

const sold = { amountKobo: 100, transactionId: '', afterMs: 0 }
const row = (transactionId: string) => ({ transactionId, state: 'accepted', amountKobo: 100, sendCount: 1 })

function shopWith(count: number) {
  const shop = createShop(chanceFrom(1), true)
  shop.next(Array.from({ length: count }, () => sold))
  return shop
}

test('each key one sale, and each sale one key: nothing is doubled', () => {
  const shop = shopWith(1)
  shop.answered({ key: 'order-1', transactionId: 'A' })
  shop.answered({ key: 'order-1', transactionId: 'A' })
  expect(shop.doubled({ sales: [row('A')], handovers: [{ key: 'order-1', reference: 'A' }] })).toEqual([])
})

test('a key that was told two sales, a sale of no key, one of two, and a key without an answer are named', () => {
  const shop = shopWith(3)
  shop.answered({ key: 'order-1', transactionId: 'A' })
  shop.answered({ key: 'order-1', transactionId: 'B' })
  shop.answered({ key: 'order-2', transactionId: 'A' })
  const handovers = ['order-1', 'order-2'].map((key) => ({ key, reference: 'A' }))
  expect(shop.doubled({ sales: [row('A'), row('B')], handovers })).toEqual([
    'order-1 was told two sales',
    'B came of no key',
    'A came of two keys',
  ])
  expect(shop.unanswered()).toEqual(['order-3'])
})

test('what was not answered is asked again with the same key and time, until it is', () => {
  const shop = shopWith(1)
  const [first] = shop.next([])
  expect(first).toMatchObject({ key: 'order-1' })
  expect(shop.next([])[0]).toEqual(first)
})
