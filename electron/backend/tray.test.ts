import { expect, test } from 'vitest'
import { queueOf } from '../../renderer/testing/salesDouble.ts'
import { settings } from '../../renderer/testing/fixtures.ts'
import type { DesktopView } from '../ports.ts'
import { createTray } from './tray.ts'

test('the tray icon counts what a person has to look at, and not what Tillside handles alone', () => {
  const shown: DesktopView[] = []
  const take = createTray(
    { show: (view) => void shown.push(view) },
    () => ({ ...settings, tray: true }),
    () => queueOf([], 1),
  )
  const news = (revision: number, part: object): void =>
    take('sales.changed', { revision, sales: [], queue: { ...queueOf([], revision), ...part } })
  news(1, { waitingCount: 9, checkingCount: 3, notCheckedCount: 1 })
  news(2, { waitingCount: 9, needsPersonCount: 2, refusedCount: 1, lateCount: 4 })
  expect(shown.map(({ todoCount }) => todoCount)).toEqual([0, 7])
})
