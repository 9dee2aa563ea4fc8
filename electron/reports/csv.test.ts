import { fc } from '../testing/fuzz.ts'
import { expect, test } from 'vitest'
import { csvLine, decimal, empty, text, time, type Cell } from './csv.ts'

const plain = { forSpreadsheet: false }
const sheet = { forSpreadsheet: true }
const one = (cell: Cell, options = plain): string => csvLine([cell], options).slice(0, -2)

test('every cell is quoted, every line ends with CRLF', () => {
  expect(csvLine([text('a'), decimal('1234567.89'), empty], plain)).toBe('"a","1234567.89",""\r\n')
  expect(csvLine([], plain)).toBe('\r\n')
  expect(csvLine([text('ẹ “b”')], plain)).toBe('"ẹ “b”"\r\n')
})

test.each([
  ['=1+1', `"'=1+1"`],
  ['+234', `"'+234"`],
  ['-5', `"'-5"`],
  ['@SUM(A1)', `"'@SUM(A1)"`],
  ['\t=1', `"'\t=1"`],
  ['\r=1', `"' =1"`],
  ['  =1', `"'  =1"`],
  ['\u200b=1', `"'\u200b=1"`],
  ['＝1', `"'＝1"`],
  ['a"b', '"a""b"'],
  ['="x"', `"'=""x"""`],
  ['a\r\nb', '"a b"'],
  ['a=b', '"a=b"'],
  ['paid\u202e', '"paid\uFFFD"'],
  ['', '""'],
])('the text %j is written as %s for every reader', (value, cell) => {
  expect(one(text(value))).toBe(cell)
  expect(one(text(value), sheet)).toBe(cell)
})

test.each([
  ['-5.00', '"-5.00"'],
  ['0', '"0"'],
  ['0.125', '"0.125"'],
  ['12345678901234567890.99', '"12345678901234567890.99"'],
  // A number cell admits no formula.
  ['-1+1', `"'-1+1"`],
  ['=1', `"'=1"`],
  ['1e5', '"1e5"'],
])('the number %j stays a number: %s', (value, cell) => {
  expect(one(decimal(value))).toBe(cell)
})

test.each([
  ['00123456', '"=""00123456"""'],
  ['12345678901234567890', '"=""12345678901234567890"""'],
  ['2E001234', '"=""2E001234"""'],
  ['1-2', '"=""1-2"""'],
  ['2TLS0001', '"2TLS0001"'],
])('for a spreadsheet %j keeps every digit: %s; else it is plain', (value, cell) => {
  expect(one(text(value), sheet)).toBe(cell)
  expect(one(text(value), plain)).toBe(`"${value}"`)
})

test.each([
  '1E-5',
  '1e+5',
  '1.5E3',
  '.5',
  '1,234',
  '50%',
  '(12)',
  '₦500',
  'NGN 500',
  '1 1/2',
  '12:30',
  '12:30 PM',
  'MAR-1',
  'DEC-20',
  'Sept 2',
  'MARCH1',
  'DEC1',
  '1MAR',
  '1-Mar-26',
  'Jan. 2026',
  'janv-1',
  '2026-11-20 14:05',
  '00123',
  '12345678901234567890',
  '٠٠١٢٣',
  ' 007',
  'TRUE',
  'false',
  '2026-11-20T14:05:00Z',
])('for a spreadsheet %j stays a text, as a text formula; else it is plain', (value) => {
  expect(one(text(value), sheet)).toBe(`"=""${value}"""`)
  expect(one(text(value), plain)).toBe(`"${value}"`)
})

test.each([
  'TXN-0001',
  '2TLS0001',
  'RRN/12',
  'Lagos 5',
  'MARKET-1',
  'DECEMBERS-1',
  'Aminu',
  'T-1x',
  'B1',
  '—',
])('for a spreadsheet %j is already a text, and stays as it is', (value) => {
  expect(one(text(value), sheet)).toBe(`"${value}"`)
})

test.each(['+1', '-1', '=1E-5', '@x', '-MAR-1', '+1E-5'])(
  '%j is never read as a formula or a number',
  (value) => {
    for (const options of [plain, sheet]) expect(one(text(value), options)).toBe(`"'${value}"`)
  },
)

test('a run of digits that is too long for a formula still stays a text', () => {
  const digits = '9'.repeat(256)
  expect(one(text(digits), sheet)).toBe(`"'${digits}"`)
})

test('a time of our own stays a time; other text cannot pass as one', () => {
  expect(one(time('2026-11-20 14:05'), sheet)).toBe('"2026-11-20 14:05"')
  expect(one(time('=1+1'), sheet)).toBe(`"'=1+1"`)
})

function readCsv(file: string): string[][] {
  const rows: string[][] = []
  for (const line of file.split('\r\n').slice(0, -1)) {
    rows.push(
      line === ''
        ? []
        : [...line.matchAll(/"((?:[^"]|"")*)"(?:,|$)/gu)].map((cell) => cell[1]?.replaceAll('""', '"') ?? ''),
    )
  }
  return rows
}

test('ux 36: for any cells: as many rows and cells come out as went in, and none is a formula', () => {
  const cell = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: fc.constantFrom('=', '+', '-', '@', '\t', '\r', '\n', '"', ',', ' ', '0', 'e', "'") }),
  )
  fc.assert(
    fc.property(fc.array(fc.array(cell, { minLength: 1, maxLength: 4 }), { maxLength: 5 }), (rows) => {
      const read = readCsv(rows.map((row) => csvLine(row.map(text), plain)).join(''))
      expect(read.map((row) => row.length)).toEqual(rows.map((row) => row.length))
      for (const value of read.flat()) expect(value).not.toMatch(/^[=+\-@\t\r]/u)
      // In a file for spreadsheets the only formula is that of a text, and nothing in it can end that text.
      const sheets = readCsv(rows.map((row) => csvLine(row.map(text), sheet)).join(''))
      for (const value of sheets.flat()) expect(value).toMatch(/^(?![=+\-@\t\r])|^="[^"]*"$/u)
    }),
    { numRuns: 500 },
  )
})
