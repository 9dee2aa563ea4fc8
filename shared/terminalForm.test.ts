import { expect, test } from 'vitest'
import {
  ACCOUNT_PATTERN,
  accountProblem,
  editProblems,
  registerProblems,
  trimmedEdit,
  trimmedRegister,
} from './terminalForm.ts'

const common = {
  accountNumber: '0123456789',
  serialNumber: 'N86-1',
  isReceivingPayment: true,
  isActive: true,
  by: 'Ngozi Okà',
  note: 'first shop',
}
const register = { terminalId: '2TLS0013', merchantId: '2044LAPR0000017', ...common }
const edit = { recordId: '1', seen: 'v1', merchantRecordId: '7', ...common }

test('only the spaces at the ends of a pasted value are removed', () => {
  const pasted = {
    ...register,
    terminalId: ' 2TLS0013\n',
    merchantId: '\t2044',
    by: ' Ngozi  Okà ',
    note: ' a  b ',
  }
  expect(trimmedRegister(pasted)).toEqual({ ...register, merchantId: '2044', by: 'Ngozi  Okà', note: 'a  b' })
  expect(trimmedEdit({ ...edit, accountNumber: ' ', serialNumber: ' S 1 ' })).toEqual({
    ...edit,
    accountNumber: '',
    serialNumber: 'S 1',
  })
})

test('a complete form has no problem', () => {
  expect(registerProblems(register, ACCOUNT_PATTERN)).toEqual([])
  expect(editProblems(edit, ACCOUNT_PATTERN)).toEqual([])
})

test('all problems are reported at once, each with its field', () => {
  const nothing = { terminalId: '', merchantId: '', accountNumber: '', serialNumber: '', by: '', note: '' }
  expect(registerProblems({ ...register, ...nothing }, ACCOUNT_PATTERN)).toEqual(
    ['terminalId', 'merchantId', 'accountNumber', 'by'].map((field) => ({
      field,
      problem: 'empty',
    })),
  )
  expect(
    editProblems({ ...edit, accountNumber: '', serialNumber: '', by: '', note: '' }, ACCOUNT_PATTERN),
  ).toEqual([
    { field: 'by', problem: 'empty' },
    { field: 'note', problem: 'empty' },
  ])
})

test.each([
  ['terminalId', '2TLS 0013', 'hiddenCharacter'],
  ['terminalId', '2TLS\u200b0013', 'hiddenCharacter'],
  ['terminalId', '2TLS\u00000013', 'hiddenCharacter'],
  ['terminalId', 'x'.repeat(65), 'tooLong'],
  ['merchantId', 'x'.repeat(65), 'tooLong'],
  ['serialNumber', 'N86\t1', 'hiddenCharacter'],
  ['serialNumber', `${'S'.repeat(64)}1`, 'tooLong'],
  ['by', 'x'.repeat(61), 'tooLong'],
  ['by', 'a\u202eb', 'hiddenCharacter'],
  ['note', 'x'.repeat(201), 'tooLong'],
  ['note', 'a\nb', 'hiddenCharacter'],
  ['accountNumber', '012345678', 'notTenDigits'],
] as const)('%s may not be %j', (field, value, problem) => {
  expect(registerProblems({ ...register, [field]: value }, ACCOUNT_PATTERN)).toEqual([{ field, problem }])
  if (field === 'terminalId' || field === 'merchantId') return
  expect(editProblems({ ...edit, [field]: value }, ACCOUNT_PATTERN)).toEqual([{ field, problem }])
})

test('the longest allowed value is accepted', () => {
  const x = 'x'.repeat(64)
  expect(
    registerProblems(
      {
        ...register,
        terminalId: x,
        merchantId: x,
        serialNumber: x,
        by: 'x'.repeat(60),
        note: 'x'.repeat(200),
      },
      ACCOUNT_PATTERN,
    ),
  ).toEqual([])
})

test.each([
  ['0123456789', null],
  ['', 'empty'],
  ['01234567890', 'notTenDigits'],
  ['0123-45678', 'notTenDigits'],
  ['\uff10\uff11\uff12\uff13\uff14\uff15\uff16\uff17\uff18\uff19', 'notTenDigits'],
  ['0123456789\n', 'notTenDigits'],
] as const)('the account number %j: %s', (accountNumber, problem) => {
  expect(accountProblem(accountNumber, ACCOUNT_PATTERN)).toBe(problem)
})

test.each([
  ['012345678901', null],
  ['0123456789', 'notAnAccount'],
  ['', 'empty'],
] as const)('an account %j by the profile: %s', (accountNumber, problem) => {
  expect(accountProblem(accountNumber, '^[0-9]{12}$')).toBe(problem)
})
