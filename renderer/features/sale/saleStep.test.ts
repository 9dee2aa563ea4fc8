import { expect, test } from 'vitest'
import { appInfo, FIXED_NOW_MS, saleOf, saleOfEveryState } from '../../testing/fixtures.ts'
import { strings } from '../../strings/strings.ts'
import { lookOf, wordOf } from '../sales/saleWords.ts'
import { nextText, slipText, stepsOf } from './saleStep.ts'

const steps = (sale: Parameters<typeof stepsOf>[0]) =>
  stepsOf(sale, FIXED_NOW_MS).map(
    ({ mark, text, clock }) => `${mark}: ${[text, clock].filter((part) => part !== '').join(' ')}`,
  )

test('a paid sale has three times, each by its own clock', () => {
  const [paid] = saleOfEveryState()
  expect(paid && steps(paid)).toEqual([
    'done: 12:30',
    'done: 12:30',
    'done: 20 Nov 2026, 13:41 (bank’s clock)',
  ])
})

test('what is not known has no time and no tick', () => {
  const waiting = saleOf({ transactionId: 'W', sequence: 1 })
  expect(steps(waiting)).toEqual(['done: 08:05', 'notYet: not yet', 'notYet: not yet'])
  expect(steps({ ...waiting, state: 'unknown', sendCount: 1 })).toEqual([
    'done: 08:05',
    'notKnown: not known',
    'notKnown: not known',
  ])
  expect(steps({ ...waiting, state: 'refused', sendCount: 1 })).toEqual([
    'done: 08:05',
    'never: no',
    'never: no',
  ])
  const empty = {
    ...waiting,
    state: 'accepted',
    standing: 'onItsWay',
    datePaid: '0001-01-01T00:00:00',
  } as const
  expect(steps({ ...empty, acceptedAtMs: FIXED_NOW_MS })).toEqual([
    'done: 08:05',
    'done: 14:05',
    'notYet: not yet',
  ])
})

test('while the one send waits for its answer nothing is called unknown; once the answer is lost, it is', () => {
  const sending = saleOf({ transactionId: 'S', sequence: 1, state: 'sending', sendCount: 1 })
  expect(steps(sending)).toEqual(['done: 08:05', 'awaited: waiting for the answer', 'awaited: waiting'])
  expect(steps({ ...sending, state: 'unknown' }).slice(1)).toEqual([
    'notKnown: not known',
    'notKnown: not known',
  ])
})

test('Checking says what to tell the customer, and after a no of the bank not that it has not answered', () => {
  const checking = saleOf({ transactionId: 'C', sequence: 1, state: 'unknown', sendCount: 1 })
  const silent = nextText(checking, lookOf(checking, FIXED_NOW_MS))
  expect(silent).toContain('Tell the customer: the bank has not answered yet. Do not pay a second time;')
  const said = nextText({ ...checking, bankMessage: 'No float' }, 'checking')
  expect(said).toContain('Tell the customer: do not pay a second time')
  expect(said).not.toContain('has not answered')
  for (const text of [silent, said]) expect(text).toContain('Do not enter it again.')
})

test('every state has its own word, and says what is true or what to do', () => {
  const kinds = saleOfEveryState().map((sale) => lookOf(sale, FIXED_NOW_MS))
  // A sale of the last moments waits, too.
  const others = kinds.filter((kind) => kind !== 'saved')
  expect(new Set(kinds.map(wordOf)).size).toBe(new Set(others).size)
  for (const kind of kinds) expect(strings.lastSale.next[kind], kind).not.toBe('')
})

test('the customer sees the number of their slip under the name of the profile, and no reference made here', () => {
  expect(slipText({ isMade: false, transactionId: '4471' }, { app: { ...appInfo, slipLabel: 'RRN' } })).toBe(
    'RRN 4471',
  )
  expect(slipText({ isMade: true, transactionId: '4471' }, { app: appInfo })).toBeNull()
})
