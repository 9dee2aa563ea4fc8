import { expect, test } from 'vitest'
import { lazyStrings } from '../../strings/lazyStrings.ts'
import { everyError, exampleErrors } from '../../testing/callErrors.ts'
import { terminalOf } from '../../testing/fixtures.ts'
import {
  cleanedAccount,
  fieldProblemText,
  formProblems,
  formProblemText,
  meanwhileLines,
  typedMerchantText,
} from './terminalFormWords.ts'
import { nameCheckProblemText, wantsToken } from './nameCheckWords.ts'

const { declined, unreachable, noAnswer, badAnswer, incomplete } = exampleErrors

test('ux 24: that the bank did not confirm, was not reached, and gave no name are three texts', () => {
  const said = [
    nameCheckProblemText(declined),
    nameCheckProblemText(unreachable),
    nameCheckProblemText({ ...badAnswer, fault: { kind: 'noName' } }),
  ]
  expect(said).toEqual([
    'The bank did not confirm this account.',
    'We could not reach the bank to check.',
    'The bank answered without a name.',
  ])
  // It is not known that the bank was unreachable, so the text does not say it.
  expect(nameCheckProblemText(noAnswer)).toBe('We got no answer from the bank.')
  // A status proves that the bank was reached.
  for (const status of [429, 503]) {
    const error = { ...noAnswer, fault: { kind: 'http', status }, bankMessage: 'Slow down' } as const
    expect(nameCheckProblemText(error)).toBe(
      'The bank could not check the name now. Try again in a moment. The bank’s words: ‘Slow down’',
    )
  }
})

test('not set up, no token and a refused token are three texts, and a token helps in two of them', () => {
  const problems = (['notOffered', 'noToken', 'tokenNotTaken'] as const).map(
    (reason) => ({ code: 'notAllowed', reason }) as const,
  )
  const said = problems.map(nameCheckProblemText)
  expect(new Set(said).size).toBe(3)
  const wants = problems.map((problem) => wantsToken({ phase: 'problem', problem }, 'ready'))
  expect(wants).toEqual([false, true, true])
})

test('the bank’s own words come after ours', () => {
  expect(nameCheckProblemText({ ...declined, bankMessage: 'Account closed' })).toBe(
    'The bank did not confirm this account. The bank’s words: ‘Account closed’',
  )
})

test('every error of a save has words, and only an unclear one leaves open whether the bank was asked', () => {
  const unclear = lazyStrings.terminalChange.problem.unclear
  for (const error of everyError) expect(formProblemText(error).length).toBeGreaterThan(20)
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
    expect(formProblemText(exampleErrors[code]), code).toMatch(
      /not asked|Nothing was asked|nothing was asked|was not done/u,
    )
  }
  expect(formProblemText({ code: 'internal' })).toBe(unclear)
  // Another person was signed in while the bank was asked.
  expect(formProblemText({ code: 'notSignedIn', reason: 'overtaken' })).toBe(unclear)
  expect(formProblemText({ code: 'notAllowed', reason: 'underWay' })).toContain('Another change')
  const others = [
    formProblemText({ code: 'notAllowed', reason: 'earlierOpen' }),
    formProblemText({ ...incomplete, reason: 'cancelled' }),
    formProblemText({ code: 'changedMeanwhile', what: 'merchant' }),
  ]
  expect(new Set(others).size).toBe(3)
  for (const text of others) expect(text).toMatch(/[Tt]he bank was not asked/u)
})

test('a reading that was stopped says nothing about whether the bank can be reached', () => {
  const stopped = lazyStrings.terminalChange.problem.cancelled
  expect(formProblemText({ ...unreachable, fault: { kind: 'unsent', reason: 'aborted' } })).toBe(stopped)
  expect(formProblemText({ ...unreachable, fault: { kind: 'unsent', reason: 'connectTimeout' } })).toBe(
    lazyStrings.terminalChange.problem.notReached,
  )
})

test('the merchant is named by ID, and by the names that the terminals pay to where the list shows them', () => {
  const known = {
    merchantRecordId: '9',
    merchantId: 'MER-0009',
    accountNames: ['MAMA ṢADE FOODS'],
    accountNameCount: 1,
    terminalCount: 1,
    recordCount: 1,
  }
  expect(typedMerchantText(' MER-0009 ', [known])).toBe('MER-0009 (pays to ‘MAMA ṢADE FOODS’)')
  expect(typedMerchantText('MER-0010', [known])).toBe('MER-0010')
  // It is not known which of the two merchants it is, and so not who they pay to.
  expect(typedMerchantText('MER-0009', [{ ...known, recordCount: 2 }])).toBe('MER-0009')
})

test('main’s field problems have the words of the screen, and an unknown one still marks its field', () => {
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
])('an account number pasted as %j loses its grouping and nothing else', (pasted, cleaned) => {
  expect(cleanedAccount(pasted)).toBe(cleaned)
})

test('changes at the bank are listed, and an account is never shown in full', () => {
  const began = terminalOf()
  const shown = terminalOf({ accountEnding: '9999', isActive: !began.isActive, feePercentage: '0.75' })
  expect(meanwhileLines(began, shown)).toEqual([
    { field: 'account', label: 'Payout account', began: '••••••1234', shown: '••••••9999' },
    { field: 'isActive', label: 'Active', began: 'yes', shown: 'no' },
    { field: null, label: 'Fee (set by the bank)', began: '0.5 %', shown: '0.75 %' },
  ])
  expect(meanwhileLines(began, terminalOf({ version: 'v2' }))).toEqual([])
})
