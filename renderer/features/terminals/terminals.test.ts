import { expect, test } from 'vitest'
import { callError } from '../../../shared/callError.ts'
import { refusedConnection } from '../../testing/callErrors.ts'
import { ok } from '../../../shared/result.ts'
import type { TerminalView } from '../../../shared/terminal.ts'
import { createClient } from '../../core/client.ts'
import { createBridgeDouble, type BridgeDouble, type DoubleFacts } from '../../testing/bridgeDouble.ts'
import {
  FIXED_NOW_MS,
  manyTerminals,
  signedIn,
  terminalListOf,
  terminalOf,
  terminalRowsOf,
} from '../../testing/fixtures.ts'
import { DOUBLE_PIN } from '../../testing/accessDouble.ts'
import { createAppStore } from '../../app/store.ts'
import type { AppStore } from '../../core/types.ts'
import { settled } from '../../testing/openApp.ts'

interface Opened {
  readonly double: BridgeDouble
  readonly store: AppStore
  /** Lets the pause after typing pass. */
  readonly pause: () => Promise<void>
}

async function openTerminals(facts: Partial<DoubleFacts> = {}): Promise<Opened> {
  const double = createBridgeDouble(facts)
  const timers = new Set<() => void>()
  const later = (_delayMs: number, run: () => void): (() => void) => {
    timers.add(run)
    return () => timers.delete(run)
  }
  const store = createAppStore(createClient(double), () => FIXED_NOW_MS, later)
  await store.getState().start()
  store.getState().show('terminal')
  await settled()
  return {
    double,
    store,
    async pause() {
      const due = [...timers]
      timers.clear()
      for (const run of due) run()
      await settled()
    },
  }
}

const many = {
  terminalRows: manyTerminals(120),
  terminals: terminalListOf({ chosenTerminalId: null, knownCount: 120, totalCount: 120 }),
}
const idsOf = ({ store }: Opened): readonly string[] =>
  store.getState().terminalRows.rows.map(({ terminalId }) => terminalId)
const askedFor = ({ double }: Opened, name: string) => double.asked.filter((call) => call.name === name)
const pageOf = (...rows: readonly TerminalView[]) => ok({ rows, total: rows.length, revision: 1 })

test('the page is asked for when the screen is shown, and not before', async () => {
  const double = createBridgeDouble()
  const store = createAppStore(createClient(double), () => FIXED_NOW_MS)
  await store.getState().start()
  await settled()
  expect(double.asked.filter(({ name }) => name === 'terminals.page')).toEqual([])
  store.getState().show('terminal')
  await settled()
  expect(store.getState().terminalRows.rows.map(({ terminalId }) => terminalId)).toEqual(
    terminalRowsOf().map(({ terminalId }) => terminalId),
  )
})

test('a counter without a terminal has them on the Sell screen, to choose from', async () => {
  const double = createBridgeDouble(many)
  const store = createAppStore(createClient(double), () => FIXED_NOW_MS)
  await store.getState().start()
  await settled()
  expect(store.getState().terminalRows).toMatchObject({ total: 120, found: '' })
})

test('what is typed is asked for once it rests, and the pages begin anew', async () => {
  const opened = await openTerminals(many)
  const { store, pause } = opened
  await store.getState().turnTerminals(100)
  expect(idsOf(opened)).toHaveLength(20)
  const before = askedFor(opened, 'terminals.page').length
  for (const text of ['L', 'LO', 'LONG', 'STALL 11 OF']) store.getState().searchTerminals(text)
  await settled()
  expect(askedFor(opened, 'terminals.page')).toHaveLength(before)
  await pause()
  expect(askedFor(opened, 'terminals.page').slice(before)).toEqual([
    { name: 'terminals.page', request: { search: 'STALL 11 OF', offset: 0, limit: 50 } },
  ])
  expect(store.getState().terminalRows).toMatchObject({ found: 'STALL 11 OF', total: 1, offset: 0 })
})

test('rows that change in the pause after typing are asked for with the new search, from its first row', async () => {
  const opened = await openTerminals(many)
  const { double, store } = opened
  await store.getState().turnTerminals(100)
  const before = askedFor(opened, 'terminals.page').length
  store.getState().searchTerminals('STALL 11 OF')
  double.change({ terminals: { ...many.terminals, revision: 2 } })
  await settled()
  expect(askedFor(opened, 'terminals.page').slice(before)).toEqual([
    { name: 'terminals.page', request: { search: 'STALL 11 OF', offset: 0, limit: 50 } },
  ])
})

test('a slow answer to an earlier search never stands under a later one', async () => {
  const opened = await openTerminals()
  const { double, store, pause } = opened
  const slow = Promise.withResolvers<unknown>()
  double.answerNext('terminals.page', slow.promise)
  store.getState().searchTerminals('KANO')
  await pause()
  store.getState().searchTerminals('ABUJA')
  await pause()
  expect(idsOf(opened)).toEqual(['2ABC1237'])
  slow.resolve(pageOf(terminalOf({ terminalId: 'LATE' })))
  await settled()
  expect(idsOf(opened)).toEqual(['2ABC1237'])
  expect(store.getState().terminalRows.found).toBe('ABUJA')
})

test('rows that change while their page is on its way are asked for once more, however often they change', async () => {
  const opened = await openTerminals()
  const { double, store } = opened
  const slow = Promise.withResolvers<unknown>()
  const before = askedFor(opened, 'terminals.page').length
  double.answerNext('terminals.page', slow.promise)
  for (let revision = 2; revision < 12; revision += 1)
    double.change({ terminals: terminalListOf({ revision }) })
  double.change({ terminalRows: [terminalOf({ terminalId: 'NEW' })] })
  await settled()
  expect(askedFor(opened, 'terminals.page')).toHaveLength(before + 1)
  slow.resolve(pageOf(terminalOf({ terminalId: 'OLD' })))
  await settled()
  expect(idsOf(opened)).toEqual(['NEW'])
  expect(askedFor(opened, 'terminals.page')).toHaveLength(before + 2)
  expect(store.getState().terminalRows.isReading).toBe(false)
})

test('a page that has emptied gives way to the last one that has rows', async () => {
  const opened = await openTerminals(many)
  await opened.store.getState().turnTerminals(100)
  opened.double.change({
    terminalRows: manyTerminals(70),
    terminals: terminalListOf({ revision: 2, knownCount: 70 }),
  })
  await settled()
  expect(opened.store.getState().terminalRows).toMatchObject({ offset: 50, total: 70 })
  expect(idsOf(opened)).toHaveLength(20)
})

test('a page that main cannot give keeps the rows, and says so', async () => {
  const opened = await openTerminals()
  const before = idsOf(opened)
  opened.double.answerNext('terminals.page', callError('internal'))
  await opened.store.getState().readTerminals()
  expect(opened.store.getState().terminalRows).toMatchObject({ couldNotRead: true, isReading: false })
  expect(idsOf(opened)).toEqual(before)
})

test('a reading that comes to nothing keeps the list and says why', async () => {
  const { double, store } = await openTerminals()
  const before = store.getState().terminals
  double.answerNext('terminals.refresh', callError('unreachable', { fault: refusedConnection }))
  store.getState().refresh()
  await settled()
  expect(store.getState().terminals).toEqual(before)
  expect(store.getState().terminalsProblem).toMatchObject({ of: 'reading', error: { code: 'unreachable' } })
  await store.getState().refreshTerminals()
  expect(store.getState().terminalsProblem).toBeNull()
})

test('a list that is read by another call replaces the reading that did not work', async () => {
  const { double, store } = await openTerminals()
  double.answerNext('terminals.refresh', callError('unreachable', { fault: refusedConnection }))
  await store.getState().refreshTerminals()
  double.emit('terminals.changed', terminalListOf({ nameCheck: 'noToken' }))
  expect(store.getState().terminalsProblem).not.toBeNull()
  double.emit('terminals.changed', terminalListOf({ readAtMs: FIXED_NOW_MS + 1 }))
  expect(store.getState().terminalsProblem).toBeNull()
})

test('an older summary never takes the place of a newer one', async () => {
  const { double, store } = await openTerminals()
  double.emit('terminals.changed', terminalListOf({ revision: 9, knownCount: 90 }))
  double.emit('terminals.changed', terminalListOf({ revision: 8, knownCount: 80 }))
  expect(store.getState().terminals?.knownCount).toBe(90)
})

test('another client’s reading that ends after the change of client is not told', async () => {
  const { double, store } = await openTerminals()
  const slow = Promise.withResolvers<unknown>()
  double.answerNext('terminals.refresh', slow.promise)
  store.getState().refresh()
  double.change({ session: { ...signedIn, clientId: 'other' } })
  slow.resolve(callError('notSignedIn'))
  await settled()
  expect(store.getState().terminalsProblem).toBeNull()
  expect(store.getState().terminalsReading).toBe(false)
})

test('with another client the rows, the open details and the task are gone, and a late page does not bring them back', async () => {
  const { double, store } = await openTerminals({
    access: { ...createBridgeDouble().facts().access, role: 'manager' },
  })
  store.getState().openTerminal('42')
  await store.getState().openTerminalTask({ kind: 'edit', recordId: '42' })
  expect(store.getState().terminalTask).toEqual({ kind: 'edit', recordId: '42' })
  const slow = Promise.withResolvers<unknown>()
  double.answerNext('terminals.page', slow.promise)
  void store.getState().turnTerminals(0)
  double.change({ session: { ...signedIn, clientId: 'other' } })
  await settled()
  slow.resolve(pageOf(terminalOf({ terminalId: 'THEIRS' })))
  await settled()
  expect(store.getState()).toMatchObject({
    terminalTask: null,
    openTerminalId: null,
    terminalRows: { rows: [], found: null },
  })
})

test('open details close with their row, and do not open again by themselves; the counter’s own stay', async () => {
  const { double, store, pause } = await openTerminals()
  store.getState().openTerminal('42')
  double.change({ terminalRows: [terminalOf()], terminals: terminalListOf({ revision: 2 }) })
  await settled()
  expect(store.getState().openTerminalId).toBeNull()
  store.getState().searchTerminals('no such terminal')
  await pause()
  store.getState().openTerminal('41')
  await store.getState().readTerminals()
  expect(store.getState().openTerminalId).toBe('41')
})

test('a registration and an edit ask for a manager first; looking at the changes does not', async () => {
  const { store } = await openTerminals()
  await store.getState().openTerminalTask({ kind: 'changes' })
  expect(store.getState().terminalTask).toEqual({ kind: 'changes' })
  await store.getState().openTerminalTask(null)
  const opening = store.getState().openTerminalTask({ kind: 'register' })
  await settled()
  expect(store.getState()).toMatchObject({ terminalTask: null, pinDialog: { mode: 'enter' } })
  await store.getState().submitPin({ pin: DOUBLE_PIN, currentPin: '', secretKey: '' })
  await opening
  expect(store.getState().terminalTask).toEqual({ kind: 'register' })
})

test('without the PIN nothing is opened', async () => {
  const { store } = await openTerminals()
  const opening = store.getState().openTerminalTask({ kind: 'edit', recordId: '41' })
  await settled()
  store.getState().closePinDialog()
  await opening
  expect(store.getState().terminalTask).toBeNull()
})

test('back from a task the page is asked for again', async () => {
  const opened = await openTerminals()
  await opened.store.getState().openTerminalTask({ kind: 'changes' })
  const before = askedFor(opened, 'terminals.page').length
  opened.double.change({ terminals: terminalListOf({ revision: 5 }) })
  await settled()
  expect(askedFor(opened, 'terminals.page')).toHaveLength(before)
  await opened.store.getState().openTerminalTask(null)
  await settled()
  expect(askedFor(opened, 'terminals.page')).toHaveLength(before + 1)
})

test('a choice that main refuses is said apart from a reading that came to nothing', async () => {
  const { double, store } = await openTerminals()
  double.answerNext('terminals.choose', callError('notAllowed', { reason: 'locked' }))
  await store.getState().chooseTerminal('2ABC1235')
  expect(store.getState().terminalsProblem).toMatchObject({ of: 'choice', error: { code: 'notAllowed' } })
  expect(store.getState().terminals?.chosenTerminalId).toBe('2ABC1234')
})

test('terminals are offered for what is typed last, and all of them at once where a person asks to see them', async () => {
  const { double, store, pause } = await openTerminals(many)
  const slow = Promise.withResolvers<unknown>()
  double.answerNext('terminals.page', slow.promise)
  store.getState().offerTerminals('2BIG0000', true)
  await pause()
  store.getState().offerTerminals(' 2BIG00007 ', true)
  await pause()
  expect(store.getState().terminalOffers).toMatchObject({ found: '2BIG00007', total: 1 })
  slow.resolve(pageOf(terminalOf({ terminalId: 'LATE' })))
  await settled()
  expect(store.getState().terminalOffers.rows.map(({ terminalId }) => terminalId)).toEqual(['2BIG00007'])
  store.getState().offerTerminals('', false)
  await settled()
  expect(store.getState().terminalOffers).toMatchObject({ found: '', total: 120 })
  expect(store.getState().terminalOffers.rows).toHaveLength(20)
})

test('where terminals could not be looked for, none of before is offered in their place', async () => {
  const { double, store } = await openTerminals()
  store.getState().offerTerminals('', false)
  await settled()
  double.answerNext('terminals.page', callError('internal'))
  store.getState().offerTerminals('x', false)
  await settled()
  expect(store.getState().terminalOffers).toMatchObject({ rows: [], couldNotRead: true, isReading: false })
})
