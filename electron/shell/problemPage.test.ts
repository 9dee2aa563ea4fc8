import { expect, test } from 'vitest'
import { problemPage } from './problemPage.ts'

test('file and lines are shown as text, whatever they hold', () => {
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
