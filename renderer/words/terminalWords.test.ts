import { expect, test } from 'vitest'
import { terminalWarnings } from './terminalWords.ts'

test('a terminal that the bank shows as not active, or not receiving payment, says so before it is chosen', () => {
  const said = (isActive: boolean, isReceivingPayment: boolean) =>
    terminalWarnings({ isActive, isReceivingPayment }).map(({ short }) => short)
  expect(said(true, true)).toEqual([])
  expect(said(false, true)).toEqual(['Not active'])
  expect(said(true, false)).toEqual(['Not receiving payment'])
  expect(said(false, false)).toEqual(['Not active', 'Not receiving payment'])
  expect(terminalWarnings({ isActive: false, isReceivingPayment: true })[0]?.sentence).toBe(
    'The bank shows this terminal as not active.',
  )
})
