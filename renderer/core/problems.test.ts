import { expect, test } from 'vitest'
import { TRANSACTION_ID_PATTERN } from '../../shared/transactionId.ts'
import { strings } from '../strings/strings.ts'
import { everyError, exampleErrors } from '../testing/callErrors.ts'
import { checkDraft, fieldTexts, problemText, type SaleDraft } from './problems.ts'

const draft = (part: Partial<SaleDraft>): SaleDraft => ({
  amountText: '1500',
  transactionId: '',
  note: '',
  ...part,
})
const rules = {
  transactionIdPattern: TRANSACTION_ID_PATTERN,
  reference: { maxLength: 64, characters: 'any' },
} as const
const check = (part: Partial<SaleDraft>) => checkDraft(draft(part), rules)

test('what main would refuse of a slip number is refused here: spaces count where the pattern allows them', () => {
  const spaced = {
    transactionIdPattern: '^[0-9 ]+$',
    reference: { maxLength: 8, characters: 'digits' },
  } as const
  const texts = strings.fields.reference
  expect(checkDraft(draft({ transactionId: '1234 56' }), spaced)).toEqual({
    transactionId: texts.keepsCharacters.digits,
  })
  expect(checkDraft(draft({ transactionId: '123456789' }), spaced)).toEqual({
    transactionId: texts.keepsLength(8),
  })
  expect(checkDraft(draft({ transactionId: '12345678' }), spaced)).toEqual({})
})

test('a correct entry has no problems, with and without a reference', () => {
  expect(check({})).toEqual({})
  expect(check({ transactionId: ' TXN/2026-1 ' })).toEqual({})
})

test.each([
  ['', strings.fields.amount.empty],
  ['0', strings.fields.amount.zero],
  ['-5', strings.fields.amount.negative],
  ['1e6', strings.fields.amount.notANumber],
  ['1500.555', strings.fields.amount.tooFine],
  ['1500,50', strings.fields.amount.badGrouping],
  ['٣', strings.fields.amount.otherDigits],
  ['9'.repeat(1_000_000), strings.fields.amount.tooLarge],
])('an amount of %.20s is refused at its field', (amountText, text) => {
  expect(check({ amountText })).toEqual({ amountText: text })
})

test.each([
  ['two words', strings.fields.reference.characters],
  ['😀', strings.fields.reference.characters],
  ['x'.repeat(10_000), strings.fields.reference.tooLong],
])('a reference of %.12s is refused at its field', (transactionId, text) => {
  expect(check({ transactionId })).toEqual({ transactionId: text })
})

test('a note may be as long as main allows, not counting the spaces at its ends', () => {
  expect(check({ note: ` ${'n'.repeat(200)} ` })).toEqual({})
  expect(check({ note: 'n'.repeat(201) })).toEqual({ note: strings.fields.note.tooLong })
})

test("main's problems have the same words as the screen's own, with either name of the field", () => {
  for (const field of ['amount', 'amountText']) {
    expect(fieldTexts([{ field, problem: 'tooFine' }])).toEqual(check({ amountText: '1.555' }))
  }
  expect(fieldTexts([{ field: 'transactionId', problem: 'used' }])).toEqual({
    transactionId: strings.fields.reference.usedBefore,
  })
})

test('an unknown problem code still marks its field', () => {
  expect(fieldTexts([{ field: 'amount', problem: 'brandNew' }]).amountText).toBe(strings.fields.amount.other)
  expect(fieldTexts([{ field: 'note', problem: 'must not be above 20000' }]).note).toBe(
    strings.fields.note.tooLong,
  )
})

test('every error code has words, and a wrong password is not an unreachable service', () => {
  for (const error of everyError) expect(problemText(error).length).toBeGreaterThan(10)
  const { credentialsRefused, badAnswer, unreachable, declined } = exampleErrors
  expect(problemText(credentialsRefused)).toBe('Client ID or secret key is wrong.')
  expect(problemText(badAnswer)).toBe(strings.problem.badAnswer)
  expect(problemText(unreachable)).toBe('We could not reach the service.')
  expect(problemText({ ...declined, bankMessage: 'Terminal blocked' })).toContain('‘Terminal blocked’')
})

test('an unreadable answer names its field, and an unusable token has its own text', () => {
  const say = (path: string): string => problemText({ code: 'badAnswer', fault: { kind: 'malformed', path } })
  const plain = 'The service gave an answer we cannot read. Tell support.'
  expect(say('totalCount')).toBe(`${plain} The field is totalCount.`)
  expect(say('data.0.isPaid')).toBe(`${plain} The field is data.0.isPaid.`)
  expect(say('token')).toBe('The service let you in, but its access token cannot be used. Tell support.')
  for (const other of ['(body)', '\u202etxet', 'a b']) expect(say(other)).toBe(plain)
  expect(problemText({ code: 'badAnswer', fault: { kind: 'http', status: 404 } })).toBe(plain)
})
