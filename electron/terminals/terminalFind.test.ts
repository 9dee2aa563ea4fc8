import { expect, test } from 'vitest'
import type { Answer, Page, Terminal } from '../gateway/answer.ts'
import { answerOf, deferred, failureOf, pageOf, settle, terminal, unsent } from '../session/testing/fakes.ts'
import { changing, five, honest, idsOf, openTerminals, rowsOf, slowFrom } from './testing/terminalsBench.ts'

const isThree = (each: Terminal): boolean => each.terminalId === '2070A003'

test('found early: later pages are not requested, and the list stays complete with what was seen', async () => {
  const { terminals, service } = openTerminals()
  await terminals.refresh()
  service.asked.length = 0
  service.read = honest(five.with(2, terminal(3, { serialNumber: 'S-9' })))
  const found = await terminals.find(isThree)
  expect(found).toMatchObject({
    terminal: { recordId: '3', serialNumber: 'S-9' },
    incompleteReason: null,
    error: null,
  })
  expect(service.asked).toEqual([1, 2])
  expect(terminals.get()).toMatchObject({
    isComplete: true,
    incompleteReason: null,
    knownCount: 5,
    reading: null,
  })
  expect((await rowsOf(terminals, 'S-9')).map(({ recordId }) => recordId)).toEqual(['3'])
})

test('the page of its last position is requested first', async () => {
  const { terminals, service } = openTerminals()
  await terminals.refresh()
  service.asked.length = 0
  expect(await terminals.find((each) => each.recordId === '5', { recordId: '5' })).toMatchObject({
    terminal: { recordId: '5', accountNumber: '0123456789' },
  })
  expect(service.asked).toEqual([3])
})

test('if it is no longer there, all pages are requested from the first on', async () => {
  const { terminals, service } = openTerminals()
  await terminals.refresh()
  service.asked.length = 0
  service.read = honest([terminal(8), terminal(9), terminal(7), ...five])
  expect(await terminals.find(isThree, { recordId: '3' })).toMatchObject({ terminal: { recordId: '3' } })
  expect(service.asked).toEqual([2, 1, 2, 3])
})

test('a page that echoes another number is not believed, even if it has the terminal', async () => {
  const { terminals, service } = openTerminals()
  await terminals.refresh()
  service.read = changing((page) => ({ ...page, currentPage: 99 }))
  expect(await terminals.find(isThree, { recordId: '3' })).toEqual({
    terminal: null,
    unreadable: [],
    incompleteReason: 'pageNotEchoed',
    error: null,
  })
})

test('found on the last page', async () => {
  const { terminals } = openTerminals()
  expect(await terminals.find((each) => each.recordId === '5')).toMatchObject({
    terminal: { recordId: '5' },
    incompleteReason: null,
  })
})

test('read to its end without it: its absence is proven, and the list is the new one', async () => {
  const { terminals, service } = openTerminals()
  await terminals.refresh()
  service.read = honest(five.slice(1))
  expect(await terminals.find((each) => each.recordId === '1', { recordId: '1' })).toEqual({
    terminal: null,
    unreadable: [],
    incompleteReason: null,
    error: null,
  })
  expect(terminals.get()).toMatchObject({ isComplete: true, knownCount: 4, totalCount: 4 })
  expect(await idsOf(terminals)).toEqual([2, 3, 4, 5])
})

test('not read to its end: nothing is proven, the error is returned, and the list stays as complete as it was', async () => {
  const { terminals, service } = openTerminals()
  await terminals.refresh()
  service.read = (page) => (page.pageNumber > 2 ? Promise.resolve(failureOf(unsent)) : honest(five)(page))
  expect(await terminals.find((each) => each.recordId === '9')).toEqual({
    terminal: null,
    unreadable: [],
    incompleteReason: 'readFailed',
    error: unsent,
  })
  expect(terminals.get()).toMatchObject({ isComplete: true, knownCount: 5 })
})

test('a first page that does not come at all proves nothing, and is not requested twice', async () => {
  const { terminals, service } = openTerminals()
  await terminals.refresh()
  service.asked.length = 0
  service.read = () => Promise.resolve(failureOf(unsent))
  expect(await terminals.find(isThree, { recordId: '3' })).toEqual({
    terminal: null,
    unreadable: [],
    incompleteReason: 'readFailed',
    error: unsent,
  })
  expect(service.asked).toEqual([2])
})

test('a search that is cancelled proves nothing', async () => {
  const { terminals, service } = openTerminals()
  service.read = slowFrom(2).read
  const abort = new AbortController()
  const done = terminals.find((each) => each.recordId === '9', { signal: abort.signal })
  await settle()
  abort.abort()
  expect(await done).toMatchObject({ terminal: null, unreadable: [], incompleteReason: 'cancelled' })
})

test('a sign-out in mid-search: nothing is returned', async () => {
  const { terminals, service, who } = openTerminals()
  service.read = slowFrom(2).read
  const done = terminals.find((each) => each.recordId === '5')
  await settle()
  who.clientId = 'BOLA-CLIENT'
  terminals.sessionChanged()
  expect(await done).toBe('notSignedIn')
})

test('a new terminal that a search finds is known at once, and if the service counts more, the list says so', async () => {
  const { terminals, service } = openTerminals()
  await terminals.refresh()
  service.read = honest([terminal(6), ...five])
  await terminals.find((each) => each.recordId === '6')
  expect(terminals.get()).toMatchObject({ isComplete: true, knownCount: 6, totalCount: 6 })
  service.read = honest([terminal(8), terminal(9), terminal(7), terminal(6), ...five])
  await terminals.find((each) => each.recordId === '8')
  expect(terminals.get()).toMatchObject({
    isComplete: false,
    incompleteReason: 'countChanged',
    knownCount: 8,
    totalCount: 9,
  })
})

test('the facts of the reading stay, whichever rows a search has seen since', async () => {
  const { terminals, service, clock } = openTerminals()
  await terminals.refresh()
  const { readAtMs } = terminals.get()
  expect(terminals.get().readSince).toBeNull()
  clock.wallMs += 60_000
  service.read = honest([terminal(6), ...five])
  await terminals.find((each) => each.recordId === '6')
  const whole = { pagesRead: 3, readAtMs, isComplete: true }
  expect(terminals.get()).toMatchObject({
    ...whole,
    knownCount: 6,
    readSince: { atMs: clock.wallMs, countBefore: 5 },
  })
  clock.wallMs += 60_000
  await terminals.find((each) => each.recordId === '1')
  expect(terminals.get()).toMatchObject({ ...whole, readSince: { atMs: clock.wallMs, countBefore: 5 } })
  await terminals.refresh()
  expect(terminals.get()).toMatchObject({ readAtMs: clock.wallMs, knownCount: 6, readSince: null })
})

test('a search shares no reading that started before it, which does not undo what the search saw', async () => {
  const { terminals, service } = openTerminals()
  const older = slowFrom(3)
  service.read = older.read
  const refreshed = terminals.refresh()
  await settle()
  // Edited after page 1 was read.
  const edited = terminal(1, { serialNumber: 'NEW' })
  service.read = honest(five.with(0, edited))
  expect(await terminals.find((each) => each.recordId === '1')).toMatchObject({
    terminal: { serialNumber: 'NEW' },
  })
  older.goOn()
  expect(await refreshed).toMatchObject({ ok: true, value: { isComplete: true, knownCount: 5 } })
  expect((await rowsOf(terminals)).find(({ recordId }) => recordId === '1')).toMatchObject({
    serialNumber: 'NEW',
  })
})

test('an older reading that breaks off does not undo what a search saw either', async () => {
  const { terminals, service } = openTerminals()
  const older = slowFrom(3)
  service.read = older.read
  const refreshed = terminals.refresh()
  await settle()
  service.read = honest(five.with(0, terminal(1, { serialNumber: 'NEW' })))
  await terminals.find((each) => each.recordId === '1')
  terminals.cancelRefresh()
  expect(await refreshed).toMatchObject({ value: { incompleteReason: 'cancelled', knownCount: 4 } })
  expect(await idsOf(terminals, 'new')).toEqual([1])
})

test('a terminal that the likely page still showed, and the complete list after it did not, is absent', async () => {
  const { terminals, service } = openTerminals()
  await terminals.refresh()
  service.asked.length = 0
  service.read = (page) =>
    service.asked.length === 1
      ? Promise.resolve(
          answerOf({ rows: [terminal(77)], totalCount: 6, hasNextPage: false, currentPage: page.pageNumber }),
        )
      : honest(five)(page)
  expect(await terminals.find((each) => each.recordId === '9', { recordId: '5' })).toMatchObject({
    terminal: null,
    incompleteReason: null,
  })
  expect(terminals.get()).toMatchObject({ isComplete: true, knownCount: 5 })
  expect(await idsOf(terminals)).toEqual([1, 2, 3, 4, 5])
})

test('a sign-in as another client while the likely page is requested: nothing is returned or stored', async () => {
  const { terminals, service, who } = openTerminals()
  await terminals.refresh()
  const page = deferred<Answer<Page<Terminal>>>()
  service.read = () => page.promise
  const done = terminals.find(isThree, { recordId: '3' })
  await settle()
  who.clientId = 'BOLA-CLIENT'
  page.resolve(answerOf(pageOf(five, { pageNumber: 2, pageSize: 2 })))
  expect(await done).toBe('notSignedIn')
  expect(await idsOf(terminals)).toEqual([])
})
