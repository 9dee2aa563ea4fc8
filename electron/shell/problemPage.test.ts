import { expect, test } from 'vitest'
import { StorageError, type StorageReason } from '../storage/database.ts'
import { problemOf, problemPage } from './problemPage.ts'

test('file and lines are escaped', () => {
  const page = problemPage(
    {
      title: 'The profile cannot be used',
      file: '/a/<b>&"c"',
      lines: ['<script>x</script>: is not a known key'],
    },
    'abc',
  )
  expect(page).toContain('/a/&lt;b&gt;&amp;&quot;c&quot;')
  expect(page).toContain('&lt;script&gt;x&lt;/script&gt;: is not a known key')
  expect(page).not.toContain('<script')
  expect(page).toContain('<style nonce="abc">')
})

const pageOf = (reason: StorageReason): string =>
  problemPage(problemOf(new StorageError(reason, 'in short', { file: '/shop/live/sales.db' })), 'abc')

test('a missing file: the page names it, says that nothing was created or sent, and how to start anew', () => {
  const page = pageOf('missing')
  expect(page).toContain('<h1>The sales on this computer cannot be opened.</h1>')
  expect(page).toContain('File: <code>/shop/live/sales.db</code>')
  expect(page).toContain('the file that holds them is gone from its folder.')
  expect(page).toContain('Tillside did not begin a new one, and nothing was sent.')
  expect(page).toContain('Put the file back, from the recycle bin, from a backup')
  expect(page).toContain('make an empty file named begin-new-sales-file in the same folder')
  expect(page).toContain('Do not enter those sales again before you have looked for them at the bank')
})

test('an unreadable file: the page says that it was not changed, and to keep it', () => {
  const page = pageOf('damaged')
  expect(page).toContain('is damaged, and none of it can be read.')
  expect(page).toContain('It was left as it is.')
  expect(page).toContain('Support may be able to read the damaged file, so keep it.')
  expect(page).not.toContain('No sale was touched.')
})

test('a folder that cannot be written: the page says that the sales in it are safe', () => {
  const page = pageOf('readOnly')
  expect(page).toContain('Tillside may not write in the folder of your sales.')
  expect(page).toContain('Every sale in it is safe. Nothing is recorded or sent meanwhile.')
})

test('something else in place of sales.head: the page names it and says to move it', () => {
  const error = new StorageError('headFile', 'in short', { file: '/shop/live/sales.head' })
  const page = problemPage(problemOf(error), 'abc')
  expect(page).toContain('File: <code>/shop/live/sales.head</code>')
  expect(page).toContain('Move what is in its place to another folder, then open Tillside again.')
})

test('a lock file that cannot be used: the page names it and says to move it, and that the sales are safe', () => {
  const error = new StorageError('lockFile', 'in short', { file: '/shop/live/sales.lock' })
  const page = problemPage(problemOf(error), 'abc')
  expect(page).toContain('File: <code>/shop/live/sales.lock</code>')
  expect(page).toContain('so that no second Tillside opens your sales at the same time.')
  expect(page).toContain('Every sale is safe.')
  expect(page).toContain('Move what is in its place to another folder, then open Tillside again.')
})
