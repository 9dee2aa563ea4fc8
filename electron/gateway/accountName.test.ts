import { expect, test } from 'vitest'
import { accountName } from './accountName.ts'

const KEYS = ['accountName', 'beneficiaryName']

test.each([
  [{ accountName: 'ADA STORES' }, 'ADA STORES'],
  [{ accountName: '  Adébáyọ̀ & Ọmọ  ' }, 'Adébáyọ̀ & Ọmọ'],
  [{ accountname: 'A' }, 'A'],
  [{ ACCOUNTNAME: 'A', other: 'B' }, 'A'],
  [{ BeneficiaryName: 'B' }, 'B'],
  [{ beneficiaryName: 'B', accountName: 'A' }, 'A'],
  [{ accountName: '', beneficiaryName: 'B' }, 'B'],
  [{ accountName: null, beneficiaryName: 'B' }, 'B'],
  [{ accountName: 'A', AccountName: 'A' }, 'A'],
  [{ accountName: 'x'.repeat(200) }, 'x'.repeat(200)],
  [{ accountName: 'O’Neill, د. علي 张伟' }, 'O’Neill, د. علي 张伟'],
])('%o says %j', (data, name) => {
  expect(accountName(data, KEYS)).toBe(name)
})

test.each([
  null,
  undefined,
  'ADA STORES',
  ['ADA STORES'],
  [{ accountName: 'ADA STORES' }],
  {},
  { name: 'ADA STORES' },
  { accountName: 7 },
  { accountName: true },
  { accountName: ['ADA'] },
  { accountName: { accountName: 'ADA' } },
  { accountName: ' \t\n ' },
  { accountName: 'x'.repeat(201) },
  { accountName: 'ADA\nSTORES' },
  { accountName: 'ADA\u0000' },
  { accountName: 'ADA \u202EEROTS' },
  { accountName: '\u2066ADA' },
  { accountName: 'ADA \ud800' },
  { accountName: 'ADA', AccountName: 'BOLA' },
  { accountName: 'ADA', AccountName: 'BOLA', beneficiaryName: 'ADA' },
])('%o says no name', (data) => {
  expect(accountName(data, KEYS)).toBeNull()
})

test('without name keys there is no name', () => {
  expect(accountName({ accountName: 'ADA' }, [])).toBeNull()
})
