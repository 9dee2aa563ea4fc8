import { expect, onTestFinished, test, vi } from 'vitest'
import type { Terminal } from '../gateway/answer.ts'
import { terminal } from '../session/testing/fakes.ts'
import { toTerminalView } from '../gateway/recordView.ts'
import { knownTerminal, NOTHING_KNOWN, withRows, type KnownTerminal } from './knownTerminals.ts'
import { createTerminalIndex } from './terminalIndex.ts'

function known(...rows: readonly Terminal[]): readonly KnownTerminal[] {
  const byId = rows.map((row) => [row.recordId, knownTerminal(toTerminalView(row, 'v'))] as const)
  return withRows(NOTHING_KNOWN, new Map(byId)).rows
}

const all = { offset: 0, limit: 200 }
const shops = known(
  terminal(3, {
    terminalId: '2070C',
    merchantId: 'M-30',
    accountName: 'Ọláńrewájú Foods',
    serialNumber: 'PAX-1',
  }),
  terminal(1, {
    terminalId: '2070A',
    merchantId: 'M-10',
    accountName: 'ADE STORES',
    accountNumber: '0000004321',
  }),
  terminal(2, {
    terminalId: '2070B',
    merchantId: 'M-10',
    accountName: 'Ƙanƙara Stores',
    serialNumber: 'PAX-2',
  }),
)

test.each([
  ['', [1, 2, 3]],
  ['2070b', [2]],
  ['m-10', [1, 2]],
  ['pax', [2, 3]],
  ['olanrewaju', [3]],
  ['ọláńrewájú'.normalize('NFD'), [3]],
  ['KANKARA', [2]],
  ['ƙanƙara', [2]],
  ['4321', [1]],
  ['stores', [1, 2]],
  // Each word, in any order and any field.
  ['pax stores', [2]],
  ['stores pax-1', []],
  // No word spans two fields.
  ['2070am-10', []],
  ['0000004321', []],
  // Patterns are plain text.
  ['.*', []],
])('a search for %j finds %j, by terminal ID', (search, ids) => {
  const page = createTerminalIndex(shops).page({ search, ...all })
  expect(page.rows.map(({ recordId }) => Number(recordId))).toEqual(ids)
  expect(page.total).toBe(ids.length)
})

test('a page is a slice of the matches, with their count', () => {
  const index = createTerminalIndex(known(...Array.from({ length: 7 }, (_, id) => terminal(id + 1))))
  const ids = (offset: number, limit: number): readonly number[] =>
    index.page({ search: 'ade', offset, limit }).rows.map(({ recordId }) => Number(recordId))
  expect([ids(0, 3), ids(3, 3), ids(6, 3), ids(9, 3)]).toEqual([[1, 2, 3], [4, 5, 6], [7], []])
  expect(index.page({ search: 'ade', offset: 99, limit: 3 }).total).toBe(7)
})

test('one terminal is found by its record, or by its ID in any case', () => {
  const index = createTerminalIndex(shops)
  const found = (recordId: string | null, terminalId: string): string | undefined =>
    index.terminal({ recordId, terminalId })?.recordId
  expect([
    found('2', ''),
    found(null, '2070a'),
    found(null, '2070'),
    found('9', '2070A'),
    found(null, ''),
  ]).toEqual(['2', '1', undefined, undefined, undefined])
})

test('two terminals with one ID are neighbours, in a fixed order', () => {
  const twins = [terminal(9, { terminalId: 'X' }), terminal(4, { terminalId: 'X' })]
  for (const rows of [twins, twins.toReversed()])
    expect(known(...rows).map(({ view }) => view.recordId)).toEqual(['4', '9'])
})

const accountsOf = (merchantId: string, ...names: readonly string[]): readonly Terminal[] =>
  names.map((accountName, place) => {
    const recordId = place + 1
    return terminal(recordId, { merchantRecordId: '7', merchantId, accountName })
  })

test('a merchant is listed once, by ID, is found by every name of their accounts, and none counts as their own', () => {
  const index = createTerminalIndex(
    known(
      ...accountsOf('M-8', 'Zainab', 'Zainab Kiosk', 'Zainab'),
      terminal(9, { merchantRecordId: '5', merchantId: 'M-7', accountName: 'Ádé' }),
    ),
  )
  expect(index.merchants({ search: '', ...all })).toEqual({
    rows: [
      {
        merchantRecordId: '5',
        merchantId: 'M-7',
        accountNames: ['Ádé'],
        accountNameCount: 1,
        terminalCount: 1,
        recordCount: 1,
      },
      {
        merchantRecordId: '7',
        merchantId: 'M-8',
        accountNames: ['Zainab', 'Zainab Kiosk'],
        accountNameCount: 2,
        terminalCount: 3,
        recordCount: 1,
      },
    ],
    total: 2,
  })
  const found = (search: string): readonly number[] =>
    index.merchants({ search, ...all }).rows.map(({ merchantRecordId }) => Number(merchantRecordId))
  expect([found('kiosk'), found('ade'), found('m-7'), found('zainab m-7')]).toEqual([[7], [5], [5], []])
  expect(index.merchants({ search: '', offset: 1, limit: 1 })).toMatchObject({
    rows: [{ merchantRecordId: '7' }],
    total: 2,
  })
})

test('a merchant ID that the bank has under two records is shown with both, in the list and among the merchants', () => {
  const index = createTerminalIndex(
    known(
      terminal(1, { terminalId: 'T-1', merchantId: 'M-7', merchantRecordId: '971' }),
      terminal(2, { terminalId: 'T-2', merchantId: 'M-7', merchantRecordId: '71' }),
      terminal(3, { terminalId: 'T-3', merchantId: 'M-7', merchantRecordId: '71' }),
      terminal(4, { terminalId: 'T-4', merchantId: 'M-8', merchantRecordId: '72' }),
    ),
  )
  expect(
    index
      .merchants({ search: '', ...all })
      .rows.map(({ merchantRecordId, recordCount }) => [merchantRecordId, recordCount]),
  ).toEqual([
    ['71', 2],
    ['971', 2],
    ['72', 1],
  ])
  const shared = [{ merchantId: 'M-7', merchantRecordIds: ['971', '71'] }]
  // Even if the page shows only one of the two.
  expect(index.page({ search: 't-2', ...all }).sharedMerchants).toEqual(shared)
  expect(index.page({ search: '', ...all }).sharedMerchants).toEqual(shared)
  expect(index.page({ search: 't-4', ...all }).sharedMerchants).toEqual([])
})

test('of a merchant ID under many records a few are listed', () => {
  const rows = Array.from({ length: 40 }, (_, id) =>
    terminal(id + 1, { terminalId: `T-${id + 10}`, merchantId: 'M-7', merchantRecordId: String(500 - id) }),
  )
  const [shared] = createTerminalIndex(known(...rows)).page({ search: '', ...all }).sharedMerchants
  expect(shared?.merchantRecordIds).toEqual(['500', '499', '498', '497', '496'])
})

test('of many names a few are listed, in an order independent of the list’s, all are counted, and an empty one is none', () => {
  const names = ['Zuma', 'élan', 'BOLA', 'Ada', '', 'Musa']
  for (const given of [names, names.toReversed()]) {
    const index = createTerminalIndex(known(...accountsOf('M-8', ...given)))
    const [merchant] = index.merchants({ search: 'musa', ...all }).rows
    expect(merchant).toMatchObject({
      accountNames: ['Ada', 'BOLA', 'élan'],
      accountNameCount: 5,
      terminalCount: 6,
    })
  }
})

test(
  'of 50,000 rows a search reads each text once, and its further pages none; nothing is sorted',
  { timeout: 60_000 },
  () => {
    let looks = 0
    const rows = Array.from({ length: 50_000 }, (_, id): KnownTerminal => {
      const row = knownTerminal(toTerminalView(terminal(id, { terminalId: `T${id}` }), 'v'))
      return {
        ...row,
        get text() {
          looks += 1
          return row.text
        },
      }
    })
    onTestFinished(() => void vi.restoreAllMocks())
    const sorts = [vi.spyOn(Array.prototype, 'sort'), vi.spyOn(Array.prototype, 'toSorted')]
    const index = createTerminalIndex(rows)
    for (const offset of [0, 200, 49_800]) index.page({ search: '', offset, limit: 200 })
    expect(looks).toBe(0)
    for (const offset of [0, 200, 49_800, 0]) {
      expect(index.page({ search: 't1 ade', offset, limit: 200 }).total).toBe(11_111)
    }
    expect(looks).toBe(50_000)
    for (const sort of sorts) expect(sort).not.toHaveBeenCalled()
  },
)
