import { expect, test } from 'vitest'
import { callError } from '../../shared/callError.ts'
import { todoOf, todoSectionOf, todoSections } from '../../shared/todo.ts'
import { ok } from '../../shared/result.ts'
import { createClient } from '../core/client.ts'
import { strings } from '../strings/strings.ts'
import { createBridgeDouble, type BridgeDouble, type DoubleFacts } from '../testing/bridgeDouble.ts'
import { queueNews, queueOf } from '../testing/salesDouble.ts'
import {
  appInfo,
  cashier,
  FIXED_NOW_MS,
  online,
  recordSearchOf,
  saleOf,
  saleOfEveryState,
  signedIn,
  terminalListOf,
} from '../testing/fixtures.ts'
import { createAppStore } from './store.ts'
import type { AppStore } from '../core/types.ts'
import { settled } from '../testing/openApp.ts'

interface Opened {
  readonly double: BridgeDouble
  readonly store: AppStore
}

async function openApp(facts: Partial<DoubleFacts> = {}): Promise<Opened> {
  const double = createBridgeDouble(facts)
  const store = createAppStore(createClient(double), () => FIXED_NOW_MS)
  await store.getState().start()
  await settled()
  return { double, store }
}

const askedFor = (double: BridgeDouble, name: string) => double.asked.filter((call) => call.name === name)

test('the screen asks for everything it opens with in one call', async () => {
  const { double, store } = await openApp()
  expect(double.asked.map(({ name }) => name).slice(0, 2)).toEqual(['app.start', 'sales.page'])
  const { phase, app, session, connection, storage, queue, terminals, access, settingsState } =
    store.getState()
  expect({ phase, app, session, connection, storage, terminals, access }).toEqual({
    phase: 'ready',
    app: appInfo,
    session: signedIn,
    connection: online,
    storage: double.facts().storage,
    terminals: double.facts().terminals,
    access: double.facts().access,
  })
  expect(queue).toEqual(queueOf([], 1))
  expect(settingsState.settings).toEqual(double.facts().settings)
})

test('where that call fails each part is asked for separately, and one failure does not affect the others', async () => {
  const double = createBridgeDouble()
  double.answerNext('app.start', callError('internal'))
  double.answerNext('queue.get', callError('internal'))
  const store = createAppStore(createClient(double), () => FIXED_NOW_MS)
  await store.getState().start()
  expect(store.getState()).toMatchObject({
    phase: 'ready',
    session: signedIn,
    connection: online,
    queue: null,
  })
})

test('without the session the screen does not open', async () => {
  const double = createBridgeDouble()
  double.answerNext('app.start', callError('internal'))
  double.answerNext('session.get', callError('internal'))
  const store = createAppStore(createClient(double), () => FIXED_NOW_MS)
  await store.getState().start()
  expect(store.getState().phase).toBe('broken')
})

test('an event while that answer is on its way is newer than it', async () => {
  const double = createBridgeDouble()
  const slow = Promise.withResolvers<unknown>()
  double.answerNext('app.start', slow.promise)
  const store = createAppStore(createClient(double), () => FIXED_NOW_MS)
  const starting = store.getState().start()
  const { app, session, connection, storage, terminals, access, settings, viewPreferences } = double.facts()
  const queue = queueOf([], 1)
  const old = ok({ app, session, connection, storage, queue, terminals, access, settings, viewPreferences })
  double.change({
    session: { ...signedIn, status: 'expired' },
    connection: { ...online, status: 'offline' },
    sales: [saleOf({ transactionId: 'A', sequence: 1 })],
  })
  slow.resolve(old)
  await starting
  expect(store.getState()).toMatchObject({
    session: { status: 'expired' },
    connection: { status: 'offline' },
    queue: { waitingCount: 1 },
  })
})

test('a late answer to an earlier question never replaces that of a later one', async () => {
  const { double, store } = await openApp({ sales: saleOfEveryState() })
  const slow = Promise.withResolvers<unknown>()
  double.answerNext('sales.page', slow.promise)
  store.getState().setQuery({ search: 'TXN-000' })
  store.getState().setQuery({ search: 'TXN-0001' })
  await settled()
  expect(store.getState().lists.transactions.ids).toEqual(['TXN-0001'])
  slow.resolve(ok({ sales: [], totalCount: 0, totalKobo: 0, none: null, order: null, revision: 99 }))
  await settled()
  expect(store.getState().lists.transactions.ids).toEqual(['TXN-0001'])
})

test('a late answer to an old question does not set a sale back to an older state', async () => {
  const queued = saleOf({ transactionId: 'A', sequence: 1 })
  const { double, store } = await openApp({ sales: [queued] })
  const slow = Promise.withResolvers<unknown>()
  double.answerNext('sales.get', slow.promise)
  store.getState().openDetail('A')
  double.change({ sales: [{ ...queued, state: 'accepted', standing: 'onItsWay', acceptedAtMs: 5 }] })
  await settled()
  expect(store.getState().sales['A']?.sale.state).toBe('accepted')
  slow.resolve(ok({ sale: queued, timeline: [], record: null, recordReadAtMs: null }))
  await settled()
  expect(store.getState().sales['A']?.sale.state).toBe('accepted')
})

test('an event while a list is being read makes it read again', async () => {
  const { double, store } = await openApp()
  const slow = Promise.withResolvers<unknown>()
  double.answerNext('sales.page', slow.promise)
  store.getState().refreshList('today')
  double.change({ sales: [saleOf({ transactionId: 'NEW', sequence: 1 })] })
  slow.resolve(ok({ sales: [], totalCount: 0, totalKobo: 0, none: null, order: null, revision: 1 }))
  await settled()
  expect(store.getState().lists.today.ids).toEqual(['NEW'])
})

test('a failed reading keeps the rows and their time', async () => {
  const { double, store } = await openApp({ sales: saleOfEveryState() })
  const before = store.getState().lists.today
  double.answerNext('sales.page', callError('internal'))
  store.getState().refresh()
  await settled()
  const { ids, asOfMs, couldNotRead } = store.getState().lists.today
  expect({ ids, asOfMs, couldNotRead }).toEqual({
    ids: before.ids,
    asOfMs: before.asOfMs,
    couldNotRead: true,
  })
})

test('a second submit while the first is on its way asks main once', async () => {
  const { double, store } = await openApp()
  store.getState().setDraft({ amountText: '1500' })
  const both = [store.getState().submitEntry(), store.getState().submitEntry()]
  await Promise.all(both)
  expect(askedFor(double, 'sales.record')).toHaveLength(1)
  expect(store.getState().entry.draft.amountText).toBe('')
})

test('text typed while a sale is being saved stays for the next one', async () => {
  const { double, store } = await openApp()
  const slow = Promise.withResolvers<unknown>()
  double.answerNext('sales.record', slow.promise)
  store.getState().setDraft({ amountText: '1,500', note: 'first' })
  void store.getState().submitEntry()
  store.getState().setDraft({ amountText: '2' })
  slow.resolve(ok(saleOf({ transactionId: 'A', sequence: 1, amountKobo: 150_000 })))
  await settled()
  expect(store.getState().entry).toMatchObject({
    isSaving: false,
    savedKobo: 150_000,
    draft: { amountText: '2', transactionId: '', note: '' },
  })
})

test('when the disk refuses a sale, the entry stays with a question, and nothing claims to be saved', async () => {
  const { double, store } = await openApp()
  store.getState().setDraft({ amountText: '1500', note: 'rice' })
  double.answerNext('sales.record', callError('notSaved'))
  await store.getState().submitEntry()
  const { entry, sales, announcement } = store.getState()
  expect(entry.question).toBe('notSaved')
  expect(entry.draft).toEqual({ amountText: '1500', transactionId: '', note: 'rice' })
  expect(Object.keys(sales)).toEqual([])
  expect(announcement).toBe('')
})

test('an unreadable answer never says that the sale was not saved', async () => {
  const { double, store } = await openApp()
  store.getState().setDraft({ amountText: '1500' })
  double.answerNext('sales.record', { ok: true, value: { half: 'a sale' } })
  await store.getState().submitEntry()
  expect(store.getState().entry.notice).toBe(strings.sale.unclear)
  expect(store.getState().entry.draft.amountText).toBe('1500')
})

test('confirming one entry does not confirm another', async () => {
  const { double, store } = await openApp({ sales: [saleOf({ transactionId: 'A', sequence: 1 })] })
  store.getState().setDraft({ amountText: '5000' })
  await store.getState().submitEntry()
  expect(store.getState().entry.question).toBe('secondSale')
  await store.getState().answerQuestion(false)
  store.getState().setDraft({ amountText: '5000.00' })
  await store.getState().submitEntry()
  expect(
    askedFor(double, 'sales.record').map(
      ({ request }) => (request as { confirmedSecondSale: boolean }).confirmedSecondSale,
    ),
  ).toEqual([false, false])
})

test('an old queue never replaces a newer one', async () => {
  const { double, store } = await openApp()
  double.emit('sales.changed', queueNews(queueOf([saleOf({ transactionId: 'A', sequence: 1 })], 9)))
  double.emit('sales.changed', queueNews(queueOf([], 8)))
  expect(store.getState().queue?.waitingCount).toBe(1)
})

test('twenty queue updates that change nothing important are not announced', async () => {
  const { double, store } = await openApp()
  for (let revision = 10; revision < 30; revision += 1) {
    const sales = Array.from({ length: revision }, (_, place) =>
      saleOf({ transactionId: `${place}`, sequence: place }),
    )
    double.emit('sales.changed', queueNews(queueOf(sales, revision)))
  }
  expect(store.getState().announcement).toBe('')
  double.emit('sales.changed', queueNews(queueOf([], 31)))
  expect(store.getState().announcement).toBe(strings.announce.allSent)
})

test('when the last waiting sale is sent, that is announced too', async () => {
  const { double, store } = await openApp({ sales: [saleOf({ transactionId: 'A', sequence: 1 })] })
  double.change({ sales: [saleOf({ transactionId: 'A', sequence: 1, state: 'accepted' })] })
  expect(store.getState().announcement).toBe(strings.announce.allSent)
})

test('a client signs out with sales waiting and another signs in: no announcement that they were sent', async () => {
  const { double, store } = await openApp({
    access: { ...cashier, pin: 'none' },
    sales: [saleOf({ transactionId: 'A', sequence: 1 })],
  })
  await store.getState().signOut()
  // While signed out, the queue is that of all clients of this computer.
  double.emit('sales.changed', queueNews(queueOf([], 98)))
  double.emit('sales.changed', queueNews(queueOf([saleOf({ transactionId: 'A', sequence: 1 })], 99)))
  double.emit('session.changed', { ...signedIn, clientId: 'neighbour' })
  expect(store.getState().queue).toBeNull()
  double.emit('sales.changed', queueNews(queueOf([], 100)))
  await settled()
  expect(store.getState().queue?.waitingCount).toBe(0)
  expect(store.getState().announcement).toBe('')
})

test('a sale of another client that needs a person is not announced to this one', async () => {
  const { double, store } = await openApp()
  double.emit('session.changed', { ...signedIn, clientId: 'neighbour' })
  double.emit(
    'sales.changed',
    queueNews(queueOf([saleOf({ transactionId: 'B', sequence: 1, state: 'review' })], 50)),
  )
  expect(store.getState().announcement).toBe('')
})

test('the saved sale stays on the screen until the next entry begins', async () => {
  const { double, store } = await openApp()
  const savedKobo = () => store.getState().entry.savedKobo
  store.getState().setDraft({ amountText: '12500.50' })
  await store.getState().submitEntry()
  expect(savedKobo()).toBe(1_250_050)
  // The second half of a double click submits an empty entry; the sale before it is still shown as saved.
  await store.getState().submitEntry()
  expect(savedKobo()).toBe(1_250_050)
  store.getState().setDraft({ note: 'r' })
  expect(savedKobo()).toBeNull()
  store.getState().setDraft({ amountText: '7' })
  double.answerNext('sales.record', callError('notSaved'))
  await store.getState().submitEntry()
  expect(savedKobo()).toBeNull()
})

test('Practice is signed in to without credentials; where main refuses, the screen says so', async () => {
  const signedOut = { status: 'signedOut', clientId: null, keptAs: 'nothing' } as const
  const practice = { ...appInfo, environment: 'practice', serviceHost: null } as const
  const inside = await openApp({ app: practice, session: signedOut })
  await inside.store.getState().signInToPractice()
  expect(inside.store.getState().session?.status).toBe('signedIn')
  const live = await openApp({ session: signedOut })
  await live.store.getState().signInToPractice()
  expect(live.store.getState().session?.status).toBe('signedOut')
  expect(live.store.getState().signInState).toMatchObject({ isBusy: false, problem: { code: 'notAllowed' } })
})

test('a later search is not overwritten by an earlier one', async () => {
  const { double, store } = await openApp()
  const slow = Promise.withResolvers<unknown>()
  double.answerNext('records.search', slow.promise)
  double.answerNext('records.search', ok(recordSearchOf({ totalCount: 7 })))
  const first = store.getState().search()
  await store.getState().search()
  slow.resolve(ok(recordSearchOf({ totalCount: 1 })))
  await first
  expect(store.getState().find.result?.totalCount).toBe(7)
})

test('an event of the wrong shape is dropped', async () => {
  const { double, store } = await openApp()
  double.emit('connection.changed', { status: 'fine' } as never)
  expect(store.getState().connection.status).toBe('online')
})

test('the list of what there is to do has every section in its order, and as many rows as are counted', async () => {
  const { store } = await openApp({ sales: saleOfEveryState() })
  store.getState().show('todo')
  await settled()
  const { lists, sales, queue } = store.getState()
  const sections = lists.todo.ids.map((id) => {
    const sale = sales[id]?.sale
    return sale === undefined ? null : todoSectionOf(sale)
  })
  expect(sections).toEqual(todoSections.flatMap((name) => sections.filter((found) => found === name)))
  expect(new Set(sections)).toEqual(new Set(todoSections.filter((name) => name !== 'notChecked')))
  expect(queue === null ? 0 : todoOf(queue).all.count).toBe(sections.length)
})

test('a secret is in the sign-in request and never in the state', async () => {
  const { double, store } = await openApp({ session: { ...signedIn, status: 'signedOut' } })
  await store.getState().signIn({ clientId: 'shop', secretKey: 'k3y-of-the-shop', loginToken: '' })
  expect(JSON.stringify(askedFor(double, 'session.signIn'))).toContain('k3y-of-the-shop')
  expect(JSON.stringify(store.getState())).not.toContain('k3y-of-the-shop')
})

test('after sign-out no row of the client is left, and after sign-in the rows are read again', async () => {
  const { double, store } = await openApp({
    access: { ...cashier, pin: 'none' },
    sales: saleOfEveryState(),
  })
  await store.getState().signOut()
  double.change({ sales: [] })
  await settled()
  expect(store.getState().sales).toEqual({})
  double.change({ sales: [saleOf({ transactionId: 'OTHER', sequence: 1 })] })
  await store.getState().signIn({ clientId: 'other', secretKey: 'x', loginToken: '' })
  await settled()
  expect(store.getState().lists.today.ids).toEqual(['OTHER'])
})

test('an expired session keeps the rows and the entry', async () => {
  const { double, store } = await openApp({ sales: saleOfEveryState() })
  store.getState().setDraft({ amountText: '1500' })
  double.change({ session: { ...signedIn, status: 'expired' } })
  await settled()
  expect(store.getState().lists.today.ids).toHaveLength(saleOfEveryState().length)
  expect(store.getState().entry.draft.amountText).toBe('1500')
})

test('a refusal by the bank is announced before any good news', async () => {
  const { double, store } = await openApp({
    sales: [saleOf({ transactionId: 'R', sequence: 1, state: 'unknown' })],
  })
  double.change({ sales: [saleOf({ transactionId: 'R', sequence: 1, state: 'refused' })] })
  await settled()
  expect(store.getState().announcement).toBe(strings.announce.refused(1))
})

test('a failed try is shown with its time until the connection changes', async () => {
  const { double, store } = await openApp({ connection: { ...online, status: 'offline' } })
  await store.getState().tryNow()
  expect(store.getState().triedAtMs).toBe(FIXED_NOW_MS)
  double.change({ connection: { ...online, status: 'offline', lastContactAtMs: 1 } })
  expect(store.getState().triedAtMs).toBe(FIXED_NOW_MS)
  double.change({ connection: { ...online, status: 'serviceSilent' } })
  expect(store.getState().triedAtMs).toBeNull()
})

test('at the first sign-in a terminal list that was never read is read, once', async () => {
  const unread = terminalListOf({
    chosenTerminalId: null,
    knownCount: 0,
    totalCount: null,
    pagesRead: 0,
    isComplete: false,
    readAtMs: null,
  })
  const { double, store } = await openApp({
    session: { ...signedIn, status: 'signedOut' },
    terminals: unread,
  })
  expect(askedFor(double, 'terminals.refresh')).toHaveLength(0)
  await store.getState().signIn({ clientId: 'shop', secretKey: 'x', loginToken: '' })
  await settled()
  expect(askedFor(double, 'terminals.refresh')).toHaveLength(1)
})

test('a start that failed is tried again, and listens once', async () => {
  const double = createBridgeDouble()
  const heard: string[] = []
  const counting = {
    ...double,
    listen: (...[name, listener]: Parameters<typeof double.listen>) => {
      heard.push(name)
      return double.listen(name, listener)
    },
  }
  const store = createAppStore(createClient(counting), () => FIXED_NOW_MS)
  for (const name of ['app.start', 'app.info'] as const)
    double.answerNext(name, { ok: false, error: { code: 'internal' } })
  await store.getState().start()
  expect(store.getState().phase).toBe('broken')
  await store.getState().start()
  expect(store.getState().phase).toBe('ready')
  expect(new Set(heard).size).toBe(heard.length)
})
