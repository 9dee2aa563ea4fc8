import { expect, expectTypeOf, test } from 'vitest'
import { record, terminal } from '../session/testing/fakes.ts'
import type { Answer, Evidence, Page, UnreadableRow } from './answer.ts'
import { isWholeBut, readAllPages } from './pagedReader.ts'

interface Row {
  readonly id: number
}
type Script = (pageNumber: number, pageSize: number) => Page<Row> | 'fails'

const evidence: Evidence = {
  httpStatus: 200,
  phase: 'response',
  elapsedMs: 1,
  bodySha256: null,
  bodyExcerpt: null,
  serverDate: null,
}
const failure = { kind: 'http', status: 503, retryAfterMs: null, message: null } as const

function read(script: Script, more: Partial<Parameters<typeof readAllPages<Row>>[0]> = {}) {
  const asked: number[] = []
  const reading = readAllPages<Row>({
    readPage: ({ pageNumber, pageSize }): Promise<Answer<Page<Row>>> => {
      asked.push(pageNumber)
      const page = script(pageNumber, pageSize)
      return Promise.resolve({
        evidence,
        result: page === 'fails' ? { ok: false, error: failure } : { ok: true, value: page },
      })
    },
    rowId: (row) => row.id,
    pageSize: 3,
    ...more,
  })
  return reading.then((result) => ({ ...result, ids: result.rows.map((row) => row.id), asked }))
}

/** A correct service that caps the page size. */
function honest(total: number, cap = Infinity): Script {
  return (pageNumber, pageSize) => {
    const size = Math.min(pageSize, cap)
    const from = (pageNumber - 1) * size
    const ids = Array.from({ length: total }, (_, index) => index + 1).slice(from, from + size)
    return {
      rows: ids.map((id) => ({ id })),
      totalCount: total,
      hasNextPage: from + size < total,
      currentPage: pageNumber,
    }
  }
}

test.each([
  [0, 1],
  [1, 1],
  [3, 1],
  [4, 2],
  [7, 3],
])('a list of %i rows is complete after %i pages', async (total, pages) => {
  const result = await read(honest(total))
  expect(result).toMatchObject({ totalCount: total, pagesRead: pages, incompleteReason: null, error: null })
  expect(result.ids).toHaveLength(total)
})

test('a service that gives fewer rows a page than asked is still read to the end', async () => {
  expect(await read(honest(5, 1))).toMatchObject({
    incompleteReason: null,
    pagesRead: 5,
    ids: [1, 2, 3, 4, 5],
  })
})

test('a service that caps the page size but computes offsets from the requested size skips rows: rowsMissing', async () => {
  const skipping: Script = (pageNumber, pageSize) => ({
    rows: pageNumber === 0 ? [] : [{ id: (pageNumber - 1) * pageSize + 1 }],
    totalCount: 6,
    hasNextPage: pageNumber < 2,
    currentPage: pageNumber,
  })
  expect(await read(skipping)).toMatchObject({ incompleteReason: 'rowsMissing', ids: [1, 4] })
})

test.each([-1, 2])('a page that echoes another number is not used: %i for 1', async (echoed) => {
  const result = await read((pageNumber, size) => ({
    ...page(honest(7), pageNumber, size),
    currentPage: echoed,
  }))
  expect(result).toMatchObject({ incompleteReason: 'pageNotEchoed', pagesRead: 0, ids: [] })
})

test('a service that always gives page 1 and echoes the number asked for: rowsRepeated, and the read ends', async () => {
  const result = await read((pageNumber, size) => ({ ...page(honest(7), 1, size), currentPage: pageNumber }))
  expect(result).toMatchObject({ incompleteReason: 'rowsRepeated', ids: [1, 2, 3], asked: [1, 2] })
})

const sorted = (numbers: readonly number[]): readonly number[] =>
  numbers.toSorted((left, right) => left - right)

/** A service that counts its pages from 0. */
const fromZero =
  (total: number, echo: (page: number) => number | null): Script =>
  (pageNumber, size) => ({ ...page(honest(total), pageNumber + 1, size), currentPage: echo(pageNumber) })

test.each([
  ['a whole list', 7, [0, 1, 2]],
  ['one page', 2, [0, 1]],
])(
  'pages that are counted from 0, %s: the first comes last, and the list is complete',
  async (_name, total, asked) => {
    for (const echo of [(number: number) => number, () => null]) {
      const result = await read(fromZero(total, echo))
      expect(result).toMatchObject({ incompleteReason: null, totalCount: total })
      expect(sorted(result.ids)).toEqual(Array.from({ length: total }, (_, at) => at + 1))
      expect(sorted(result.asked)).toEqual(asked)
    }
  },
)

test('once a list has shown that pages are counted from 0, the next begins there, until that fails', async () => {
  const habits = { firstPage: 1 }
  const echo = (number: number) => number
  expect((await read(fromZero(7, echo), { habits })).asked).toEqual([1, 2, 0])
  expect(habits.firstPage).toBe(0)
  const next = await read(fromZero(7, echo), { habits })
  expect(next).toMatchObject({ incompleteReason: null, asked: [0, 1, 2] })
  // The service counts from 1 now: nothing is complete before it is asked so again.
  expect(
    await read((number, size) => (number < 1 ? 'fails' : honest(7)(number, size)), { habits }),
  ).toMatchObject({
    incompleteReason: 'readFailed',
    asked: [0],
  })
  expect(await read(honest(7), { habits })).toMatchObject({ incompleteReason: null, asked: [1, 2, 3] })
  habits.firstPage = 0
  const echoing1 = await read((number, size) => honest(7)(Math.max(number, 1), size), { habits })
  expect(echoing1).toMatchObject({ incompleteReason: 'pageNotEchoed', asked: [0] })
  expect(habits.firstPage).toBe(1)
})

test('a list without a count is read to its end, and is never complete', async () => {
  const countless =
    (hasNextPage: boolean | null): Script =>
    (pageNumber, size) => {
      const { rows, ...rest } = page(honest(7), Math.max(pageNumber, 1), size)
      return { ...rest, rows, totalCount: null, hasNextPage: hasNextPage === null ? null : rest.hasNextPage }
    }
  for (const hasNextPage of [null, true]) {
    const result = await read(countless(hasNextPage))
    expect(result).toMatchObject({ incompleteReason: 'countMissing', totalCount: null })
    expect(result.ids).toHaveLength(7)
  }
})

test('numbers of pages that are echoed from 0: complete; if they stop counting, not', async () => {
  const echoing =
    (echo: (pageNumber: number) => number): Script =>
    (pageNumber, size) => ({
      ...page(honest(7), pageNumber, size),
      currentPage: echo(pageNumber),
    })
  expect(await read(echoing((number) => number - 1))).toMatchObject({ incompleteReason: null })
  expect(await read(echoing(() => 0))).toMatchObject({ incompleteReason: 'pageNotEchoed', pagesRead: 1 })
})

test('without a next page and a number: complete when a further page adds nothing and the ids equal the count', async () => {
  const bare =
    (total: number, more: Partial<Page<Row>> = {}): Script =>
    (pageNumber, size) => ({
      ...page(honest(total), pageNumber, size),
      hasNextPage: null,
      currentPage: null,
      ...more,
    })
  expect(await read(bare(7))).toMatchObject({ incompleteReason: null, asked: [1, 2, 3, 4] })
  expect(await read(bare(7, { totalCount: 8 }))).toMatchObject({ incompleteReason: 'rowsMissing' })
  // It gives its first page for every number.
  expect(await read((_, size) => bare(7)(1, size))).toMatchObject({ incompleteReason: 'rowsRepeated' })
})

test('rows that cannot be read count as rows, and leave the list incomplete for what they may hide', async () => {
  const hidden = (text: string, transactionId: string | null): UnreadableRow => ({
    field: 'amount',
    problem: 'is missing',
    transactionId,
    terminalId: null,
    shape: '',
    text,
  })
  const withUnreadable =
    (rows: readonly UnreadableRow[]): Script =>
    (pageNumber, size) => ({
      ...page(honest(5), pageNumber, size),
      totalCount: 5 + rows.length,
      ...(pageNumber === 2 ? { unreadable: rows } : {}),
    })
  const read2 = await read(withUnreadable([hidden('a', 'S1'), hidden('b', 'S2')]))
  expect(read2).toMatchObject({ incompleteReason: 'rowsUnreadable', totalCount: 7 })
  expect(isWholeBut(read2, ({ transactionId }) => transactionId === 'S1')).toBe(false)
  expect(isWholeBut(read2, ({ transactionId }) => transactionId === 'S3')).toBe(true)
  // One that is missing besides may be any.
  const less = await read((pageNumber, size) => ({
    ...page(withUnreadable([hidden('a', 'S1')]), pageNumber, size),
    totalCount: 7,
  }))
  expect(isWholeBut(less, () => false)).toBe(false)
})

test('a row inserted during the read: countChanged, and the rows are returned', async () => {
  const result = await read((pageNumber, size) => page(honest(pageNumber === 1 ? 5 : 6), pageNumber, size))
  expect(result).toMatchObject({ incompleteReason: 'countChanged', totalCount: 6 })
  expect(result.ids).toEqual([1, 2, 3, 4, 5, 6])
})

test('a count that changes and changes back: countChanged', async () => {
  const result = await read((pageNumber, size) => ({
    ...page(honest(7), pageNumber, size),
    totalCount: pageNumber === 2 ? 8 : 7,
  }))
  expect(result).toMatchObject({ incompleteReason: 'countChanged' })
})

test('one row added and one removed, so that the count stays: found by a repeated row', async () => {
  const result = await read((pageNumber) => ({
    rows: pageNumber === 1 ? [{ id: 1 }, { id: 2 }] : [{ id: 2 }, { id: 3 }],
    totalCount: 4,
    hasNextPage: pageNumber === 1,
    currentPage: pageNumber,
  }))
  expect(result).toMatchObject({ incompleteReason: 'rowsRepeated', ids: [1, 2, 3] })
})

test('a last page that comes too early: rowsMissing', async () => {
  const result = await read((pageNumber, size) => ({
    ...page(honest(7), pageNumber, size),
    hasNextPage: false,
  }))
  expect(result).toMatchObject({ incompleteReason: 'rowsMissing', asked: [1, 0] })
})

test('more rows than the count: not complete', async () => {
  const result = await read((pageNumber, size) => ({ ...page(honest(3), pageNumber, size), totalCount: 2 }))
  expect(result).toMatchObject({ incompleteReason: 'countChanged' })
})

test('an empty page that promises more: rowsMissing, and the read ends', async () => {
  const result = await read((pageNumber) => ({
    rows: [],
    totalCount: 9,
    hasNextPage: true,
    currentPage: pageNumber,
  }))
  expect(result).toMatchObject({ incompleteReason: 'rowsMissing', asked: [1] })
})

test('a list without an end stops at the bound', async () => {
  const endless: Script = (pageNumber) => ({
    rows: [{ id: pageNumber }],
    totalCount: 999,
    hasNextPage: true,
    currentPage: pageNumber,
  })
  expect(await read(endless, { pagesMax: 4 })).toMatchObject({
    incompleteReason: 'moreThanBound',
    pagesRead: 4,
  })
})

test('a page that fails: readFailed with the error, and the rows of earlier pages', async () => {
  const result = await read((pageNumber, size) =>
    pageNumber === 2 ? 'fails' : page(honest(7), pageNumber, size),
  )
  expect(result).toMatchObject({
    incompleteReason: 'readFailed',
    error: failure,
    ids: [1, 2, 3],
    pagesRead: 1,
  })
})

test('cancelled after the first page: no second one is requested, and progress was reported', async () => {
  const abort = new AbortController()
  const told: unknown[] = []
  const result = await read(honest(7), {
    signal: abort.signal,
    onProgress: (progress) => {
      told.push(progress)
      abort.abort()
    },
  })
  expect(result).toMatchObject({ incompleteReason: 'cancelled', asked: [1] })
  expect(told).toEqual([{ rowsRead: 3, totalCount: 7 }])
})

test('order does not matter: shuffled pages are complete', async () => {
  const result = await read((pageNumber, size) => {
    const straight = page(honest(7), pageNumber, size)
    return { ...straight, rows: straight.rows.toReversed() }
  })
  expect(result.incompleteReason).toBe(null)
  expect(result.ids.toSorted((left, right) => left - right)).toEqual([1, 2, 3, 4, 5, 6, 7])
})

function page(script: Script, pageNumber: number, pageSize: number): Page<Row> {
  const one = script(pageNumber, pageSize)
  if (one === 'fails') throw new Error('this script has no failure')
  return one
}

/** A service that gives at most twenty rows a page. It makes rows on demand, so that the test measures the reader. */
function crowded(total: number): Script {
  return (pageNumber, pageSize) => {
    const size = Math.min(pageSize, 20)
    const from = (pageNumber - 1) * size
    const rows: Row[] = []
    for (let id = from + 1; id <= Math.min(from + size, total); id += 1) rows.push({ id })
    return { rows, totalCount: total, hasNextPage: from + size < total, currentPage: pageNumber }
  }
}

test('fifty thousand rows at twenty a page are read to the end, within the bound and each processed once', async () => {
  const pages: number[] = []
  const told: number[] = []
  const result = await read(crowded(50_000), {
    pageSize: 100,
    onProgress: ({ rowsRead }) => void told.push(rowsRead),
    until: (rows) => {
      pages.push(rows.length)
      return false
    },
  })
  expect(result).toMatchObject({ isStopped: false, incompleteReason: null, pagesRead: 2_500 })
  expect(new Set(result.ids).size).toBe(50_000)
  // `until` gets each row once, with its page. Quadratic work would show here.
  expect(pages.reduce((sum, count) => sum + count, 0)).toBe(50_000)
  expect(told.at(-1)).toBe(50_000)
})

test('an endless list with new rows on each page ends at the bound of pages', async () => {
  const { rows, ...result } = await read((pageNumber) => ({
    rows: [{ id: pageNumber }],
    totalCount: 12,
    hasNextPage: true,
    currentPage: pageNumber,
  }))
  expect(result).toMatchObject({ isStopped: false, incompleteReason: 'moreThanBound', pagesRead: 5_000 })
  expect(rows).toHaveLength(5_000)
})

test('a list with longer pages than requested ends at the bound of rows', async () => {
  const flood: Script = (pageNumber) => ({
    rows: Array.from({ length: 1_000 }, (_, index) => ({ id: pageNumber * 1_000 + index })),
    totalCount: 9,
    hasNextPage: true,
    currentPage: pageNumber,
  })
  expect(await read(flood, { rowsMax: 2_500 })).toMatchObject({
    incompleteReason: 'moreThanBound',
    pagesRead: 3,
  })
  expect((await read(flood)).rows).toHaveLength(200_000)
})

/** An endless list with one row a page, whose texts have the given length. */
const wordy =
  (length: number, more: Partial<Page<Row>> = {}): Script =>
  (pageNumber) => ({
    rows: [{ id: pageNumber, name: 'x'.repeat(length), reason: null } as Row],
    totalCount: 99_999,
    hasNextPage: true,
    currentPage: pageNumber,
    ...more,
  })

test('a list of long texts ends at the bound of characters, before those of rows and pages', async () => {
  const { rows, ...result } = await read(wordy(900_000))
  expect(result).toMatchObject({ incompleteReason: 'moreThanBound', error: null, pagesRead: 143 })
  expect(rows).toHaveLength(143)
})

test('the bound of characters counts every text of every row, repeated rows included', async () => {
  const two = (pageNumber: number): readonly Row[] =>
    [pageNumber, pageNumber + 1].map((id) => ({ id, name: 'xxx', reason: 'yy' }) as Row)
  const script: Script = (pageNumber) => page(wordy(0, { rows: two(pageNumber) }), pageNumber, 3)
  expect(await read(script, { textLengthMax: 30 })).toMatchObject({
    incompleteReason: 'moreThanBound',
    pagesRead: 3,
    ids: [1, 2, 3, 4],
  })
})

test('a list whose last page reaches the bound is complete', async () => {
  const last = { totalCount: 1, hasNextPage: false }
  expect(await read(wordy(50, last), { textLengthMax: 10 })).toMatchObject({ incompleteReason: null })
})

test.each([
  ['50,000 terminals at twenty a page', 50_000, 20, terminal(1_234_567)],
  ['200,000 records', 200_000, 500, record(12_345_678)],
])('%s fit, with room for twice as long a text in each', async (_name, total, size, sample) => {
  const { recordId: _, ...fields } = sample
  const twice = Object.fromEntries(
    Object.entries(fields).map(([key, value]) => [key, typeof value === 'string' ? value + value : value]),
  )
  const script: Script = (pageNumber) => ({
    rows: Array.from({ length: size }, (__, at) => ({ id: pageNumber * size + at, ...twice })),
    totalCount: total,
    hasNextPage: pageNumber * size < total,
    currentPage: pageNumber,
  })
  const { incompleteReason, rows } = await read(script)
  expect({ incompleteReason, count: rows.length }).toEqual({ incompleteReason: null, count: total })
})

test('a list with as many rows as the bound is complete', async () => {
  expect(await read(honest(9), { rowsMax: 9 })).toMatchObject({ incompleteReason: null, pagesRead: 3 })
})

test.each([
  ['the first page', 2, 1],
  ['a page between', 5, 2],
  ['the last page', 7, 3],
])('the wanted row is on %s: no further page is requested', async (_name, wanted, pages) => {
  const result = await read(honest(7), { until: (rows) => rows.some(({ id }) => id === wanted) })
  expect(result).toMatchObject({
    isStopped: true,
    incompleteReason: 'stopped',
    error: null,
    pagesRead: pages,
    totalCount: 7,
  })
  expect(result.asked).toHaveLength(pages)
  expect(result.ids).toContain(wanted)
})

test('the wanted row never comes: the list is complete', async () => {
  const until = (rows: readonly Row[]): boolean => rows.some(({ id }) => id === 99)
  expect(await read(honest(7), { until })).toMatchObject({ isStopped: false, incompleteReason: null })
  const early: Script = (pageNumber, size) => ({ ...page(honest(7), pageNumber, size), hasNextPage: false })
  expect(await read(early, { until })).toMatchObject({ isStopped: false, incompleteReason: 'rowsMissing' })
})

test('a page with a wrong number is not passed to `until`', async () => {
  const result = await read((_, size) => ({ ...page(honest(7), 1, size), currentPage: 9 }), {
    until: () => true,
  })
  expect(result).toMatchObject({ isStopped: false, incompleteReason: 'pageNotEchoed' })
})

test('by its type a read without `until` is never a stopped one', () => {
  const whole = () => readAllPages<Row>({ readPage: neverAsked, rowId: ({ id }) => id, pageSize: 1 })
  const found = () =>
    readAllPages<Row>({ readPage: neverAsked, rowId: ({ id }) => id, pageSize: 1, until: () => true })
  expectTypeOf<Awaited<ReturnType<typeof whole>>['isStopped']>().toEqualTypeOf<false>()
  expectTypeOf<Awaited<ReturnType<typeof found>>['isStopped']>().toEqualTypeOf<boolean>()
})

function neverAsked(): Promise<never> {
  return Promise.reject(new Error('asked'))
}
