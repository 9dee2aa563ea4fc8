import { expect, test } from 'vitest'
import type { MerchantView } from '../../../shared/terminal.ts'
import { terminalOf } from '../../testing/fixtures.ts'
import { filled, newEdit, newRegister, withMerchant } from './terminalFormFields.ts'
import { otherNames } from './terminalFieldWords.ts'

const merchant: MerchantView = {
  merchantRecordId: '9',
  merchantId: 'MER-0009',
  accountNames: ['MAMA ṢADE FOODS', 'SADE EZE'],
  accountNameCount: 2,
  terminalCount: 2,
  recordCount: 1,
}
const form = filled(newRegister(''), { merchantId: 'MER-0009' })

test('a name that none of the merchant’s accounts has is another name', () => {
  expect(otherNames('ADEBAYO STORES LTD', form, [merchant])).toEqual(merchant.accountNames)
  expect(otherNames('Mama Sade Foods.', form, [merchant])).toEqual([])
  expect(otherNames('Sade Eze', withMerchant(newEdit(terminalOf(), ''), merchant), [])).toEqual([])
})

test('where the list does not know all names of the merchant, no name is another', () => {
  for (const rows of [
    [],
    [{ ...merchant, accountNames: [], accountNameCount: 0 }],
    [{ ...merchant, accountNameCount: 30 }],
  ])
    expect(otherNames('ADEBAYO STORES LTD', form, rows)).toEqual([])
})
