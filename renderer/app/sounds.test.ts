import { expect, test } from 'vitest'
import { settings, saleOf } from '../testing/fixtures.ts'
import { openApp } from '../testing/openApp.ts'
import { createPlayer, followSounds, type Sound } from './sounds.ts'

const accepted = saleOf({ transactionId: 'A', sequence: 1, state: 'accepted', standing: 'onItsWay' })
const paid = { ...accepted, standing: 'paid', datePaid: '2026-11-20T13:41:07' } as const

async function listening(sounds: boolean) {
  const { store } = await openApp({ sales: [accepted], settings: { ...settings, sounds } })
  const heard: Sound[] = []
  followSounds(store, (sound) => heard.push(sound))
  const take = (sale: typeof accepted, ticket: number) =>
    store.setState(({ sales }) => ({ sales: { ...sales, [sale.transactionId]: { sale, ticket } } }))
  const need = (part: Readonly<Record<string, number>>) =>
    store.setState(({ queue }) => (queue === null ? {} : { queue: { ...queue, ...part } }))
  return { heard, take, need }
}

test('a sale that is paid sounds once, not again, and not for a row that is only read', async () => {
  const { heard, take } = await listening(true)
  take(paid, 100)
  take(paid, 101)
  take({ ...paid, transactionId: 'OLD' }, 102)
  expect(heard).toEqual(['paid'])
})

test('a date on which it does not stand as paid does not sound: the sound claims no more than the chip', async () => {
  const { heard, take } = await listening(true)
  take({ ...paid, standing: 'onItsWay', datePaid: '0001-01-01T00:00:00' }, 100)
  expect(heard).toEqual([])
})

test('one more sale for a person sounds, one less does not', async () => {
  const { heard, need } = await listening(true)
  need({ needsPersonCount: 1 })
  need({ refusedCount: 1 })
  need({ differsCount: 1 })
  need({ needsPersonCount: 0, refusedCount: 0 })
  expect(heard).toEqual(['needsYou', 'needsYou', 'needsYou'])
})

test('nothing sounds unless the settings ask for it, as they do not by default', async () => {
  expect(settings.sounds).toBe(false)
  const { heard, take, need } = await listening(false)
  take(paid, 100)
  need({ needsPersonCount: 1 })
  expect(heard).toEqual([])
})

test('ux 58: the two sounds differ in pitch and in rhythm', () => {
  const played: { hertz: number; at: number }[] = []
  const param = () => ({
    value: 0,
    setValueAtTime: () => undefined,
    linearRampToValueAtTime: () => undefined,
  })
  const audio = {
    state: 'running',
    currentTime: 0,
    destination: {},
    createGain: () => ({ gain: param(), connect: () => undefined }),
    createOscillator: () => {
      const frequency = param()
      return {
        frequency,
        connect: () => undefined,
        start: (at: number) => played.push({ hertz: frequency.value, at }),
        stop: () => undefined,
      }
    },
  }
  const play = createPlayer(() => audio as unknown as AudioContext)
  const notesOf = (sound: Sound) => {
    played.length = 0
    play(sound)
    return { pitches: played.map(({ hertz }) => hertz), times: played.map(({ at }) => at) }
  }
  const [good, bad] = [notesOf('paid'), notesOf('needsYou')]
  expect(Math.min(...good.pitches)).toBeGreaterThan(Math.max(...bad.pitches))
  expect(good.times).not.toEqual(bad.times)
})
