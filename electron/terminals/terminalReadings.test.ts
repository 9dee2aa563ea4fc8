import { expect, test } from 'vitest'

import { answerOf, pageOf, settle, terminal } from '../session/testing/fakes.ts'
import { toTerminalView } from '../gateway/recordView.ts'
import { joined, knownTerminal, NOTHING_KNOWN } from './knownTerminals.ts'
import {
  changing,
  five,
  honest,
  idsOf,
  openTerminals,
  slowFrom,
  type ReadPage,
} from './testing/terminalsBench.ts'

test('a cancelled reading ends at once as incomplete, shows what came, and the next one is independent', async () => {
  const { terminals, service } = openTerminals()
  service.read = slowFrom(2).read
  const done = terminals.refresh()
  await settle()
  expect(terminals.get().reading).toEqual({ rowsRead: 2, totalCount: 5 })
  terminals.cancelRefresh()
  expect(terminals.get().knownCount).toBe(2)
  service.read = honest(five)
  const next = terminals.refresh()
  expect(await done).toMatchObject({
    ok: true,
    value: { isComplete: false, incompleteReason: 'cancelled' },
  })
  expect(await next).toMatchObject({ ok: true, value: { isComplete: true, knownCount: 5, reading: null } })
})

test('cancelled before a page came: the list is unchanged, and says why the reading ended', async () => {
  const { terminals, service, terminalsFile } = openTerminals()
  await terminals.refresh()
  await settle()
  const stored = terminalsFile.text()
  service.read = slowFrom(1).read
  const done = terminals.refresh()
  await settle()
  terminals.cancelRefresh()
  expect(await done).toMatchObject({
    ok: true,
    value: { isComplete: true, incompleteReason: 'cancelled', knownCount: 5, totalCount: 5 },
  })
  await terminals.stop()
  expect(terminalsFile.text()).toBe(stored)
})

test('after the stop no news asks a file, which may be closed by then', async () => {
  let isClosed = false
  const { terminals, views } = openTerminals({
    askedAccount: () => {
      if (isClosed) throw new Error('database is not open')
      return null
    },
    profile: { terminalId: '2070A004' },
  })
  await terminals.refresh()
  await terminals.stop()
  isClosed = true
  const before = views.length
  terminals.othersChanged()
  terminals.sessionChanged()
  expect(terminals.get()).toMatchObject({ knownCount: 5 })
  expect(views).toHaveLength(before)
})

test('without a reading, cancelling does nothing', async () => {
  const { terminals, views } = openTerminals()
  await terminals.refresh()
  const before = views.length
  expect(terminals.cancelRefresh()).toMatchObject({ isComplete: true, incompleteReason: null })
  expect(views).toHaveLength(before)
})

test('a sign-out in mid-read ends the current request, and no page is requested after it', async () => {
  const { terminals, service, who } = openTerminals()
  service.read = slowFrom(2).read
  const done = terminals.refresh()
  await settle()
  who.clientId = null
  terminals.sessionChanged()
  expect(await done).toMatchObject({ ok: false, error: { code: 'notSignedIn' } })
  expect(service.asked).toEqual([1, 2])
  who.clientId = 'ADA-CLIENT'
  expect(await idsOf(terminals)).toEqual([])
})

test('a sign-out and a new sign-in in mid-read start another reading, which runs to its end', async () => {
  const { terminals, service, who } = openTerminals()
  service.read = slowFrom(2).read
  const first = terminals.refresh()
  await settle()
  who.clientId = null
  terminals.sessionChanged()
  who.clientId = 'ADA-CLIENT'
  service.read = honest(five)
  terminals.sessionChanged()
  const second = terminals.refresh()
  await first
  expect(await second).toMatchObject({ ok: true, value: { isComplete: true, knownCount: 5 } })
})

test.each([
  ['caps the size of its pages', capped(1), null, 5],
  [
    'caps the size and skips by the size asked for',
    changing((page, { pageNumber }) => ({
      ...page,
      rows: page.rows.slice(0, 1),
      hasNextPage: pageNumber < 3,
    })),
    'rowsMissing',
    3,
  ],
  [
    'repeats page 1 for ever',
    changing((_page, { pageNumber, pageSize }) => ({
      ...pageOf(five, { pageNumber: 1, pageSize }),
      currentPage: pageNumber,
    })),
    'rowsRepeated',
    2,
  ],
  [
    'says for ever that there is more',
    changing((page) => ({ ...page, hasNextPage: true })),
    'rowsMissing',
    5,
  ],
  [
    'numbers its pages from 2',
    changing((page) => ({ ...page, currentPage: (page.currentPage ?? 0) + 1 })),
    'pageNotEchoed',
    0,
  ],
  [
    'echoes another number from page 2 on',
    changing((page, { pageNumber }) => ({ ...page, currentPage: pageNumber === 1 ? 1 : 9 })),
    'pageNotEchoed',
    2,
  ],
  [
    'counts otherwise on each page',
    changing((page, { pageNumber }) => ({ ...page, totalCount: 5 + pageNumber })),
    'countChanged',
    5,
  ],
] as const)(
  'a service that %s: read as far as possible, and reported',
  async (_name, read, reason, known) => {
    const { terminals, service } = openTerminals()
    service.read = read
    const result = await terminals.refresh()
    expect(result).toMatchObject({
      ok: true,
      value: { isComplete: reason === null, incompleteReason: reason, knownCount: known, reading: null },
    })
    expect(service.asked.length).toBeLessThan(8)
  },
)

/** Returns `size` rows a page for any request, and counts pages by that. */
function capped(size: number): ReadPage {
  return ({ pageNumber }) => Promise.resolve(answerOf(pageOf(five, { pageNumber, pageSize: size })))
}

test('after the end of the program nothing is read and nothing changes', async () => {
  const { terminals, service, terminalsFile } = openTerminals()
  service.read = slowFrom(2).read
  const done = terminals.refresh()
  await settle()
  await terminals.stop()
  const { knownCount } = terminals.get()
  await done
  expect([service.asked, terminals.get().knownCount, terminalsFile.text()]).toEqual([
    [1, 2],
    knownCount,
    '[[],[]]',
  ])
})

test('during the first reading its rows can be chosen from, and the whole stays unknown', async () => {
  const open = openTerminals()
  const { terminals, service, views, terminalsFile } = open
  const slow = slowFrom(2)
  service.read = slow.read
  const done = terminals.refresh()
  await settle()
  expect(await idsOf(terminals)).toEqual([1, 2])
  expect(terminals.get()).toMatchObject({
    knownCount: 2,
    totalCount: null,
    pagesRead: 0,
    isComplete: false,
    incompleteReason: null,
    readAtMs: null,
    reading: { rowsRead: 2, totalCount: 5 },
  })
  // The screen requests its page again when the number has grown.
  expect(views.at(-1)?.revision).toBeGreaterThan(views[0]?.revision ?? Infinity)
  expect(terminals.choose('2070A002')).toMatchObject({ ok: true, value: { chosen: { recordId: '2' } } })
  expect(terminalsFile.text()).toBe('[[],[]]')
  slow.goOn()
  expect(await done).toMatchObject({ ok: true, value: { isComplete: true, knownCount: 5 } })
  expect(terminals.chosen()).toEqual({ terminalId: '2070A002', terminalRecordId: '2' })
})

test('an earlier list stays as it is until the next reading has ended', async () => {
  const { terminals, service } = openTerminals()
  await terminals.refresh()
  const slow = slowFrom(2, [terminal(9), ...five])
  service.read = slow.read
  const done = terminals.refresh()
  await settle()
  expect(terminals.get().knownCount).toBe(5)
  slow.goOn()
  await done
  expect(terminals.get().knownCount).toBe(6)
})

test('rows of several broken readings add up to no more than one reading brings, the latest first, and that is reported', () => {
  const brought = (askNumber: number, ids: readonly number[], reason: 'cancelled' | null = 'cancelled') => ({
    rows: new Map(
      ids.map((id) => [
        String(id),
        knownTerminal(toTerminalView(terminal(id), 'v'), { askNumber, pageNumber: 1 }),
      ]),
    ),
    facts: { ...NOTHING_KNOWN, pagesRead: 1, totalCount: 99, readAtMs: 1, incompleteReason: reason },
    firstAskNumber: askNumber,
  })
  let list = NOTHING_KNOWN
  const ids = (): readonly number[] => list.rows.map(({ view }) => Number(view.recordId))
  list = joined(list, brought(1, [1, 2]), 5)
  list = joined(list, brought(2, [2, 3, 4]), 5)
  expect([ids(), list.incompleteReason]).toEqual([[1, 2, 3, 4], 'cancelled'])
  list = joined(list, brought(3, [5, 6]), 5)
  expect([ids(), list.incompleteReason]).toEqual([[2, 3, 4, 5, 6], 'moreThanBound'])
  for (let ask = 4; ask < 40; ask += 1) list = joined(list, brought(ask, [ask * 10, ask * 10 + 1]), 5)
  expect(list.rows).toHaveLength(5)
})

test(
  '50,000 rows: each page is requested and reported once, and a search finds one of them by its page',
  { timeout: 60_000 },
  async () => {
    const rows = Array.from({ length: 50_000 }, (_, id) => terminal(id))
    const { terminals, service, views } = openTerminals({
      profile: { limits: { confirmAboveNaira: 1, pageSize: 500, firstPage: 1 } },
    })
    service.read = honest(rows)
    await terminals.refresh()
    expect(service.asked).toEqual(Array.from({ length: 100 }, (_, page) => page + 1))
    expect(views).toHaveLength(102)
    expect(terminals.get()).toMatchObject({ isComplete: true, knownCount: 50_000 })
    service.asked.length = 0
    await terminals.find((each) => each.recordId === '40000', { recordId: '40000' })
    expect(service.asked).toEqual([81])
  },
)
