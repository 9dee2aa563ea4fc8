import { expect, test } from 'vitest'
import type { QueueView } from '../../shared/sale.ts'
import { appInfo, FIXED_NOW_MS, saleOf } from '../testing/fixtures.ts'
import { queueOf } from '../testing/salesDouble.ts'
import { connectionSince, connectionText, drainText, elsewhereText, queueText } from './waitingText.ts'

const MINUTE_MS = 60_000
const queued = (minutesAgo: number) =>
  saleOf({
    transactionId: `Q${minutesAgo}`,
    sequence: 1,
    recordedAtMs: FIXED_NOW_MS - minutesAgo * MINUTE_MS,
  })

test('nothing open reads All sent', () => {
  expect(queueText(queueOf([], 1), FIXED_NOW_MS)).toBe('All sent')
})

test('waiting sales are counted with the age of the oldest', () => {
  expect(queueText(queueOf([queued(2), queued(14), queued(5)], 1), FIXED_NOW_MS)).toBe(
    '3 waiting, oldest 14 min',
  )
})

test('sales that are only checked, or need a person, never read All sent', () => {
  for (const state of ['unknown', 'review', 'conflict'] as const) {
    const text = queueText(queueOf([saleOf({ transactionId: 'T', sequence: 1, state })], 1), FIXED_NOW_MS)
    expect(text).toMatch(/^1 /u)
    expect(text).not.toContain('All sent')
  }
})

test('an unseen refusal never reads All sent', () => {
  const refused = saleOf({ transactionId: 'T', sequence: 1, state: 'refused' })
  expect(queueText(queueOf([refused], 1), FIXED_NOW_MS)).toBe('1 refused')
})

test('only unsent sales are called waiting, and each part is a section of what there is to do', () => {
  const of = (state: 'queued' | 'unknown' | 'review') => saleOf({ transactionId: state, sequence: 1, state })
  expect(queueText(queueOf([of('unknown')], 1), FIXED_NOW_MS)).toBe('1 being checked')
  const late = { ...queueOf([of('queued'), of('unknown'), of('review')], 1), oldestWaitingAtMs: null }
  expect(queueText({ ...late, lateCount: 2, differsCount: 1, notCheckedCount: 3 }, FIXED_NOW_MS)).toBe(
    '2 need you · 2 late · 1 being checked · 1 waiting · 3 not checked',
  )
})

test('a sale that was just recorded waits, and has no age yet', () => {
  const queue = { ...queueOf([queued(0)], 1), justSavedCount: 1, justSavedKobo: 100 }
  expect(queueText(queue, FIXED_NOW_MS)).toBe('1 waiting')
})

test('sales for another address of the service are named, alone and beside others, and never read All sent', () => {
  const elsewhere = { ...queueOf([], 1), elsewhereCount: 2 }
  expect(queueText(elsewhere, FIXED_NOW_MS)).toBe('2 for another service')
  expect(queueText({ ...queueOf([queued(2)], 1), elsewhereCount: 1 }, FIXED_NOW_MS)).toBe(
    '1 waiting, oldest 2 min · 1 for another service',
  )
  const textOf = (queue: QueueView | null): string | null => elsewhereText({ queue, app: appInfo })
  expect(textOf(elsewhere)).toContain('2 sales on this computer')
  expect(textOf({ ...elsewhere, elsewhereCount: 1 })).toContain('It is kept, and not sent from here.')
  expect([textOf(queueOf([], 1)), textOf(null)]).toEqual([null, null])
})

test('in Practice beside live sales no text says that all of this computer’s sales were sent', () => {
  const app = { ...appInfo, environment: 'practice', isBesideLive: true } as const
  const queue = queueOf([], 1)
  expect(queueText(queue, FIXED_NOW_MS, true)).toBe('All practice sales sent')
  expect(elsewhereText({ queue, app })).toContain('live sales')
  expect(elsewhereText({ queue: { ...queue, elsewhereCount: 1 }, app })).toContain('It is kept')
})

test('a queue that has not been read yet claims nothing', () => {
  expect(queueText(null, FIXED_NOW_MS)).not.toContain('All sent')
})

test('the text of the connection never mentions the queue', () => {
  expect(connectionText('online')).toBe('Online')
  expect(connectionText('notTried')).not.toBe('Online')
})

test('an age in the future, after the clock was set back, is under a minute', () => {
  expect(queueText(queueOf([queued(-30)], 1), FIXED_NOW_MS)).toBe('1 waiting, oldest less than 1 min')
})

test('an answer of some minutes ago is shown with its time, and a recent one without', () => {
  const view = { status: 'online', problem: null, lastContactAtMs: FIXED_NOW_MS, clockAheadMs: null } as const
  expect(connectionSince(view, FIXED_NOW_MS + 2 * MINUTE_MS)).toBe('Online')
  expect(connectionSince(view, FIXED_NOW_MS + 3 * MINUTE_MS)).toMatch(/^Online, answered \d\d:\d\d$/u)
  expect(connectionSince({ ...view, status: 'offline' }, FIXED_NOW_MS + 3 * MINUTE_MS)).toBe('No internet')
})

test('the remaining time is given in minutes, from a recent pace only', () => {
  const at = (leftMs: number, asOfMs = FIXED_NOW_MS) =>
    drainText({ ...queueOf([queued(2)], 1), drain: { leftMs, asOfMs } }, FIXED_NOW_MS)
  expect(at(17 * MINUTE_MS)).toBe('About 17 minutes until all are sent, at the pace of the last sends.')
  expect(at(MINUTE_MS)).toMatch(/^About a minute /u)
  expect(at(125 * MINUTE_MS)).toMatch(/^About 2 h 5 min /u)
  expect(at(MINUTE_MS - 1)).toBeNull()
  expect(at(17 * MINUTE_MS, FIXED_NOW_MS - MINUTE_MS)).toBeNull()
  expect(drainText(queueOf([queued(2)], 1), FIXED_NOW_MS)).toBeNull()
  expect(drainText(null, FIXED_NOW_MS)).toBeNull()
})
