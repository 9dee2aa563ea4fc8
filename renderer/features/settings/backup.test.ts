import { expect, test } from 'vitest'
import { callError } from '../../../shared/callError.ts'
import { ok } from '../../../shared/result.ts'
import { openApp } from '../../testing/openApp.ts'

const facts = {
  madeAtMs: 1,
  profileName: 'Market branch',
  terminalId: '2TLS0001',
  clientId: 'mama-put-7',
  isGivenAway: false,
  saleCount: 3,
  openCount: 1,
}

test('a backup is made once, however often it is pressed, and what the screen says of it is read anew', async () => {
  const { double, store } = await openApp()
  const before = double.asked.filter(({ name }) => name === 'backup.view').length
  const one = store.getState().makeBackup()
  await store.getState().makeBackup()
  await one
  expect(double.asked.filter(({ name }) => name === 'backup.make')).toHaveLength(1)
  expect(store.getState().backup).toMatchObject({ isBusy: false, made: { kind: 'made', saleCount: 1_204 } })
  expect(double.asked.filter(({ name }) => name === 'backup.view').length).toBeGreaterThan(before)
})

test('a backup that could not be written says why, and an earlier success is no longer told', async () => {
  const { double, store } = await openApp()
  await store.getState().makeBackup()
  double.answerNext('backup.make', callError('fileNotWritten', { reason: 'full' }))
  await store.getState().makeBackup()
  expect(store.getState().backup).toMatchObject({
    made: null,
    problem: { code: 'fileNotWritten', reason: 'full' },
  })
})

test('sales of another computer are brought only after a yes', async () => {
  const { double, store } = await openApp()
  const brought = (): number => double.asked.filter(({ name }) => name === 'backup.bring').length
  double.answerNext('backup.choose', ok({ kind: 'right', file: 'D:\\backup.tgz', facts }))
  await store.getState().chooseBackup()
  expect(store.getState().backup.chosen).toMatchObject({ kind: 'right' })
  await store.getState().answerBackup(false)
  expect(store.getState().backup.chosen).toBeNull()
  expect(brought()).toBe(0)
  double.answerNext('backup.bring', ok({}))
  await store.getState().answerBackup(true)
  expect(brought()).toBe(1)
})
