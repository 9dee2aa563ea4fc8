import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { feeOf, isPaidBy, money, ofDecimal, plain, type Shown } from './books.ts'
import { mutants } from './mutants.ts'

const sourceOf = (file: string): string => readFileSync(path.join(import.meta.dirname, '../..', file), 'utf8')

test('the books import nothing, so that they share no code with what they check', () => {
  expect(sourceOf('proof/ledger/books.ts')).not.toMatch(/\bimport\b(?!s nothing)|\brequire\(/u)
})

test('each rule that is taken back stands once in its file', () => {
  const times = mutants.map(({ name, file, find }) => [name, sourceOf(file).split(find).length - 1])
  expect(times).toEqual(mutants.map(({ name }) => [name, 1]))
})

test('an amount is written exactly, however large or fine', () => {
  expect(money(ofDecimal('1234567.5'))).toBe('₦1,234,567.50')
  expect(money(ofDecimal('-0.0025'))).toBe('-₦0.0025')
  expect(plain(ofDecimal('999999999999.99'))).toBe('999999999999.99')
})

test('a payment is one on a date that can be right, of no more than was sold', () => {
  const receivedAtMs = Date.UTC(2026, 10, 20, 9)
  const shown = { saysPaid: true, receivedAtMs, amount: 100n, settled: 99n } as Shown
  const isPaidOn = (datePaid: string): boolean => isPaidBy({ ...shown, datePaid }, receivedAtMs)
  const days = [
    '2026-11-20',
    '2026-11-19',
    '2026-11-18',
    '2026-11-21',
    '2026-11-22',
    '0001-01-01',
    '9999-11-20',
  ]
  expect(days.filter((day) => isPaidOn(`${day}T10:00:00`))).toEqual([
    '2026-11-20',
    '2026-11-19',
    '2026-11-21',
  ])
  expect([99n, 100n, 101n, 0n].map((settled) => feeOf({ ...shown, settled }))).toEqual([1n, 0n, null, null])
})
