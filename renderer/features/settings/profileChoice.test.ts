import { expect, test } from 'vitest'
import { ok } from '../../../shared/result.ts'
import { signedIn } from '../../testing/fixtures.ts'
import { openApp } from '../../testing/openApp.ts'

const wrong = { kind: 'wrong' as const, file: 'D:\\holiday.json', faults: [] }

async function chosenWrongly(facts: Parameters<typeof openApp>[0] = {}) {
  const opened = await openApp(facts)
  opened.double.answerNext('profile.choose', ok(wrong))
  return { ...opened, chosen: () => opened.store.getState().settingsState.choice.chosen }
}

test('what was wrong with a profile is told in Settings, and no more once the person has left', async () => {
  const { store, chosen } = await chosenWrongly()
  store.getState().show('settings')
  await store.getState().chooseProfile()
  expect(chosen()).toEqual(wrong)
  store.getState().show('settings')
  expect(chosen()).toEqual(wrong)
  store.getState().show('sale')
  expect(chosen()).toBeNull()
})

test('a welcome on another screen chooses in Settings, where the news of a wrong profile stays', async () => {
  const { store, chosen } = await chosenWrongly()
  store.getState().show('find')
  store.getState().show('settings')
  await store.getState().chooseProfile()
  expect(chosen()).toEqual(wrong)
})

test('it is not told any more after signing in either', async () => {
  const { store, chosen } = await chosenWrongly({
    session: { ...signedIn, status: 'signedOut', clientId: null },
  })
  await store.getState().chooseProfile()
  expect(chosen()).toEqual(wrong)
  await store.getState().signIn({ clientId: 'c', secretKey: 's', loginToken: '' })
  expect(store.getState().session?.status).toBe('signedIn')
  expect(chosen()).toBeNull()
})
