import { expect, test } from 'vitest'
import { callError } from '../../../shared/callError.ts'
import { ok } from '../../../shared/result.ts'
import { DOUBLE_PIN } from '../../testing/accessDouble.ts'
import type { BridgeDouble } from '../../testing/bridgeDouble.ts'
import { updates } from '../../testing/fixtures.ts'
import type { AppStore } from '../../core/types.ts'
import { openApp, settled } from '../../testing/openApp.ts'

const asked = (double: BridgeDouble, name: string) => double.asked.filter((call) => call.name === name)
const notChecked = { updates: { ...updates, status: 'notChecked' as const } }
const statusIn = (store: AppStore) => store.getState().updatesState.view?.status

test('opening Settings reads the state of updates and does not ask for a newer version', async () => {
  const { double, store } = await openApp(notChecked)
  expect(asked(double, 'updates.get')).toHaveLength(0)
  store.getState().show('settings')
  await settled()
  expect(statusIn(store)).toBe('notChecked')
  expect(asked(double, 'updates.check')).toHaveLength(0)
})

test('anyone can check; downloading and installing ask for the PIN first', async () => {
  const { double, store } = await openApp(notChecked)
  await store.getState().checkUpdates()
  expect(statusIn(store)).toBe('available')
  const downloading = store.getState().downloadUpdate()
  await settled()
  expect([store.getState().pinDialog.mode, statusIn(store)]).toEqual(['enter', 'available'])
  await store.getState().submitPin({ pin: DOUBLE_PIN, currentPin: '', secretKey: '' })
  await downloading
  expect(statusIn(store)).toBe('downloading')
  double.change({ updates: { ...double.facts().updates, status: 'ready', percent: null } })
  await store.getState().installUpdate()
  expect(statusIn(store)).toBe('installing')
  expect(asked(double, 'updates.install')).toHaveLength(1)
})

test('the PIN was not given: nothing is installed and no problem is shown', async () => {
  const { double, store } = await openApp({ updates: { ...updates, status: 'ready', version: '0.2.0' } })
  const installing = store.getState().installUpdate()
  await settled()
  expect(store.getState().pinDialog.mode).toBe('enter')
  store.getState().closePinDialog()
  await installing
  expect(store.getState().updatesState.problem).toBeNull()
  expect(double.facts().updates.status).toBe('ready')
})

test('main’s event wins over an answer that was already on its way', async () => {
  const { double, store } = await openApp(notChecked)
  const late = Promise.withResolvers<unknown>()
  double.answerNext('updates.get', late.promise)
  const loading = store.getState().loadUpdates()
  double.emit('updates.changed', { ...updates, status: 'downloading', percent: 7 })
  late.resolve(ok({ ...updates, status: 'available' }))
  await loading
  expect(store.getState().updatesState.view).toMatchObject({ status: 'downloading', percent: 7 })
})

test('a refused call is shown, and cleared by the next', async () => {
  const { double, store } = await openApp(notChecked)
  double.answerNext('updates.check', callError('internal'))
  await store.getState().checkUpdates()
  expect(store.getState().updatesState.problem?.code).toBe('internal')
  await store.getState().checkUpdates()
  expect(store.getState().updatesState.problem).toBeNull()
})
