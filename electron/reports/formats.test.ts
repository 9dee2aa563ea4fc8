import { strFromU8, unzipSync } from 'fflate'
import { readSheet } from 'read-excel-file/node'
import { textCellOf } from './recordsTable.ts'
import { expect, test } from 'vitest'
import { fc } from '../testing/fuzz.ts'
import { amount, count, empty, serviceTime, text, type Cell } from './cell.ts'
import { csvFile } from './csvFile.ts'
import { jsonLines } from './jsonLines.ts'
import { type Report, wallClock, wallText } from './report.ts'
import { workbook } from './workbook.ts'

function reportOf(rows: readonly (readonly Cell[])[], slice = 2): Report {
  return {
    name: 'sales',
    sheet: 'Sales',
    head: {
      title: 'Sales',
      environment: 'practice',
      profileName: 'Market',
      timeZone: 'Africa/Lagos',
      madeAtMs: 0,
      facts: [['Basis', 'by sale date']],
    },
    columns: [
      { key: 'reference', title: 'Reference' },
      { key: 'amount', title: 'Amount NGN' },
      { key: 'paidAt', title: 'Paid' },
    ],
    async *slices() {
      for (let start = 0; start < rows.length; start += slice) yield rows.slice(start, start + slice)
    },
    totals: () => [
      { label: 'Sales', cell: count(rows.length) },
      { label: 'Total amount NGN', cell: amount('140740740.28'), under: 'amount' },
      { label: 'Paid so far', cell: count(rows.length), under: 'paidAt' },
    ],
  }
}

async function bytesOf(parts: AsyncIterable<string | Uint8Array>): Promise<Buffer> {
  const read: Buffer[] = []
  for await (const part of parts) read.push(Buffer.from(part))
  return Buffer.concat(read)
}

/** What another program reads in it. */
const readTable = async (report: Report): Promise<unknown[][]> =>
  readSheet(await bytesOf(workbook(report)), { trim: false })

/** Of a file of the workbook, its XML. */
const xmlOf = async (report: Report, path: string): Promise<string> =>
  strFromU8(unzipSync(await bytesOf(workbook(report)))[path] ?? new Uint8Array())

test('a workbook: titles first, a reference keeps its zeros, an amount is a number, a time is a date', async () => {
  const rows = [
    [text('00123456'), amount('1234567.89'), serviceTime('2026-11-20T23:59:59.9876543')],
    [text('1E5'), amount('0.1234'), serviceTime('2026-11-20T00:00:00')],
    [text('=1+1'), empty, serviceTime('soon')],
  ]
  expect(await readTable(reportOf(rows))).toEqual([
    ['Reference', 'Amount NGN', 'Paid'],
    ['00123456', 1_234_567.89, new Date('2026-11-20T23:59:59Z')],
    ['1E5', 0.1234, new Date('2026-11-20T00:00:00Z')],
    ['=1+1', null, 'soon'],
    [null, null, null],
    ['Sales', 3, null],
    ['Total amount NGN', 140_740_740.28, null],
    ['Paid so far', null, 3],
  ])
})

test('a workbook says about itself on a second sheet', async () => {
  const about = await readSheet(await bytesOf(workbook(reportOf([]))), 'About')
  expect(about).toEqual([
    ['PRACTICE - nothing in this file is real', null],
    ['Tillside', 'Sales'],
    ['Shop', 'Market'],
    ['Basis', 'by sale date'],
    ['Times', "Africa/Lagos; the bank's as it gave them, without a zone"],
    ['Made', '1970-01-01 01:00:00'],
  ])
})

test('the titles stay in view and filter the rows, not the totals; amounts have one format, in a row and in a total', async () => {
  const rows = [1, 2, 3].map((each) => [text(`S-${each}`), amount('5'), empty])
  const sheet = await xmlOf(reportOf(rows), 'xl/worksheets/sheet1.xml')
  expect(sheet).toContain('<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>')
  expect(sheet).toContain('<autoFilter ref="A1:C4"/>')
  expect(await xmlOf(reportOf(rows), 'xl/workbook.xml')).toContain("'Sales'!$A$1:$C$4</definedName>")
  const formatOf = (place: string): string | undefined =>
    new RegExp(`<c r="${place}" s="([0-9])"`, 'u').exec(sheet)?.[1]
  expect(formatOf('B7')).toBe(formatOf('B2'))
  expect(formatOf('B6')).not.toBe(formatOf('B2'))
})

test('a text that the format would read as a character stays what it is', async () => {
  const texts = ['RRN_x0041_7', '_x000D_', '_X0041_', '_x005F_x0041_', '=1+1', "<&>'", ' a ', 'Ọjà ǝŋ 🧾']
  const read = await readTable(reportOf(texts.map((each) => [text(each), empty, empty])))
  expect(read.slice(1, 1 + texts.length).map(([first]) => first)).toEqual(texts)
})

test('the same report is the same bytes in any zone of the computer', async () => {
  const ours = process.env['TZ']
  const clock = wallClock('Africa/Lagos')
  const files: string[] = []
  try {
    for (const zone of ['Africa/Lagos', 'UTC', 'America/New_York', 'Asia/Kathmandu', 'Pacific/Apia']) {
      process.env['TZ'] = zone
      const time = clock(Date.UTC(2026, 10, 20, 23, 30))
      const report = reportOf([[text('A'), amount('1'), { kind: 'time', time, text: wallText(time) }]])
      const all = await Promise.all(
        [workbook, csvFile, jsonLines].map(async (format) => bytesOf(format(report))),
      )
      files.push(all.map((bytes) => bytes.toString('base64')).join())
      expect(all[1]?.toString('utf8')).toContain('"2026-11-21 00:30:00"')
    }
  } finally {
    if (ours === undefined) delete process.env['TZ']
    else process.env['TZ'] = ours
  }
  expect(new Set(files).size).toBe(1)
})

test('an amount with more digits than a spreadsheet keeps is a text with every digit', async () => {
  const [exact, long] = ['9999999999999.99', '12345678901234.5678']
  const read = await readTable(reportOf([[text('A'), amount(exact), empty], [text('B'), amount(long), empty]])) // prettier-ignore
  expect(read.slice(1, 3)).toEqual([
    ['A', 9_999_999_999_999.99, null],
    ['B', long, null],
  ])
})

test('no second of a day is shifted, neither for a reader that rounds nor for one that cuts', async () => {
  const seconds = Array.from({ length: 24 * 60 * 60 }, (_, second) => second)
  const clock = wallClock('UTC')
  const startMs = Date.UTC(2026, 10, 20)
  const rows = seconds.map((second) => {
    const time = clock(startMs + second * 1_000)
    return [{ kind: 'time', time, text: wallText(time) } as const, empty, empty]
  })
  const sheet = await xmlOf(reportOf(rows, rows.length), 'xl/worksheets/sheet1.xml')
  const days = [...sheet.matchAll(/<v>([0-9.]+)<\/v>/gu)]
    .slice(0, rows.length)
    .map(([, value]) => Number(value))
  const read = (rounded: (ms: number) => number): number[] =>
    days.map((day) => rounded((day % 1) * 86_400_000) / 1_000)
  expect(read(Math.round)).toEqual(seconds)
  expect(read(Math.floor)).toEqual(seconds)
})

test('a date before those of spreadsheets is a text', async () => {
  const read = await readTable(
    reportOf(['1900-02-28T00:00:00', '1900-03-01T00:00:00'].map((at) => [empty, empty, serviceTime(at)])),
  )
  expect(read.slice(1, 3).map(([, , at]) => at)).toEqual([
    '1900-02-28T00:00:00',
    new Date('1900-03-01T00:00:00Z'),
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
        workbook(reportOf(values.map((value) => [text(`a${value}`), amount('1'), empty]))),
      )
      const read = await readSheet(bytes, { trim: false })
      expect(read.slice(1, 1 + values.length).map(([, naira]) => naira)).toEqual(values.map(() => 1))
      expect(bytes.includes('<f>')).toBe(false)
    }),
    { numRuns: 60 },
  )
})

test('JSON lines: head, rows by their names, totals; a decimal is a text, what is not known is null', async () => {
  const file = await bytesOf(jsonLines(reportOf([[text('A\n"1"'), amount('70'), empty], [text('B'), empty, serviceTime('2026-11-20T01:02:03.4')]]))) // prettier-ignore
  const lines = file
    .toString('utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown)
  expect(lines).toEqual([
    {
      kind: 'head',
      format: 'tillside-sales',
      version: 1,
      title: 'Sales',
      environment: 'practice',
      profileName: 'Market',
      timeZone: 'Africa/Lagos',
      madeAtMs: 0,
      facts: { Basis: 'by sale date' },
    },
    { kind: 'row', reference: 'A\n"1"', amount: '70.00', paidAt: null },
    { kind: 'row', reference: 'B', amount: null, paidAt: '2026-11-20T01:02:03.4' },
    { kind: 'totals', Sales: '2', 'Total amount NGN': '140740740.28', 'Paid so far': '2' },
  ])
})

test('CSV: titles first, then the rows; totals and what the file says about itself are below', async () => {
  const file = await bytesOf(csvFile(reportOf([[text('A'), amount('70'), empty]])))
  expect(file.toString('utf8').slice(1).split('\r\n')).toEqual([
    '"Reference","Amount NGN","Paid"',
    '"A","70.00",""',
    '',
    '"Sales","1"',
    '"Total amount NGN","140740740.28"',
    '"Paid so far","1"',
    '',
    '"PRACTICE - nothing in this file is real"',
    '"Tillside","Sales"',
    '"Shop","Market"',
    '"Basis","by sale date"',
    '"Times","Africa/Lagos; the bank\'s as it gave them, without a zone"',
    '"Made","1970-01-01 01:00:00"',
    '',
  ])
})

test('a field that no rule reads is a cell of its kind', () => {
  expect(textCellOf.text('=1+1')).toEqual({ kind: 'text', text: '=1+1' })
  expect(textCellOf.amount('1500.5')).toEqual({ kind: 'amount', decimal: '1500.50' })
  expect(textCellOf.time('2026-11-20T13:41:07')).toMatchObject({ kind: 'time' })
  expect(textCellOf.time('0001-01-01T00:00:00')).toEqual({ kind: 'empty' })
  expect([textCellOf.flag('true'), textCellOf.flag('false')]).toEqual([
    { kind: 'text', text: 'yes' },
    { kind: 'text', text: 'no' },
  ])
})
