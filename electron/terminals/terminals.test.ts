import { expect, test } from 'vitest'
import { parseUnknown } from '../../shared/parse.ts'
import { TerminalListView } from '../../shared/terminal.ts'
import type { Answer, Page, Terminal } from '../gateway/answer.ts'
import {
  answerOf,
  deferred,
  failureOf,
  http,
  pageOf,
  settle,
  terminal,
  unsent,
} from '../session/testing/fakes.ts'
import { five, honest, idsOf, openTerminals, rowsOf } from './testing/terminalsBench.ts'

test('before any reading there is an empty list that claims nothing', async () => {
  const { terminals } = openTerminals()
  await terminals.ready()
  expect(terminals.get()).toMatchObject({
    chosenTerminalId: null,
    chosen: null,
    knownCount: 0,
    totalCount: null,
    pagesRead: 0,
    isComplete: false,
    incompleteReason: null,
    readAtMs: null,
    reading: null,
  })
  expect(terminals.chosen()).toBeNull()
  expect(await rowsOf(terminals)).toEqual([])
})

test('the list is read to its last page, reported page by page, and fits the contract', async () => {
  const { terminals, views, lines, settings, terminalsFile } = openTerminals()
  const result = await terminals.refresh()
  expect(result).toMatchObject({ ok: true, value: { totalCount: 5, pagesRead: 3, isComplete: true } })
  expect(await idsOf(terminals)).toEqual([1, 2, 3, 4, 5])
  expect(views.map((view) => view.reading)).toEqual([
    { rowsRead: 0, totalCount: null },
    { rowsRead: 2, totalCount: 5 },
    { rowsRead: 4, totalCount: 5 },
    { rowsRead: 5, totalCount: 5 },
    null,
  ])
  expect(views.at(-1)).toEqual(terminals.get())
  for (const view of views) expect(parseUnknown(TerminalListView, view).ok).toBe(true)
  await terminals.stop()
  expect(terminalsFile.text()).toContain('\\"accountEnding\\":\\"6789')
  const everything = [settings.text(), terminalsFile.text(), JSON.stringify(views), ...lines].join()
  expect(everything).not.toContain('0123456789')
})

test('another destination and another client see neither list nor choice', async () => {
  const first = openTerminals()
  await first.terminals.refresh()
  first.terminals.choose('2070A004')
  const practice = openTerminals({ ...first, destinationKey: 'practice' })
  expect(await idsOf(practice.terminals)).toEqual([])
  first.who.clientId = 'BOLA-CLIENT'
  expect(first.terminals.get().knownCount).toBe(0)
  expect(await idsOf(first.terminals)).toEqual([])
  expect(first.terminals.chosen()).toBeNull()
  first.who.clientId = 'ADA-CLIENT'
  expect(first.terminals.chosen()).toMatchObject({ terminalRecordId: '4' })
})

test('a change of the session is reported once', async () => {
  const { terminals, views, who } = openTerminals()
  await terminals.refresh()
  const before = views.length
  who.clientId = null
  terminals.sessionChanged()
  terminals.sessionChanged()
  expect(views.slice(before).map((view) => view.knownCount)).toEqual([0])
})

test('callers at the same time share one reading, the next one reads again', async () => {
  const { terminals, service } = openTerminals()
  const both = [terminals.refresh(), terminals.refresh()]
  expect(await both[0]).toEqual(await both[1])
  expect(service.asked).toEqual([1, 2, 3])
  await terminals.refresh()
  expect(service.asked).toHaveLength(6)
})

test.each([
  [unsent, 'unreachable'],
  [http(500), 'noAnswer'],
  [http(401), 'notSignedIn'],
  [{ kind: 'declined', message: 'No' }, 'declined'],
] as const)('a reading that fails with %j is %s and leaves the list as it was', async (error, code) => {
  const { terminals, service, settings, terminalsFile } = openTerminals()
  await terminals.refresh()
  await settle()
  const before = [terminals.get(), settings.text(), terminalsFile.text()]
  service.read = () => Promise.resolve(failureOf(error))
  expect(await terminals.refresh()).toMatchObject({ ok: false, error: { code } })
  expect([terminals.get(), settings.text(), terminalsFile.text()]).toEqual(before)
})

test('an incomplete first list is shown as incomplete, also after a restart', async () => {
  const first = openTerminals()
  const { terminals, service } = first
  service.read = (page) => (page.pageNumber > 1 ? Promise.resolve(failureOf(unsent)) : honest(five)(page))
  const said = {
    totalCount: 5,
    pagesRead: 1,
    knownCount: 2,
    isComplete: false,
    incompleteReason: 'readFailed',
  }
  expect(await terminals.refresh()).toMatchObject({ ok: true, value: said })
  const next = openTerminals(first)
  expect(next.terminals.get()).toMatchObject(said)
  expect(await idsOf(next.terminals)).toEqual([1, 2])
})

test('an incomplete list after a complete one is reported, loses no terminal, and does not replace it on the disk', async () => {
  const first = openTerminals()
  const { terminals, service, clock } = first
  await terminals.refresh()
  const complete = terminals.get()
  clock.wallMs += 60_000
  service.read = (page) =>
    page.pageNumber > 1
      ? Promise.resolve(failureOf(unsent))
      : honest([terminal(1, { isActive: false }), terminal(9), ...five])(page)
  await terminals.refresh()
  expect(terminals.get()).toMatchObject({
    isComplete: false,
    totalCount: 7,
    pagesRead: 1,
    readAtMs: complete.readAtMs,
  })
  expect((await rowsOf(terminals)).map((each) => [each.recordId, each.isActive])).toEqual([
    ['1', false],
    ['2', true],
    ['3', true],
    ['4', true],
    ['5', true],
    ['9', true],
  ])
  const next = openTerminals(first)
  await next.terminals.ready()
  expect({ ...next.terminals.get(), revision: 0 }).toEqual({ ...complete, revision: 0 })
  expect(await idsOf(next.terminals)).toEqual([1, 2, 3, 4, 5])
})

test('a sign-out while the list is being read drops it', async () => {
  const { terminals, service, who, settings, terminalsFile } = openTerminals()
  const before = settings.values.size
  const page = deferred<Answer<Page<Terminal>>>()
  service.read = () => page.promise
  const done = terminals.refresh()
  await settle()
  who.clientId = null
  page.resolve(answerOf(pageOf(five.slice(0, 1), { pageNumber: 1, pageSize: 2 })))
  expect(await done).toMatchObject({ ok: false, error: { code: 'notSignedIn' } })
  expect([terminals.get().knownCount, terminalsFile.text()]).toEqual([0, '[[],[]]'])
  who.clientId = 'ADA-CLIENT'
  expect(await idsOf(terminals)).toEqual([])
  // The key of the versions, and nothing of the list.
  expect(settings.values.size - before).toBe(1)
})

test('another client who refreshes does not get the reading of the one before', async () => {
  const { terminals, service, who } = openTerminals()
  const page = deferred<Answer<Page<Terminal>>>()
  service.read = () => page.promise
  const adas = terminals.refresh()
  await settle()
  who.clientId = 'BOLA-CLIENT'
  service.read = honest([terminal(8)])
  const bolas = await terminals.refresh()
  page.resolve(answerOf(pageOf(five.slice(0, 1), { pageNumber: 1, pageSize: 2 })))
  expect(await adas).toMatchObject({ ok: false, error: { code: 'notSignedIn' } })
  expect(bolas).toMatchObject({ ok: true, value: { chosen: { recordId: '8' } } })
  expect(await idsOf(terminals)).toEqual([8])
})

test('signed out, nothing is read and nothing can be chosen', async () => {
  const { terminals, service, who } = openTerminals()
  who.clientId = null
  expect(await terminals.refresh()).toMatchObject({ ok: false, error: { code: 'notSignedIn' } })
  expect(await terminals.find(() => true)).toBe('notSignedIn')
  expect(terminals.choose('2070A001')).toMatchObject({ ok: false, error: { code: 'notSignedIn' } })
  expect(service.asked).toEqual([])
})

test('only a terminal of the list can be chosen, and none if the profile locks it', async () => {
  const open = openTerminals()
  await open.terminals.refresh()
  expect(open.terminals.choose('2070A099')).toMatchObject({ ok: false, error: { code: 'notFound' } })
  open.terminals.choose('2070A004')
  const locked = openTerminals({ ...open, profile: { terminalId: '2070A002', locked: ['terminalId'] } })
  await locked.terminals.ready()
  expect(locked.terminals.choose('2070A001')).toMatchObject({ ok: false, error: { code: 'notAllowed' } })
  expect(locked.terminals.chosen()).toMatchObject({ terminalId: '2070A002' })
})

test('a choice that cannot be saved is not made', async () => {
  const { terminals, settings } = openTerminals()
  await terminals.refresh()
  terminals.choose('2070A004')
  settings.isBroken = true
  expect(terminals.choose('2070A005')).toMatchObject({ ok: false, error: { code: 'notSaved' } })
  expect(terminals.chosen()).toMatchObject({ terminalId: '2070A004' })
})

test('practice keeps the terminal it started with, for any order of later lists', async () => {
  const first = openTerminals({ profile: { environment: 'practice' } })
  const { terminals, service } = first
  await terminals.refresh()
  expect(terminals.chosen()).toEqual({ terminalId: '2070A001', terminalRecordId: '1' })
  service.read = honest([terminal(7, { terminalId: '2070A000' }), ...five.toReversed()])
  await terminals.refresh()
  expect(terminals.chosen()).toEqual({ terminalId: '2070A001', terminalRecordId: '1' })
  const next = openTerminals({ ...first, profile: { environment: 'practice' } })
  expect(next.terminals.chosen()).toEqual({ terminalId: '2070A001', terminalRecordId: '1' })
})

test('a single terminal stays chosen when a second one appears', async () => {
  const { terminals, service } = openTerminals()
  service.read = honest([terminal(3)])
  await terminals.refresh()
  service.read = honest(five)
  await terminals.refresh()
  expect(terminals.chosen()).toMatchObject({ terminalRecordId: '3' })
})
