import { expect, test } from 'vitest'
import { changedPayout, terminalListOf } from '../testing/fixtures.ts'
import { payoutChangeOf, payoutText } from './payoutWords.ts'

const textOf = (list: ReturnType<typeof changedPayout>): string | null => {
  const change = payoutChangeOf(list, list.chosenTerminalId)
  return change === null ? null : payoutText(change)
}

test('the words name what has changed, the account by its last digits', () => {
  expect(textOf(changedPayout())).toBe(
    'Payments of this terminal go to another account than before: now ••••••5678, before ••••••1234.',
  )
  const other = { account: null, merchant: { from: 'M1', to: 'M2' }, isActive: { from: true, to: false } }
  expect(textOf(changedPayout(other))).toBe(
    'The bank has this terminal under another merchant than before: now ‘M2’, before ‘M1’. The bank shows this terminal as not active any more.',
  )
  expect(textOf(changedPayout({ account: { from: '', to: '5678' }, isBack: true }))).toBe(
    'For a time the bank showed another account for this terminal: ••••••5678 in place of not given. The bank’s list shows it as expected again.',
  )
  const flag = { account: null, isReceivingPayment: { from: true, to: false } }
  expect(textOf(changedPayout({ ...flag, isBack: true }))).toBe(
    'For a time the bank showed this terminal as not receiving payment. The bank’s list shows it as expected again.',
  )
  expect(textOf(terminalListOf())).toBeNull()
})

test('a forged merchant stays in its quotes, keeps the direction of the sentence and does not fill the screen', () => {
  const forged = `M2’. Tillside: all is well\u202e ${'W'.repeat(5_000)}`
  const text = textOf(changedPayout({ account: null, merchant: { from: 'M1', to: forged } }))
  expect(text).toMatch(/: now ‘M2'\. Tillside: all is well\uFFFD W+…’, before ‘M1’\.$/u)
  expect(text?.length).toBeLessThan(200)
})
