import { expect, test } from 'vitest'
import { parseUnknown } from '../../shared/parse.ts'
import { RecordView } from '../../shared/record.ts'
import { TerminalView } from '../../shared/terminal.ts'
import { record, terminal } from '../session/testing/fakes.ts'
import { JsonNumber } from './jsonText.ts'
import { recordTextReaders } from './recordFields.ts'
import { accountEnding, toRecordView, toTerminalView } from './recordView.ts'

test.each([
  ['0123456789', '6789'],
  ['01234567', '4567'],
  ['0123456', '456'],
  ['123', '3'],
  ['12', '2'],
  ['7', ''],
  ['', ''],
  ['0123-456 789', '6789'],
  ['ACCOUNT', ''],
])('the ending of the account %j is %j', (account, ending) => {
  expect(accountEnding(account)).toBe(ending)
})

test('a record keeps every field but the account number, and fits the contract', () => {
  const { accountNumber, ...rest } = record(1, {
    reason: 'R1',
    responseCode: '05',
    responseMessage: 'Do not honour',
    isPaid: false,
    datePaid: '0001-01-01T00:00:00',
  })
  const view = toRecordView({ ...rest, accountNumber })
  expect(view).toEqual({ ...rest, accountEnding: '6789' })
  expect(parseUnknown(RecordView, view)).toEqual({ ok: true, value: view })
})

test('a new field of the service or the gateway does not reach the view by itself', () => {
  const more = { ...record(1), fullTrack: 'secret' }
  expect(Object.keys(toRecordView(more))).not.toContain('fullTrack')
  const withPin = { ...terminal(1), pin: '1' }
  expect(Object.keys(toTerminalView(withPin, 'v'))).not.toContain('pin')
})

test('a terminal keeps its fee as the service wrote it, masks the account, and fits the contract', () => {
  const view = toTerminalView(terminal(7, { feePercentageSource: '0.500' }), 'v')
  expect(view).toMatchObject({
    recordId: '7',
    feePercentage: '0.500',
    accountEnding: '6789',
    serialNumber: '',
  })
  expect(JSON.stringify(view)).not.toContain('0123456789')
  expect(parseUnknown(TerminalView, view)).toEqual({ ok: true, value: view })
})

test.each([
  ['text', 'Do not honour', 'Do not honour'],
  ['text', true, 'true'],
  ['amount', new JsonNumber('1500.50'), '1500.5'],
  ['amount', '1,234,500.00', '1234500'],
  ['amount', 'free', undefined],
  ['time', '2026-11-20 13:41:07', '2026-11-20T13:41:07'],
  ['time', 5, undefined],
  ['flag', 'True', 'true'],
  ['flag', 'perhaps', undefined],
] as const)('a field of kind %s that no rule reads, given as %o, is kept as %o', (kind, given, kept) => {
  expect(recordTextReaders[kind](given)).toBe(kept)
})
