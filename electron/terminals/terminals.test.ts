import { expect, test } from 'vitest'
import { parseUnknown } from '../../shared/parse.ts'
import { err, ok } from '../../shared/result.ts'
import { TerminalListView } from '../../shared/terminal.ts'
import type { Answer, Page, Terminal } from '../gateway/answer.ts'
import type { Session } from '../session/session.ts'
import {
  answerOf,
  deferred,
  failureOf,
  FakeClock,
  fakeLog,
  FakeSettings,
  http,
  pageOf,
  settle,
  terminal,
  unsent,
} from '../session/testing/fakes.ts'
import { createTerminals, type TerminalsOptions } from './terminals.ts'

type Read = (page: {
  readonly pageNumber: number
  readonly pageSize: number
}) => Promise<Answer<Page<Terminal>>>

const all = [1, 2, 3, 4, 5].map((id) => terminal(id))
const honest =
  (rows: readonly Terminal[]): Read =>
  (page) =>
    Promise.resolve(answerOf(pageOf(rows, page)))

function bench(
  reuse: {
    settings?: FakeSettings
    destinationKey?: string
    profile?: Partial<TerminalsOptions['profile']>
  } = {},
) {
  const settings = reuse.settings ?? new FakeSettings()
  const clock = new FakeClock()
  const { log, lines } = fakeLog()
  const views: TerminalListView[] = []
  const service = { read: honest(all), asked: 0 }
  const who: { clientId: string | null } = { clientId: 'ADA-CLIENT' }
  const token = (): string | null => (who.clientId === null ? null : `token of ${who.clientId}`)
  const session: Pick<Session, 'token' | 'renew' | 'clientId'> = {
    token,
    clientId: () => who.clientId,
    renew: (stale) => Promise.resolve(who.clientId === null ? err({ kind: 'notSignedIn' }) : ok(stale)),
  }
  const terminals = createTerminals({
    api: {
      retrieveTerminals: (_token, page) => {
        service.asked += 1
        return service.read(page)
      },
    },
    session,
    settings,
    clock,
    log,
    destinationKey: reuse.destinationKey ?? 'live https://partner.example',
    profile: {
      terminalId: null,
      environment: 'live',
      limits: { confirmAboveNaira: 1, pageSize: 2 },
      locked: [],
      ...reuse.profile,
    },
    onChange: (view) => views.push(view),
  })
  return { terminals, settings, clock, lines, views, service, who }
}

test('before anything was read there is an empty list that claims nothing', () => {
  const { terminals } = bench()
  expect(terminals.get()).toEqual({
    terminals: [],
    chosenTerminalId: null,
    totalCount: null,
    pagesRead: 0,
    isComplete: false,
    readAtMs: null,
  })
  expect(terminals.chosen()).toBeNull()
})

test('the list is read to its last page, told once, and fits the contract', async () => {
  const { terminals, views, lines, settings } = bench()
  const result = await terminals.refresh()
  expect(result).toMatchObject({ ok: true, value: { totalCount: 5, pagesRead: 3, isComplete: true } })
  expect(terminals.get().terminals.map((each) => each.recordId)).toEqual([1, 2, 3, 4, 5])
  expect(views).toEqual([terminals.get()])
  expect(parseUnknown(TerminalListView, terminals.get()).ok).toBe(true)
  expect([settings.text(), JSON.stringify(views), lines.join()].join()).not.toContain('0123456789')
})

test('the next start reads the kept list and the choice without the network', async () => {
  const first = bench()
  await first.terminals.refresh()
  expect(first.terminals.choose('2070A004').ok).toBe(true)
  const next = bench({ settings: first.settings })
  expect(next.terminals.get()).toEqual(first.terminals.get())
  expect(next.terminals.chosen()).toEqual({ terminalId: '2070A004', terminalRecordId: 4 })
  expect(next.service.asked).toBe(0)
})

test('another destination and another client see neither list nor choice', async () => {
  const first = bench()
  await first.terminals.refresh()
  first.terminals.choose('2070A004')
  const practice = bench({ settings: first.settings, destinationKey: 'practice' })
  expect(practice.terminals.get().terminals).toEqual([])
  first.who.clientId = 'BOLA-CLIENT'
  expect(first.terminals.get().terminals).toEqual([])
  expect(first.terminals.chosen()).toBeNull()
  first.who.clientId = 'ADA-CLIENT'
  expect(first.terminals.chosen()).toMatchObject({ terminalRecordId: 4 })
})

test('a change of the session is told once', async () => {
  const { terminals, views, who } = bench()
  await terminals.refresh()
  who.clientId = null
  terminals.sessionChanged()
  terminals.sessionChanged()
  expect(views.map((view) => view.terminals.length)).toEqual([5, 0])
})

test('callers at the same time share one reading, the next one reads again', async () => {
  const { terminals, service } = bench()
  const both = [terminals.refresh(), terminals.refresh()]
  expect(await both[0]).toEqual(await both[1])
  expect(service.asked).toBe(3)
  await terminals.refresh()
  expect(service.asked).toBe(6)
})

test.each([
  [unsent, 'unreachable'],
  [http(500), 'noAnswer'],
  [http(401), 'notSignedIn'],
  [{ kind: 'declined', message: 'No' }, 'declined'],
] as const)('a reading that fails with %j is %s and leaves the list as it was', async (error, code) => {
  const { terminals, service, views, settings } = bench()
  await terminals.refresh()
  const [before, kept] = [terminals.get(), settings.text()]
  service.read = () => Promise.resolve(failureOf(error))
  expect(await terminals.refresh()).toMatchObject({ ok: false, error: { code } })
  expect([terminals.get(), settings.text(), views.length]).toEqual([before, kept, 1])
})

test('an incomplete first list is shown and said to be incomplete', async () => {
  const { terminals, service, settings } = bench()
  service.read = (page) => (page.pageNumber > 1 ? Promise.resolve(failureOf(unsent)) : honest(all)(page))
  expect(await terminals.refresh()).toMatchObject({
    ok: true,
    value: { totalCount: 5, pagesRead: 1, isComplete: false },
  })
  expect(terminals.get().terminals).toHaveLength(2)
  const next = bench({ settings })
  expect(next.terminals.get()).toMatchObject({ isComplete: false, totalCount: 5 })
})

test('an incomplete list after a complete one is said, loses no terminal, and is not kept in its place', async () => {
  const { terminals, service, settings, clock } = bench()
  await terminals.refresh()
  const complete = terminals.get()
  clock.wallMs += 60_000
  service.read = (page) =>
    page.pageNumber > 1
      ? Promise.resolve(failureOf(unsent))
      : honest([terminal(1, { isActive: false }), terminal(9), ...all])(page)
  await terminals.refresh()
  const view = terminals.get()
  expect(view).toMatchObject({ isComplete: false, totalCount: 7, pagesRead: 1, readAtMs: complete.readAtMs })
  expect(view.terminals.map((each) => [each.recordId, each.isActive])).toEqual([
    [1, false],
    [2, true],
    [3, true],
    [4, true],
    [5, true],
    [9, true],
  ])
  expect(bench({ settings }).terminals.get()).toEqual(complete)
})

test('a sign-out while the list is being read drops it', async () => {
  const { terminals, service, who, views, settings } = bench()
  const page = deferred<Answer<Page<Terminal>>>()
  service.read = () => page.promise
  const done = terminals.refresh()
  await settle()
  who.clientId = null
  page.resolve(answerOf(pageOf(all.slice(0, 1), { pageNumber: 1, pageSize: 2 })))
  expect(await done).toMatchObject({ ok: false, error: { code: 'notSignedIn' } })
  expect([views.length, settings.values.size]).toEqual([0, 0])
})

test('another client who refreshes does not get the reading of the one before', async () => {
  const { terminals, service, who } = bench()
  const page = deferred<Answer<Page<Terminal>>>()
  service.read = () => page.promise
  const adas = terminals.refresh()
  await settle()
  who.clientId = 'BOLA-CLIENT'
  service.read = honest([terminal(8)])
  const bolas = await terminals.refresh()
  page.resolve(answerOf(pageOf(all.slice(0, 1), { pageNumber: 1, pageSize: 2 })))
  expect(await adas).toMatchObject({ ok: false, error: { code: 'notSignedIn' } })
  expect(bolas).toMatchObject({ ok: true, value: { terminals: [{ recordId: 8 }] } })
  expect(terminals.get().terminals.map((each) => each.recordId)).toEqual([8])
})

test('signed out, nothing is read and nothing can be chosen', async () => {
  const { terminals, service, who } = bench()
  who.clientId = null
  expect(await terminals.refresh()).toMatchObject({ ok: false, error: { code: 'notSignedIn' } })
  expect(terminals.choose('2070A001')).toMatchObject({ ok: false, error: { code: 'notSignedIn' } })
  expect(service.asked).toBe(0)
})

test('only a terminal of the list can be chosen, and not where the profile locks it', async () => {
  const open = bench()
  await open.terminals.refresh()
  expect(open.terminals.choose('2070A099')).toMatchObject({ ok: false, error: { code: 'notFound' } })
  const locked = bench({
    settings: open.settings,
    profile: { terminalId: '2070A002', locked: ['terminalId'] },
  })
  open.terminals.choose('2070A004')
  expect(locked.terminals.choose('2070A001')).toMatchObject({ ok: false, error: { code: 'notAllowed' } })
  expect(locked.terminals.chosen()).toMatchObject({ terminalId: '2070A002' })
})

test('a choice that cannot be saved is not made', async () => {
  const { terminals, settings } = bench()
  await terminals.refresh()
  terminals.choose('2070A004')
  settings.isBroken = true
  expect(terminals.choose('2070A005')).toMatchObject({ ok: false, error: { code: 'notSaved' } })
  expect(terminals.chosen()).toMatchObject({ terminalId: '2070A004' })
})

test('practice keeps the terminal it started with, whatever the order of later lists', async () => {
  const { terminals, service, settings } = bench({ profile: { environment: 'practice' } })
  await terminals.refresh()
  expect(terminals.chosen()).toEqual({ terminalId: '2070A001', terminalRecordId: 1 })
  service.read = honest([...all].reverse())
  await terminals.refresh()
  expect(terminals.chosen()).toEqual({ terminalId: '2070A001', terminalRecordId: 1 })
  const next = bench({ settings, profile: { environment: 'practice' } })
  expect(next.terminals.chosen()).toEqual({ terminalId: '2070A001', terminalRecordId: 1 })
})

test('a single terminal stays chosen when a second one appears', async () => {
  const { terminals, service } = bench()
  service.read = honest([terminal(3)])
  await terminals.refresh()
  service.read = honest(all)
  await terminals.refresh()
  expect(terminals.chosen()).toMatchObject({ terminalRecordId: 3 })
})

test('kept values of another shape are passed over, and their content is not logged', async () => {
  const first = bench()
  await first.terminals.refresh()
  first.terminals.choose('2070A004')
  for (const key of first.settings.values.keys())
    first.settings.set(key, { terminals: 'private-value', terminalId: 7 })
  const next = bench({ settings: first.settings })
  expect(next.terminals.get().terminals).toEqual([])
  expect(next.terminals.chosen()).toBeNull()
  expect(next.lines.length).toBeGreaterThan(0)
  expect(next.lines.join()).not.toContain('private-value')
})
