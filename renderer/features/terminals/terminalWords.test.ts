import { expect, test } from 'vitest'
import type { CallErrorCode } from '../../../shared/callError.ts'
import { exampleErrors } from '../../testing/callErrors.ts'
import { appInfo, FIXED_NOW_MS, terminalListOf, terminalOf } from '../../testing/fixtures.ts'
import {
  incompleteText,
  isOwnTerminal,
  knownText,
  matchesText,
  noTerminalsText,
  paysToText,
  readingText,
  sharedMerchantTexts,
  terminalProblemText,
  terminalState,
  terminalText,
  terminalWarnings,
} from './terminalWords.ts'

const DAY_MS = 86_400_000

test('a terminal that the bank shows as not active, or not receiving payment, says so before it is chosen', () => {
  const said = (isActive: boolean, isReceivingPayment: boolean) =>
    terminalWarnings({ isActive, isReceivingPayment }).map(({ short }) => short)
  expect(said(true, true)).toEqual([])
  expect(said(false, true)).toEqual(['Not active'])
  expect(said(true, false)).toEqual(['Not receiving payment'])
  expect(said(false, false)).toEqual(['Not active', 'Not receiving payment'])
  expect(terminalWarnings({ isActive: false, isReceivingPayment: true })[0]?.sentence).toBe(
    'The bank shows this terminal as not active.',
  )
})

test('a merchant is described by the accounts that their terminals pay to, since the list has no merchant names', () => {
  const said = (accountNames: readonly string[], accountNameCount = accountNames.length) =>
    paysToText({ accountNames: [...accountNames], accountNameCount })
  expect(said(['ADA'])).toBe('pays to ‘ADA’')
  expect(said(['ADA', 'BOLA'])).toBe('pays to ‘ADA, BOLA’')
  expect(said(['ADA', 'BOLA', 'MUSA'], 4)).toBe('pays to ‘ADA, BOLA, MUSA’ and 1 more name')
  expect(said(['ADA', 'BOLA', 'MUSA'], 9)).toBe('pays to ‘ADA, BOLA, MUSA’ and 6 more names')
  expect(said([])).toBe('no account name shown')
})

test('the state of a row names both flags, or the warning', () => {
  expect(terminalState(terminalOf())).toBe('Active, receiving payment')
  expect(terminalState(terminalOf({ isActive: false, isReceivingPayment: false }))).toBe(
    'Not active · Not receiving payment',
  )
})

test('of two rows with one terminal ID only the one that main chose is this counter’s own', () => {
  const list = terminalListOf({ chosen: terminalOf({ recordId: '41' }) })
  expect(isOwnTerminal(terminalOf({ recordId: '41' }), list)).toBe(true)
  expect(isOwnTerminal(terminalOf({ recordId: '99' }), list)).toBe(false)
  expect(isOwnTerminal(terminalOf({ recordId: '99' }), terminalListOf({ chosen: null }))).toBe(true)
  expect(isOwnTerminal(terminalOf(), null)).toBe(false)
})

test('a reading shows its progress, and the total where the bank has given it', () => {
  expect(readingText(null)).toBe('Reading from the bank…')
  expect(readingText({ rowsRead: 0, totalCount: null })).toBe('Reading from the bank…')
  expect(readingText({ rowsRead: 400, totalCount: 50_000 })).toBe('Loaded 400 of 50,000 so far')
  expect(readingText({ rowsRead: 400, totalCount: null })).toBe('Loaded 400 so far')
})

test('only a whole list is called complete, and an old one shows its date', () => {
  const whole = terminalListOf({ knownCount: 50_000, totalCount: 50_000, pagesRead: 500 })
  expect(knownText(whole, FIXED_NOW_MS)).toBe(
    '50,000 terminals, 500 pages read at 14:05, this computer’s clock. Complete: the bank counted the same number.',
  )
  expect(knownText(terminalListOf({ pagesRead: 1 }), FIXED_NOW_MS + DAY_MS)).toContain(
    '5 terminals, 1 page read at 20 Nov, 14:05',
  )
  const part = knownText(terminalListOf({ isComplete: false, incompleteReason: 'readFailed' }), FIXED_NOW_MS)
  expect(part).not.toContain('Complete')
  expect(part).toBe('Known here: 5 terminals. Parts of this are from 14:05, this computer’s clock.')
  expect(knownText(terminalListOf({ readAtMs: null }), FIXED_NOW_MS)).toBe('')
})

test('a list that a search has added to says what was read when, and how many were read', () => {
  const readSince = { atMs: FIXED_NOW_MS, countBefore: 12 }
  const list = terminalListOf({
    knownCount: 13,
    totalCount: 13,
    pagesRead: 3,
    readAtMs: FIXED_NOW_MS - 26 * 60_000,
    readSince,
  })
  expect(knownText(list, FIXED_NOW_MS)).toBe(
    '12 terminals, 3 pages read at 13:39, this computer’s clock. Complete: the bank counted the same number. Parts read again at 14:05: 13 known, as many as the bank counted then.',
  )
  const part = { ...list, totalCount: 15, isComplete: false, incompleteReason: 'countChanged' } as const
  expect(knownText(part, FIXED_NOW_MS)).toBe(
    'Known here: 13 terminals. Parts of this are from 13:39, this computer’s clock.',
  )
})

test('a search says how many terminals it has found', () => {
  expect(matchesText({ found: 'KANO', total: 1 })).toBe('1 terminal matches.')
  expect(matchesText({ found: 'KANO', total: 1_200 })).toBe('1,200 terminals match.')
  for (const found of [null, '']) expect(matchesText({ found, total: 5 })).toBe('')
  // The text of the empty list says it.
  expect(matchesText({ found: 'KANO', total: 0 })).toBe('')
})

test('missing terminals are counted only where the number is known', () => {
  const partOf = (part: Parameters<typeof terminalListOf>[0]) =>
    incompleteText(terminalListOf({ isComplete: false, ...part }))
  expect(partOf({ knownCount: 40, totalCount: 73, incompleteReason: 'cancelled' })).toBe(
    'Incomplete: 40 of the 73 terminals that the bank named. Reading was stopped.',
  )
  // Rows of an earlier reading may be more than the bank counts now.
  expect(partOf({ knownCount: 75, totalCount: 73, incompleteReason: 'rowsRepeated' })).toBe(
    'Incomplete: the bank may have others than these. The bank sent some terminals twice.',
  )
  expect(partOf({ totalCount: null, incompleteReason: null })).toBe(
    'Incomplete: the bank may have others than these.',
  )
  const unreadable = { knownCount: 4, totalCount: 5, incompleteReason: 'rowsUnreadable' } as const
  expect(partOf({ ...unreadable, unreadFields: ['isActive', 'id'] })).toBe(
    'Incomplete: 4 of the 5 terminals that the bank named. Some terminals of the bank cannot be read (isActive, id).',
  )
  expect(partOf(unreadable)).toContain('Some terminals of the bank cannot be read.')
  expect(incompleteText(terminalListOf())).toBeNull()
  expect(partOf({ readAtMs: null, knownCount: 0, totalCount: null })).toBeNull()
})

test('an incomplete list never says that the bank has no such terminal', () => {
  const whole = terminalListOf()
  expect(noTerminalsText({ found: 'KANO' }, whole, false, null)).toBe('No terminal matches ‘KANO’.')
  expect(noTerminalsText({ found: 'KANO' }, { isComplete: false }, true, null)).toContain(
    'the bank may still have it',
  )
  const unread = { of: 'reading', error: exampleErrors.badAnswer } as const
  expect(noTerminalsText({ found: '' }, { isComplete: false }, false, unread)).toBe(
    'The bank’s list could not be read, so we do not know its terminals.',
  )
  expect(noTerminalsText({ found: '' }, { isComplete: false }, true, unread)).toBe('Reading from the bank…')
  expect(noTerminalsText({ found: '' }, whole, false, null)).toBe(
    'The bank shows no terminals for this sign-in.',
  )
  const part = { isComplete: false }
  expect(noTerminalsText({ found: '' }, part, false, null)).toBe('The bank has shown no terminals yet.')
  expect(noTerminalsText({ found: '' }, part, true, null)).toBe('Reading from the bank…')
})

test('a failed refresh says what is shown, and a refused choice says why', () => {
  const problem = (of: 'reading' | 'choice', code: CallErrorCode) => ({
    of,
    error: exampleErrors[code],
  })
  expect(terminalProblemText(problem('reading', 'unreachable'), FIXED_NOW_MS, FIXED_NOW_MS)).toBe(
    'Could not refresh. Showing 14:05. We could not reach the service.',
  )
  expect(terminalProblemText(problem('reading', 'unreachable'), null, FIXED_NOW_MS)).toBe(
    'We could not reach the service.',
  )
  expect(terminalProblemText(problem('choice', 'notAllowed'), FIXED_NOW_MS, FIXED_NOW_MS)).toBe(
    'The terminal of this counter was set by the installer and is locked.',
  )
  expect(terminalProblemText(problem('choice', 'notFound'), null, FIXED_NOW_MS)).toContain('Read it again')
})

test('the block for a message begins with the terminal’s ID, has at most twelve lines and a masked account', () => {
  const terminal = terminalOf({ accountName: 'ADA\nSTORES', isActive: false })
  const lines = terminalText(terminal, FIXED_NOW_MS, appInfo).split('\n')
  expect(lines).toEqual([
    'Terminal: 2ABC1234',
    'Merchant: MER-0007',
    'Account name: ADA STORES',
    'Payout account: ••••••1234',
    'Serial number: No serial number',
    'State: Not active',
    'Fee set by the bank: 0.5 %',
    'Registered: 4 Mar 2025, 09:12, bank’s clock',
    'Record ID: 41, merchant 7',
    'Read from the bank: 20 Nov 2026, 14:05, this computer’s clock',
    'Tillside 0.1.0, Live',
  ])
})

test('a merchant ID with several records is listed with them, and only a few of many such IDs are named', () => {
  expect(sharedMerchantTexts([])).toEqual([])
  const shared = { merchantId: 'M-7', merchantRecordIds: ['971', '71'] }
  expect(sharedMerchantTexts([shared])).toEqual([
    'The bank’s list has merchant ‘M-7’ under more than one record: 71, 971. Ask the bank which one is right.',
  ])
  expect(sharedMerchantTexts(Array.from({ length: 50 }, () => shared))).toHaveLength(3)
})
