import { expect, test } from 'vitest'
import { helpStrings } from '../strings/helpStrings.ts'
import { searchHelp } from './helpSearch.ts'

const { answers } = helpStrings
const questions = (search: string): readonly string[] =>
  searchHelp(answers, search).map(({ question }) => question)

test('without a search every question is there, in its order', () => {
  expect(questions(' ')).toEqual(answers.map(({ question }) => question))
  expect(answers).toHaveLength(19)
})

/** Questions in the words of shopkeepers, each with the answer that must come first. */
const asked: readonly (readonly [string, string])[] = [
  ['what does checking mean', 'It says Checking.'],
  ['I made a mistake', 'I entered a wrong amount'],
  ['wrong amount', 'I entered a wrong amount'],
  ['how do I refund a customer', 'I entered a wrong amount'],
  ['cancel a sale', 'I entered a wrong amount'],
  ['network is bad', 'There is no internet.'],
  ['no internet', 'There is no internet.'],
  ['NEPA took the light', 'Can I close Tillside'],
  ['shut down the computer', 'Can I close Tillside'],
  ['customer shows me an alert', 'A customer says that they have paid.'],
  ['proof of payment, receipt', 'A customer says that they have paid.'],
  ['why is my money delayed', 'On its way, and not paid yet.'],
  ['they debited the customer twice', 'Why does Tillside ask whether this is a second sale?'],
  ['customer was debited but it failed', 'It says Refused.'],
  ['how much did I make yesterday', 'How much did I sell'],
  ['total of today', 'How much did I sell'],
  ['what is the charge', 'What does a sale cost me?'],
  ['my cashier forgot the PIN', 'Cashiers and PINs'],
  ['a sale from odoo appears by itself', 'A sale stands on Sell that I did not type'],
  ['log out', 'How do I sign out'],
  ['I have a new terminal', 'How do I use another terminal'],
  ['print a receipt', 'Can I print a receipt?'],
  ['change the language', 'Another language'],
  ['the letters are too small', 'Another language'],
]

test.each(asked)('“%s” finds “%s” first', (search, question) => {
  expect(questions(search)[0]?.slice(0, question.length)).toBe(question)
})

test.each(
  'mistake refund cancel network internet nepa power light alert receipt proof delay late debited duplicate twice close today yesterday total fee charge cashier PIN password terminal print printer invoice language reversal dispute dark scanner'
    .split(' ')
    .map((word) => [word]),
)('the single word “%s” finds an answer', (word) => {
  expect(questions(word)).not.toEqual([])
})

test('case, marks, small words and endings do not matter, and nonsense finds nothing', () => {
  expect(questions('CHÉCKING')[0]).toBe('It says Checking. What do I do?')
  expect(questions('what is the fee?')).toEqual(questions('fee'))
  expect(questions('refunds')[0]).toBe('I entered a wrong amount')
  expect(questions('giraffe')).toEqual([])
  expect(questions('checking giraffe')).toEqual([])
})

test('keywords are never shown, and every entry has some', () => {
  for (const { keywords } of answers) expect(keywords).toMatch(/^[a-z ]+$/u)
})
