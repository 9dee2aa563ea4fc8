import { expect, test } from 'vitest'
import { recordOf, terminalListOf, terminalOf } from '../../testing/fixtures.ts'
import { namesOtherTerminal } from './RecordFields.tsx'

const record = recordOf({ recordId: '1', transactionId: 'T', terminalId: '2ABC1234', terminalRecordId: '41' })

test('a record of this counter whose terminal has another record id in the list has a note', () => {
  expect(namesOtherTerminal(record, terminalListOf({ chosen: terminalOf({ recordId: '41' }) }))).toBe(false)
  expect(namesOtherTerminal(record, terminalListOf({ chosen: terminalOf({ recordId: '42' }) }))).toBe(true)
})

test('for another terminal there is no note, since its row is not known here', () => {
  const own = terminalListOf({ chosen: terminalOf({ terminalId: 'OTHER', recordId: '42' }) })
  expect(namesOtherTerminal(record, own)).toBe(false)
})

test('a list that was not read, or does not show the counter’s terminal, proves nothing', () => {
  expect(namesOtherTerminal(record, null)).toBe(false)
  expect(namesOtherTerminal(record, terminalListOf({ chosen: null }))).toBe(false)
})
