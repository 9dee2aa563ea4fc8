import { expect, test } from 'vitest'
import { CallErrorCode } from '../../shared/contract.ts'
import { strings } from '../strings.ts'
import { terminalOf } from '../testing/fixtures.ts'
import {
  cleanedAccount,
  fieldProblemText,
  formProblems,
  formProblemText,
  meanwhileLines,
  typedMerchantText,
} from './terminalFormWords.ts'
import { nameCheckProblemText, wantsToken } from './nameCheckWords.ts'

const errorOf = (code: CallErrorCode, detail: string | null = null, bankMessage: string | null = null) => ({
  code,
  fields: [],
  bankMessage,
  detail,
})

test('ux 24: that the bank did not confirm, was not reached, and gave no name are three texts', () => {
  const said = [
    nameCheckProblemText(errorOf('declined')),
    nameCheckProblemText(errorOf('unreachable')),
    nameCheckProblemText(errorOf('badAnswer', 'noName')),
  ]
  expect(said).toEqual([
    'The bank did not confirm this account.',
    'We could not reach the bank to check.',
    'The bank answered without a name.',
  ])
  // It was reached as far as anybody knows, and that is all.
  expect(nameCheckProblemText(errorOf('noAnswer', 'noAnswer request timeout'))).toBe(
    'We got no answer from the bank.',
  )
  // A status is proof that it was reached.
  for (const detail of ['http 429', 'http 503']) {
    expect(nameCheckProblemText(errorOf('noAnswer', detail, 'Slow down'))).toBe(
      'The bank could not check the name now. Try again in a moment. The bank’s words: ‘Slow down’',
    )
  }
})

test('not set up, no token, and a token that was not taken are three texts, and a token helps in two of them', () => {
  const details = ['notOffered', 'noToken', 'tokenNotTaken']
  const said = details.map((detail) => nameCheckProblemText(errorOf('notAllowed', detail)))
  expect(new Set(said).size).toBe(3)
  const wants = details.map((detail) =>
    wantsToken({ phase: 'problem', problem: errorOf('notAllowed', detail) }, 'ready'),
  )
  expect(wants).toEqual([false, true, true])
})

test('the bank’s own words come after ours', () => {
  expect(nameCheckProblemText(errorOf('declined', null, 'Account closed'))).toBe(
    'The bank did not confirm this account. The bank’s words: ‘Account closed’',
  )
})

test('every error of a save has words, and only one that is unclear leaves open whether the bank was asked', () => {
  const unclear = strings.terminalChange.problem.unclear
  for (const code of CallErrorCode.options) expect(formProblemText(errorOf(code)).length).toBeGreaterThan(20)
  for (const code of [
    'invalid',
    'nameNotChecked',
    'incomplete',
    'notSaved',
    'readOnly',
    'notSignedIn',
    'unreachable',
    'notFound',
    'needsManager',
  ] as const) {
    expect(formProblemText(errorOf(code)), code).toMatch(
      /not asked|Nothing was asked|nothing was asked|was not done/u,
    )
  }
  expect(formProblemText(errorOf('internal'))).toBe(unclear)
  // Somebody else was signed in while the bank was asked.
  expect(formProblemText(errorOf('notSignedIn', 'overtaken'))).toBe(unclear)
  expect(formProblemText(errorOf('notAllowed', 'underWay'))).toContain('Another change')
  const others = [
    errorOf('notAllowed', 'earlierOpen'),
    errorOf('incomplete', 'cancelled'),
    errorOf('changedMeanwhile', 'merchant'),
  ].map(formProblemText)
  expect(new Set(others).size).toBe(3)
  for (const text of others) expect(text).toMatch(/[Nn]othing was asked of the bank/u)
})

test('a reading that was stopped says nothing of whether the bank can be reached', () => {
  const stopped = strings.terminalChange.problem.cancelled
  expect(formProblemText(errorOf('unreachable', 'unsent lookup aborted'))).toBe(stopped)
  expect(formProblemText(errorOf('unreachable', 'unsent connect timeout'))).toBe(
    strings.terminalChange.problem.notReached,
  )
})

test('the merchant in question is named by his ID, and by what his terminals pay to where the list shows it', () => {
  const known = {
    merchantRecordId: 9,
    merchantId: 'MER-0009',
    accountNames: ['MAMA ṢADE FOODS'],
    accountNameCount: 1,
    terminalCount: 1,
    recordCount: 1,
  }
  expect(typedMerchantText(' MER-0009 ', [known])).toBe('MER-0009 (pays to MAMA ṢADE FOODS)')
  expect(typedMerchantText('MER-0010', [known])).toBe('MER-0010')
  // Which of two merchants it is, and so whom they pay to, is not known.
  expect(typedMerchantText('MER-0009', [{ ...known, recordCount: 2 }])).toBe('MER-0009')
})

test('main’s field problems have the words of the screen, and one that is not known still marks its field', () => {
  const found = formProblems([
    { field: 'terminalId', problem: 'alreadyRegistered' },
    { field: 'form.serialNumber', problem: 'must not be above 2000' },
    { field: 'by', problem: 'empty' },
    { field: 'somethingElse', problem: 'empty' },
  ])
  expect(found).toEqual({ terminalId: 'alreadyRegistered', serialNumber: 'other', by: 'empty' })
  expect(fieldProblemText(found, 'terminalId')).toBe('The bank’s list shows this terminal ID already.')
  expect(fieldProblemText(found, 'serialNumber')).toBe('This cannot be used.')
  expect(fieldProblemText(found, 'by')).toBe('Type your name.')
  expect(fieldProblemText(found, 'note')).toBeUndefined()
})

test.each([
  [' 0123 456 789 ', '0123456789'],
  ['0123-456-789', '0123456789'],
  ['0123\u00A0456\u2009789\u200B', '0123456789'],
  ['012345678O', '012345678O'],
  ['٠١٢٣٤٥٦٧٨٩', '٠١٢٣٤٥٦٧٨٩'],
])('of an account pasted as %j the grouping goes and nothing else', (pasted, cleaned) => {
  expect(cleanedAccount(pasted)).toBe(cleaned)
})

test('what changed at the bank is listed, and an account never in full', () => {
  const began = terminalOf()
  const shown = terminalOf({ accountEnding: '9999', isActive: !began.isActive, feePercentage: '0.75' })
  expect(meanwhileLines(began, shown)).toEqual([
    { field: 'account', label: 'Payout account', began: '••••••1234', shown: '••••••9999' },
    { field: 'isActive', label: 'Active', began: 'yes', shown: 'no' },
    { field: null, label: 'Fee (set by the bank)', began: '0.5 %', shown: '0.75 %' },
  ])
  expect(meanwhileLines(began, terminalOf({ version: 'v2' }))).toEqual([])
})
