import { expect, test } from 'vitest'
import { stopsOf } from './opening.ts'
import { judgeOpened } from './openingVerdict.ts'
import type { SalesFile } from './salesFileStore.ts'
import { BREACH_KINDS, bothBreaches, NO_BREACHES } from './verdict.ts'

const sale = (transactionId: string, state = 'queued') => ({
  transactionId,
  state,
  amountKobo: 100,
  sendCount: 0,
})
const BEFORE: SalesFile = {
  sales: [sale('A'), sale('B', 'accepted')],
  integrity: 'ok',
  brokenAuditEntry: null,
  notAsRecorded: [],
  entries: ['one', 'two'],
  version: 1,
}
const EITHER = { versions: [1, 2], keepsStates: true }

const kindsOf = (after: Partial<SalesFile>, expected = EITHER): readonly string[] => {
  const breaches = judgeOpened(BEFORE, { ...BEFORE, ...after }, expected)
  return BREACH_KINDS.filter((kind) => breaches[kind].length > 0)
}

test('the same sales and a continued chain are sound, in the old version or the new', () => {
  expect(kindsOf({})).toEqual([])
  expect(kindsOf({ version: 2, entries: ['one', 'two', 'three'] })).toEqual([])
})

test.each([
  ['a sale is gone', { sales: [sale('A')] }, ['missing']],
  ['an amount changed', { sales: [{ ...sale('A'), amountKobo: 1 }, sale('B', 'accepted')] }, ['missing']],
  ['a state changed', { sales: [sale('A', 'unknown'), sale('B', 'accepted')] }, ['missing']],
  ['the chain is shorter', { entries: ['one'] }, ['auditBroken']],
  ['the chain began anew', { entries: ['new', 'two'] }, ['auditBroken']],
  ['an entry does not follow', { brokenAuditEntry: 2 }, ['auditBroken']],
  ['a sale is not as it was recorded', { notAsRecorded: ['sale 1: changed'] }, ['auditBroken']],
  ['a page is ruined', { integrity: 'not ok' }, ['integrity']],
  ['it is of a version that does not exist', { version: 0 }, ['trouble']],
])('%s: broken', (_, after, kinds) => {
  expect(kindsOf(after)).toEqual(kinds)
})

test('a salvage may mark waiting sales as uncertain, and change nothing else', () => {
  const salvaged = { versions: [1], keepsStates: false }
  expect(kindsOf({ sales: [sale('A', 'unknown'), sale('B', 'accepted')] }, salvaged)).toEqual([])
  expect(kindsOf({ sales: [sale('A', 'unknown')] }, salvaged)).toEqual(['missing'])
})

test('the results of two judgements are added up, each in its place', () => {
  const one = { ...NO_BREACHES, missing: ['A'] }
  const other = { ...NO_BREACHES, missing: ['B'], trouble: ['C'] }
  expect(bothBreaches(one, other)).toEqual({ ...NO_BREACHES, missing: ['A', 'B'], trouble: ['C'] })
})

test('a kill at every point between two steps, and at the first and last time of repeated ones', () => {
  const around = (name: string): string[] => [`before ${name}`, `after ${name}`]
  const steps = ['open', 'insert', 'insert', 'insert', 'close'].flatMap(around)
  expect(stopsOf(steps)).toEqual([
    { step: 'before open', occurrence: 1 },
    { step: 'before insert', occurrence: 1 },
    { step: 'before insert', occurrence: 3 },
    { step: 'before close', occurrence: 1 },
    { step: 'after close', occurrence: 1 },
  ])
})
