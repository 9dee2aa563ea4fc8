import { expect, test } from 'vitest'
import type { Opening } from '../../shared/opening.ts'
import { ok } from '../../shared/result.ts'
import { createClient } from '../core/client.ts'
import { createBridgeDouble, type DoubleFacts } from '../testing/bridgeDouble.ts'
import { FIXED_NOW_MS, saleOf } from '../testing/fixtures.ts'
import { createAppStore } from './store.ts'

const signedOut = { status: 'signedOut', clientId: null, keptAs: 'nothing' } as const

async function open(facts: Partial<DoubleFacts> = {}, hasQuestion: () => boolean = () => false) {
  const bridge = createBridgeDouble({ sales: [saleOf({ transactionId: 'TXN-1', sequence: 1 })], ...facts })
  let due: (() => void) | null = null
  const store = createAppStore(
    createClient(bridge),
    () => FIXED_NOW_MS,
    (_delayMs, run) => {
      due = run
      return () => {
        due = null
      }
    },
    hasQuestion,
  )
  await store.getState().start()
  const rest = (): void => {
    const run = due
    due = null
    run?.()
  }
  const lead = async (opening: Opening): Promise<void> => {
    bridge.answerNext('app.takeOpening', ok({ opening }))
    await store.getState().takeOpening()
  }
  const asked = (name: string): number => bridge.asked.filter((each) => each.name === name).length
  return { bridge, store, lead, asked, rest }
}

test('ux 34: a link to a sale of this computer opens its detail, and asks for nothing else', async () => {
  const { store, lead, asked } = await open()
  await lead({ kind: 'sale', transactionId: 'txn-1' })
  expect(store.getState()).toMatchObject({ screen: 'transactions', detail: { transactionId: 'TXN-1' } })
  expect(asked('records.byReference')).toBe(0)
  expect(asked('sales.record') + asked('sales.checkNow')).toBe(0)
})

test('ux 34: a link to any other reference opens Find with it; the bank is asked only on a press', async () => {
  const { store, lead, asked } = await open()
  await lead({ kind: 'sale', transactionId: 'ELSEWHERE-9' })
  expect(store.getState()).toMatchObject({ screen: 'find', findMode: 'reference' })
  expect(store.getState().lookUpState.asked).toBe('ELSEWHERE-9')
  expect(asked('records.byReference')).toBe(0)
})

test('ux 51: a notification leads to the sales that need a person, or to the late sales', async () => {
  const { bridge, store, lead } = await open()
  await lead({ kind: 'todo', section: 'needsYou' })
  expect(store.getState()).toMatchObject({ screen: 'todo', lists: { todo: { offset: 0 } } })
  const { queue } = store.getState()
  if (queue === null) throw new Error('no queue')
  store.setState({ queue: { ...queue, needsPersonCount: 40, refusedCount: 20, lateCount: 1 } })
  await lead({ kind: 'todo', section: 'late' })
  // Their section begins on another page.
  const pages = bridge.asked.filter(({ name }) => name === 'todo.page').map(({ request }) => request)
  expect(pages.slice(0, 2)).toEqual([
    { offset: 0, limit: 50, shown: [] },
    { offset: 60, limit: 50, shown: [] },
  ])
})

test('ux 34: before sign-in no link is taken; it is asked for afterwards', async () => {
  const { bridge, store, asked } = await open({ session: signedOut })
  await store.getState().takeOpening()
  bridge.emit('app.openingCame', {})
  expect(asked('app.takeOpening')).toBe(0)
  bridge.answerNext('app.takeOpening', ok({ opening: { kind: 'todo', section: 'needsYou' } }))
  bridge.emit('session.changed', { status: 'signedIn', clientId: 'harbour-pos', keptAs: 'sealed' })
  await expect.poll(() => store.getState().screen).toBe('todo')
})

test('ux 41: a command of the native menus does what its key does, and nothing before sign-in', async () => {
  const { bridge, store } = await open()
  bridge.emit('app.commandChosen', { command: 'todo' })
  expect(store.getState().screen).toBe('todo')
  const out = await open({ session: signedOut })
  out.bridge.emit('app.commandChosen', { command: 'todo' })
  expect(out.store.getState().screen).toBe('sale')
})

test('a menu or a link does not interrupt a question or typing; the link is followed afterwards', async () => {
  let isOpen = true
  const { bridge, store, asked, rest } = await open({}, () => isOpen)
  bridge.emit('app.commandChosen', { command: 'todo' })
  bridge.emit('app.openingCame', {})
  rest()
  expect(store.getState().screen).toBe('sale')
  isOpen = false
  store.getState().touch()
  rest()
  expect(asked('app.takeOpening')).toBe(0)
  store.setState({ touchedAtMs: FIXED_NOW_MS - 3_000 })
  bridge.answerNext('app.takeOpening', ok({ opening: { kind: 'todo', section: 'needsYou' } }))
  rest()
  await expect.poll(() => store.getState().screen).toBe('todo')
  rest()
  expect(asked('app.takeOpening')).toBe(1)
})
