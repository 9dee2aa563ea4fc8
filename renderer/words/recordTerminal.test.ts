import { expect, test } from 'vitest'
import { recordOf, terminalListOf, terminalOf } from '../testing/fixtures.ts'
import { namesOtherTerminal } from './recordTerminal.ts'

const record = recordOf({ recordId: 1, transactionId: 'T', terminalId: '2ABC1234', terminalRecordId: 41 })
const listOf = (...terminals: readonly ReturnType<typeof terminalOf>[]) =>
  terminalListOf({ terminals: [...terminals] })

test('a record whose terminal has another record id in the list is remarked on', () => {
  expect(namesOtherTerminal(record, listOf(terminalOf({ recordId: 41 })))).toBe(false)
  expect(namesOtherTerminal(record, listOf(terminalOf({ recordId: 42 })))).toBe(true)
})

test('a terminal that the list does not hold, or no list, proves nothing', () => {
  expect(namesOtherTerminal(record, null)).toBe(false)
  expect(namesOtherTerminal(record, listOf(terminalOf({ terminalId: 'OTHER', recordId: 42 })))).toBe(false)
})

test('a terminal ID that is listed twice agrees where one of the two does', () => {
  const twice = listOf(terminalOf({ recordId: 40 }), terminalOf({ recordId: 41 }))
  expect(namesOtherTerminal(record, twice)).toBe(false)
})
