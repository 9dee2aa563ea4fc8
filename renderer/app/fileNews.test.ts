import { expect, test } from 'vitest'
import { newsText } from './fileNews.ts'

const news = { kind: 'salvaged', atMs: 1, keptAs: 'sales.damaged-1.db', unreadableSales: 2 } as const

test('news of the file says what happened, what is safe and what to do, word for word', () => {
  expect(newsText(news, 'sales.db')).toBe(
    'Your sales file was damaged. We kept it as sales.damaged-1.db and recovered what could be read; 2 sales could not be read. Waiting sales are checked with the bank first, and not sent again before that. Do not enter any of them again. Tell support.',
  )
  expect(newsText({ ...news, unreadableSales: 0 }, 'sales.db')).toContain('every sale could be read')
  expect(newsText({ ...news, kind: 'behind', keptAs: null }, 'C:/sales.db')).toBe(
    'Your sales file (C:/sales.db) is older than the one last used here, so the newest sales may not be in it. Waiting sales in it are checked with the bank first, and not sent again before that. Look for a sale under Find before you enter it again. If you have the newer file, close Tillside and put it back.',
  )
  expect(newsText({ ...news, kind: 'foreign', keptAs: null }, 'C:/sales.db')).toContain(
    'comes from another computer, and sales recorded there since may not be in it. Use it on one computer only.',
  )
  expect(newsText({ ...news, kind: 'begunAnew', keptAs: 'sales.damaged-1.db' }, 'sales.db')).toBe(
    'Tillside started a new sales file without your earlier sales; what is left of them is kept as sales.damaged-1.db. Some of them may be paid already: look for a sale under Find before you enter it again.',
  )
  const closed = {
    ...news,
    kind: 'closedOutside' as const,
    keptAs: null,
    closedSales: 1,
    references: ['SALE-1'],
  }
  expect(newsText(closed, 'sales.db')).toBe(
    'Your sales file was changed outside Tillside: it shows 1 sale (‘SALE-1’) in a state that nothing recorded here leads to. Look for it under Find to see whether the bank has it, before you rely on it or enter it again. Tell support.',
  )
  expect(newsText({ ...closed, closedSales: 3, references: ['SALE-1', 'SALE-2'] }, 'sales.db')).toContain(
    'it shows 3 sales (‘SALE-1’, ‘SALE-2’ and 1 more) in a state that nothing recorded here leads to. Look for each',
  )
  const altered = {
    ...news,
    kind: 'altered' as const,
    unreadableSales: 0,
    foreign: ['trigger resend', 'view x'],
  }
  expect(newsText(altered, 'sales.db')).toMatch(
    /^Your sales file held what Tillside never wrote \(‘trigger resend’ and 1 more\)\. We kept it as sales\.damaged-1\.db/u,
  )
  const brought = { ...news, kind: 'brought' as const, keptAs: null }
  expect(newsText(brought, 'sales.db')).not.toContain('The backup')
  expect(newsText({ ...brought, foreign: ['view x'] }, 'sales.db')).toMatch(
    / The backup held what Tillside never wrote \(‘view x’\); it was left out\.$/u,
  )
  expect(newsText({ ...news, kind: 'logSetAside', keptAs: 'sales.stray-1.db-wal' }, 'sales.db')).toBe(
    'A log that Tillside did not leave lay beside your sales file. It could have hidden newer sales, so it was not used; it is kept as sales.stray-1.db-wal. Your sales are as they were when Tillside was last closed. If a program copies files into this folder, stop it, and tell support.',
  )
})
