import { expect, test } from 'vitest'
import { record } from '../session/testing/fakes.ts'
import { createReadings, type CompleteList } from './recordReads.ts'
import { OWNER } from './testing/recordBench.ts'

type Answer = Parameters<ReturnType<typeof createReadings>['page']>[1]

const question = {
  kind: 'days',
  subject: 'A',
  dateFrom: '2026-11-19',
  dateTo: '2026-11-21',
  isBeforeSend: false,
} as const

/** A page with one row, whose number is its id. */
function page(pageNumber: number, more: Partial<Answer> & { readonly askedTurn?: number } = {}): Answer {
  const { askedTurn = 10 * pageNumber, ...others } = more
  return {
    asked: { owner: OWNER, question, turn: askedTurn, atMs: askedTurn },
    turn: 1_000,
    atMs: 1_000,
    kind: 'page',
    pageNumber,
    pageSize: 1,
    rows: [record(pageNumber)],
    totalCount: 3,
    hasNextPage: pageNumber < 3,
    currentPage: pageNumber,
    ...others,
  }
}

/** @returns the last list that the pages completed */
function read(...pages: readonly Answer[]): CompleteList | null {
  const readings = createReadings()
  let last: CompleteList | null = null
  for (const each of pages) last = readings.page('one', each, [each.pageNumber]) ?? last
  return last
}

test('three pages in order complete a list, as of its first question', () => {
  expect(read(page(1), page(2), page(3))).toMatchObject({ askedTurn: 10, askedAtMs: 10, count: 3 })
})

test.each<readonly [string, readonly Answer[]]>([
  ['a page is missing', [page(1), page(3)]],
  ['the first page is missing', [page(2), page(3)]],
  ['a page says that it is another', [page(1), page(2, { currentPage: 3 }), page(3)]],
  ['the last page says that it is another', [page(1), page(2), page(3, { currentPage: 1 })]],
  ['a page has another size', [page(1), page(2, { pageSize: 2 }), page(3)]],
  ['the count changes', [page(1), page(2, { totalCount: 4 }), page(3)]],
  ['a row comes twice', [page(1), page(2, { rows: [record(1)] }), page(3)]],
  ['the end promises more', [page(1), page(2), page(3, { hasNextPage: true })]],
])('no list is complete if %s', (_name, pages) => {
  expect(read(...pages)).toBeNull()
})

test('pages of two readings may complete a list, which is as old as its oldest page', () => {
  const late = page(2, { askedTurn: 5 })
  expect(read(page(1, { askedTurn: 4 }), page(1), late, page(3))).toMatchObject({
    askedTurn: 5,
    askedAtMs: 5,
  })
})

test('after the rows of the file may have changed, a list begins anew', () => {
  const readings = createReadings()
  readings.page('one', page(1), [1])
  readings.page('one', page(2), [2])
  readings.forget()
  expect(readings.page('one', page(3), [3])).toBeNull()
})
