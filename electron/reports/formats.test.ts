import { readSheet } from 'read-excel-file/node'
import { expect, test } from 'vitest'
import { fc } from '../testing/fuzz.ts'
import { decimal, empty, text, type Cell } from './cell.ts'
import { jsonLines } from './jsonLines.ts'
import type { Report } from './report.ts'
import { workbook } from './workbook.ts'

function reportOf(rows: readonly (readonly Cell[])[], slice = 2): Report {
  return {
    name: 'sales',
    sheet: 'Sales',
    head: {
      title: 'Sales',
      environment: 'practice',
      profileName: 'Market',
      madeAtMs: 0,
      facts: [['Basis', 'by sale date']],
    },
    columns: [
      { key: 'reference', title: 'Reference' },
      { key: 'amount', title: 'Amount NGN', isAmount: true },
    ],
    async *slices() {
      for (let start = 0; start < rows.length; start += slice) yield rows.slice(start, start + slice)
    },
    totals: () => [['Sales', decimal(String(rows.length))]],
  }
}

async function bytesOf(parts: AsyncIterable<string | Uint8Array>): Promise<Buffer> {
  const read: Buffer[] = []
  for await (const part of parts) read.push(Buffer.from(part))
  return Buffer.concat(read)
}

/** What another program reads in it. */
const readBook = async (report: Report): Promise<unknown[][]> =>
  readSheet(await bytesOf(workbook(report)), { trim: false })

const HEAD_ROWS = 5

test('a workbook: the head, the titles, the rows, the totals; a reference keeps its zeros, an amount is a number', async () => {
  const rows = [
    [text('00123456'), decimal('1234567.89')],
    [text('1E5'), decimal('0.1234')],
    [text('=1+1'), empty],
  ]
  const read = await readBook(reportOf(rows))
  expect(read.slice(0, HEAD_ROWS)).toEqual([
    ['PRACTICE - nothing in this file is real', null],
    ['Tillside', 'Sales'],
    ['Profile', 'Market'],
    ['Basis', 'by sale date'],
    ["Made (this computer's time)", expect.stringMatching(/^1970-01-01 /u)],
  ])
  expect(read.slice(HEAD_ROWS)).toEqual([
    [null, null],
    ['Reference', 'Amount NGN'],
    ['00123456', 1_234_567.89],
    ['1E5', 0.1234],
    ['=1+1', null],
    [null, null],
    ['Sales', 3],
  ])
})

test('an amount with more digits than a spreadsheet keeps is a text with every digit', async () => {
  const [exact, long] = ['999999999999999', '12345678901234.5678']
  const read = await readBook(reportOf([[text('A'), decimal(exact)], [text('B'), decimal(long)]])) // prettier-ignore
  expect(read.slice(HEAD_ROWS + 2, HEAD_ROWS + 4)).toEqual([
    ['A', 999_999_999_999_999],
    ['B', long],
  ])
})

test('for any texts: as many rows come out as went in, each with its own text, and none is a formula', async () => {
  const anyText = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: fc.constantFrom('=', '<', '&', ']]>', '"', '\u0000', '\u0007', '\ud800', '_x000D_') }),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(anyText, { minLength: 1, maxLength: 5 }), async (values) => {
      const bytes = await bytesOf(
        workbook(reportOf(values.map((value) => [text(`a${value}`), decimal('1')]))),
      )
      const read = await readSheet(bytes, { trim: false })
      expect(read.slice(HEAD_ROWS + 2, HEAD_ROWS + 2 + values.length).map(([, amount]) => amount)).toEqual(
        values.map(() => 1),
      )
      expect(bytes.includes('<f>')).toBe(false)
    }),
    { numRuns: 60 },
  )
})

test('JSON lines: head, rows by their names, totals; a decimal is a text, what is not known is null', async () => {
  const file = await bytesOf(jsonLines(reportOf([[text('A\n"1"'), decimal('70.00')], [text('B'), empty]]))) // prettier-ignore
  const lines = file
    .toString('utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown)
  expect(lines).toEqual([
    {
      kind: 'head',
      title: 'Sales',
      environment: 'practice',
      profileName: 'Market',
      madeAtMs: 0,
      facts: { Basis: 'by sale date' },
    },
    { kind: 'row', reference: 'A\n"1"', amount: '70.00' },
    { kind: 'row', reference: 'B', amount: null },
    { kind: 'totals', Sales: '2' },
  ])
})
