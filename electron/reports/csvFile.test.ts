import { fc } from '../testing/fuzz.ts'
import { expect, test } from 'vitest'
import { decimal, empty, text, type Cell } from './cell.ts'
import { csvLine } from './csvFile.ts'

const one = (cell: Cell): string => csvLine([cell]).slice(0, -2)

test('every cell is quoted, every line ends with CRLF', () => {
  expect(csvLine([text('a'), decimal('1234567.89'), empty])).toBe('"a","1234567.89",""\r\n')
  expect(csvLine([])).toBe('\r\n')
  expect(csvLine([text('ẹ “b”')])).toBe('"ẹ “b”"\r\n')
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
      const read = readCsv(rows.map((row) => csvLine(row.map(text))).join(''))
      expect(read.map((row) => row.length)).toEqual(rows.map((row) => row.length))
      for (const value of read.flat()) expect(value).not.toMatch(/^[=+\-@\t\r]/u)
    }),
    { numRuns: 500 },
  )
})
