import { expect, test } from 'vitest'
import { groupWhileTyping, insertedBy, pastedAmount } from './amountEntry.ts'

/** `|` marks the caret. */
function after(before: string, marked: string, inserted: string | null): string {
  const caret = marked.indexOf('|')
  const entry = groupWhileTyping(before, { text: marked.replace('|', ''), caret }, inserted)
  return `${entry.text.slice(0, entry.caret)}|${entry.text.slice(entry.caret)}`
}

test('commas are set between thousands and the caret stays beside its digit', () => {
  expect(after('150', '1500|', '0')).toBe('1,500|')
  expect(after('1,500', '19|,500', '9')).toBe('19|,500')
  expect(after('12,345', '192|,345', '9')).toBe('192|,345')
  expect(after('192,345', '1982|,345', '8')).toBe('1,982|,345')
  expect(after('1,500', '1,50|', '')).toBe('150|')
  expect(after('1,500.5', '1,500.55|', '5')).toBe('1,500.55|')
})

test('a comma that was typed or pasted is never moved, so 1500,50 cannot become 150,050', () => {
  expect(after('1500', '1500,|', ',')).toBe('1500,|')
  expect(after('1500,5', '1500,50|', '0')).toBe('1500,50|')
  expect(after('1,982,345', '1500,50|', '1500,50')).toBe('1500,50|')
  expect(after('1,500', '1,50|', null)).toBe('1,50|')
})

test('text that is not an amount is not changed', () => {
  expect(after('12', '12a|', 'a')).toBe('12a|')
  expect(after('', `${'9'.repeat(50)}|`, '9'.repeat(50))).toBe(`${'9'.repeat(50)}|`)
})

test('only typing and deleting are known changes', () => {
  expect(insertedBy('insertText', '5')).toBe('5')
  expect(insertedBy('deleteContentBackward', null)).toBe('')
  expect(insertedBy('insertFromPaste', null)).toBeNull()
  expect(insertedBy('historyUndo', null)).toBeNull()
})

test('ux 22: a pasted amount is read as if it had been typed; other text is left to be refused', () => {
  expect(pastedAmount('₦1,500.50 ')).toBe('1,500.50')
  expect(pastedAmount(' 1500\r\n')).toBe('1,500')
  for (const [text, read] of [
    ['NGN 12,500.00', '12,500.00'],
    ['N12,500', '12,500'],
    ['12 500', '12,500'],
    ['500.00₦', '500.00'],
    ['₦ 1 250 000.50', '1,250,000.50'],
    ['12\u202F500 ngn', '12,500'],
  ] as const)
    expect(pastedAmount(text), text).toBe(read)
  const twoReadings = [
    '1.234,50',
    '12,34,567',
    '1 2345',
    '12 500,000',
    '1 234\u00A0567',
    '0 500',
    '₦500N500',
    'NN5',
  ]
  for (const text of twoReadings) expect(pastedAmount(text), text).toBeNull()
  for (const text of ['1500.555', '-5', '1e6', '٣', '1500,50', '']) expect(pastedAmount(text)).toBeNull()
})
