import { expect, test } from 'vitest'
import { differenceText } from './findWords.ts'

const sale = { amountKobo: 250_050, terminalId: '2ABC1234' }

test('the same sale at the bank is no difference, however its decimals are written', () => {
  expect(differenceText(sale, { amount: '2500.5', terminalId: '2ABC1234' })).toBeNull()
  expect(differenceText(sale, { amount: '2500.50', terminalId: '2ABC1234' })).toBeNull()
})

test('another amount or terminal is shown with both sides', () => {
  expect(differenceText(sale, { amount: '2600', terminalId: '2ABC1234' })).toBe(
    'The bank’s record is not the same as the sale here: amount ₦2,500.50 here, ₦2,600.00 at the bank.',
  )
  expect(differenceText(sale, { amount: '2500.505', terminalId: '2XYZ' })).toContain(
    'terminal 2ABC1234 here, 2XYZ at the bank',
  )
})
