import { expect, test } from 'vitest'
import { ok } from '../../../shared/result.ts'
import type { SaleView } from '../../../shared/sale.ts'
import { FIXED_NOW_MS, saleOf } from '../../testing/fixtures.ts'
import { openApp, settled } from '../../testing/openApp.ts'
import { CALM_MS, isCalm } from './calm.ts'
import { lookOf } from './saleWords.ts'

const aged = (ageMs: number, part: Partial<SaleView> = {}): SaleView =>
  saleOf({ transactionId: 'NEW', sequence: 1, recordedAtMs: FIXED_NOW_MS - ageMs, ...part })

test('a sale that waits shows it only after three seconds', () => {
  for (const part of [{ state: 'sending' }, {}, { waitingReason: 'offline' }] as const) {
    expect(isCalm(aged(0, part), FIXED_NOW_MS)).toBe(true)
    expect(isCalm(aged(CALM_MS - 1, part), FIXED_NOW_MS)).toBe(true)
    expect(isCalm(aged(CALM_MS, part), FIXED_NOW_MS)).toBe(false)
  }
  expect(lookOf(aged(1_000), FIXED_NOW_MS)).toBe('saved')
  expect(lookOf(aged(CALM_MS), FIXED_NOW_MS)).toBe('waiting')
})

test('a sale with something to say is never calm: checking, refused, held, a clock that was set back', () => {
  const loud: readonly Partial<SaleView>[] = [{ state: 'unknown' }, { state: 'held' }, { state: 'refused' }]
  for (const part of loud) expect(isCalm(aged(0, part), FIXED_NOW_MS)).toBe(false)
  expect(isCalm(aged(-60_000), FIXED_NOW_MS)).toBe(false)
  expect(lookOf(aged(0, { state: 'accepted', standing: 'onItsWay' }), FIXED_NOW_MS)).toBe('onItsWay')
})

test('the screen’s clock ends the calm by itself, and is right from the first moment', async () => {
  const { store, double, pass, timers } = await openApp()
  pass(8_000)
  const sale = aged(-8_000, { state: 'sending' })
  double.answerNext('sales.record', ok(sale))
  store.getState().setDraft({ amountText: '15' })
  await store.getState().submitEntry()
  expect(lookOf(sale, store.getState().nowMs)).toBe('saved')
  pass(CALM_MS)
  expect(timers.map(({ delayMs }) => delayMs)).toEqual([CALM_MS])
  timers[0]?.run()
  await settled()
  expect(lookOf(sale, store.getState().nowMs)).toBe('sending')
})
