import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { recordNames } from './record.ts'

test('each field has the name that the document of the service gives it', () => {
  const page = readFileSync(path.join(import.meta.dirname, '../docs/service.md'), 'utf8')
  const table = page.slice(page.indexOf('### 2.3'), page.indexOf('### 2.4'))
  const rows = [...table.matchAll(/^\| `([^`]+)` +\| [^|]+ \| `([A-Za-z]+)` /gmu)].map(
    ([, bank = '', ours = '']) => [
      ours === 'accountNumber' ? 'accountEnding' : ours,
      bank.replace('{p}', '…'),
    ],
  )
  expect(rows.length).toBeGreaterThan(10)
  expect(Object.fromEntries(rows)).toEqual(recordNames)
})
