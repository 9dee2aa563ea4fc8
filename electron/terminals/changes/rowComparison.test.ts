import { expect, test } from 'vitest'
import { terminal } from '../../session/testing/fakes.ts'
import { isSameTerminalId } from '../../../shared/terminal.ts'
import { compare, sideOf } from './rowComparison.ts'

const before = terminal(1)
const wanted = {
  ...before,
  accountNumber: '5523456789',
  accountName: 'BOLA SHOP',
  serialNumber: 'S2',
  isActive: false,
}
const from = sideOf(before)
const to = sideOf(wanted)
const numbers = { from: before.accountNumber, to: wanted.accountNumber }
const edit = { kind: 'edit', from, to, numbers } as const

test('an edit is as asked, as before, or differs by what is named', () => {
  expect(compare(edit, wanted)).toEqual({ outcome: 'asAsked', differences: [], isByEnding: false })
  expect(compare(edit, before)).toEqual({
    outcome: 'asBefore',
    differences: ['account', 'accountName', 'serialNumber', 'isActive'],
    isByEnding: false,
  })
  expect(compare(edit, { ...wanted, serialNumber: 'S3' })).toEqual({
    outcome: 'differs',
    differences: ['serialNumber'],
    isByEnding: false,
  })
  expect(compare(edit, { ...wanted, merchantRecordId: '9', isReceivingPayment: false })).toEqual({
    outcome: 'differs',
    differences: ['merchant', 'isReceivingPayment'],
    isByEnding: false,
  })
})

test('another account with the same last digits differs, as long as the whole number is known', () => {
  const mistaken = { ...wanted, accountNumber: '9923456789' }
  expect(compare(edit, mistaken)).toEqual({ outcome: 'differs', differences: ['account'], isByEnding: false })
  expect(compare({ ...edit, numbers: null }, mistaken).outcome).toBe('asAsked')
})

test('what differs only in case, spaces or the order of a name is as asked, and named', () => {
  const written = { ...wanted, accountName: 'Shop  Bola', serialNumber: 's 2' }
  expect(compare(edit, written)).toEqual({
    outcome: 'asAsked',
    differences: ['accountName', 'serialNumber'],
    isByEnding: false,
  })
  for (const other of [
    { accountName: 'BOLA SHOPS' },
    { accountNumber: '5523456780' },
    { isActive: true },
    { merchantId: `${wanted.merchantId}X` },
  ])
    expect(compare(edit, { ...written, ...other }).outcome).toBe('differs')
  // Only the case was to change, and did not.
  const capital = { ...before, serialNumber: 'SN1' }
  const sides = { from: sideOf(capital), to: sideOf({ ...before, serialNumber: 'sn1' }) }
  const same = { from: before.accountNumber, to: before.accountNumber }
  expect(compare({ kind: 'edit', ...sides, numbers: same }, capital).outcome).toBe('asBefore')
})

test('after a restart, accounts with the same last digits cannot be told apart: nothing follows', () => {
  const onlyAccount = { ...before, accountNumber: '5523456789' }
  const asked = { kind: 'edit', from, to: sideOf(onlyAccount) } as const
  const whole = { from: before.accountNumber, to: onlyAccount.accountNumber }
  expect(compare({ ...asked, numbers: whole }, onlyAccount).outcome).toBe('asAsked')
  expect(compare({ ...asked, numbers: whole }, before).outcome).toBe('asBefore')
  expect(compare({ ...asked, numbers: null }, onlyAccount)).toEqual({
    outcome: 'incomplete',
    differences: [],
    isByEnding: true,
  })
  expect(compare({ ...asked, numbers: null }, before).outcome).toBe('incomplete')
})

test('a registration names a merchant by ID and no account name', () => {
  const registered = { ...to, merchantRecordId: null, accountName: 'Bola Shop' }
  const asked = {
    kind: 'register',
    from: null,
    to: registered,
    numbers: { from: null, to: wanted.accountNumber },
  } as const
  expect(compare(asked, wanted).outcome).toBe('asAsked')
  expect(compare(asked, { ...wanted, merchantId: 'M-2' })).toEqual({
    outcome: 'differs',
    differences: ['merchant'],
    isByEnding: false,
  })
})

test('a merchant is the same only by both record id and ID: the bank may give a record to another one', () => {
  expect(compare(edit, { ...wanted, merchantId: 'M-OTHER' })).toMatchObject({
    outcome: 'differs',
    differences: ['merchant'],
  })
})

test('texts cut for storage are compared with cut texts', () => {
  const long = { ...wanted, serialNumber: `${'x'.repeat(199)}😀${'y'.repeat(500)}` }
  expect(compare({ ...edit, to: sideOf(long) }, long).outcome).toBe('asAsked')
  expect(sideOf(long).serialNumber).toBe('x'.repeat(199))
})

test('terminal IDs are compared without regard to case', () => {
  expect(isSameTerminalId('2tls0001', '2TLS0001')).toBe(true)
  expect(isSameTerminalId('2TLS0001', '2TLS0010')).toBe(false)
})
