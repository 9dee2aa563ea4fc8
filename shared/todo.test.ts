import { expect, test } from 'vitest'
import { saleOf, saleOfEveryState } from '../renderer/testing/fixtures.ts'
import { queueOf } from '../renderer/testing/salesDouble.ts'
import { standings } from './standing.ts'
import { isHandled, rowsBefore, todoOf, todoSectionOf, todoSections } from './todo.ts'

test('a sale is in the most urgent of its sections, and in no other', () => {
  for (const standing of standings) {
    const isDone = ['paid', 'onItsWay', 'removed', 'writtenOff'].includes(standing)
    const sale = saleOf({ transactionId: 'T', sequence: 1, standing })
    expect(todoSectionOf(sale) === null, standing).toBe(isDone)
  }
  const accepted = saleOf({ transactionId: 'T', sequence: 1, state: 'accepted', notCheckedSinceMs: 5 })
  expect(todoSectionOf({ ...accepted, standing: 'onItsWay' })).toBe('notChecked')
  expect(todoSectionOf({ ...accepted, standing: 'onItsWay', isLate: true })).toBe('late')
  expect(todoSectionOf({ ...accepted, standing: 'needsYou' })).toBe('needsYou')
})

test('the count is the number of rows, for any sales', () => {
  const sales = saleOfEveryState()
  const { all, sections } = todoOf(queueOf(sales, 1))
  const listed = sales.filter((sale) => todoSectionOf(sale) !== null)
  expect(all).toEqual({
    count: listed.length,
    kobo: listed.reduce((sum, { amountKobo }) => sum + amountKobo, 0),
  })
  for (const name of todoSections)
    expect(sections[name].count, name).toBe(sales.filter((sale) => todoSectionOf(sale) === name).length)
})

test('a sale that was just saved is nothing to do yet, and still one that waits when a person leaves', () => {
  const sale = saleOf({ transactionId: 'T', sequence: 1, amountKobo: 730_000 })
  const saved = {
    justSavedCount: 1,
    justSavedKobo: 730_000,
  }
  const todo = todoOf({ ...queueOf([sale], 1), ...saved })
  expect([todo.all.count, todo.justSaved.count, todo.open.count, todo.unsent.count]).toEqual([0, 1, 1, 1])
})

test('the badge counts what a person has to look at, and nothing that Tillside settles alone', () => {
  const sales = saleOfEveryState()
  const called = sales.filter((sale) => {
    const section = todoSectionOf(sale)
    return section !== null && !isHandled(section)
  })
  expect(called.map(({ state }) => state)).not.toContain('queued')
  expect(todoOf(queueOf(sales, 1)).calling).toBe(called.length)
  expect(todoOf({ ...queueOf([], 1), payoutCount: 2, checkingCount: 70 }).calling).toBe(2)
})

test('a sale that is being sent is never said to be on this computer alone', () => {
  const states = ['queued', 'sending', 'unknown', 'conflict'] as const
  const sales = states.map((state) =>
    saleOf({ transactionId: state, sequence: 1, state, amountKobo: 730_000 }),
  )
  const { unsent, unsettled } = todoOf(queueOf(sales, 1))
  expect([unsent.count, unsettled.count]).toEqual([1, 3])
  expect([unsent.kobo, unsettled.kobo]).toEqual([730_000, 2_190_000])
})

test('what needs a person comes first, and each section begins after all before it', () => {
  expect(todoSections.slice(0, 2)).toEqual(['needsYou', 'refused'])
  const todo = todoOf({
    ...queueOf([], 1),
    needsPersonCount: 2,
    differsCount: 1,
    refusedCount: 4,
    lateCount: 5,
  })
  expect(todoSections.map((name) => rowsBefore(name, todo))).toEqual([0, 3, 7, 12, 12, 12])
})
