import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { SecretField } from './SecretField.tsx'

const root = path.join(import.meta.dirname, '..')

test('a field for a secret has no value attribute, and shows its problem beside it', () => {
  const html = renderToStaticMarkup(
    <SecretField label="Secret key" problem="Type it." onChange={() => undefined} autoComplete="off" />,
  )
  expect(html).toContain('type="password"')
  expect(html).not.toMatch(/\svalue=/u)
  const [, described] = /aria-describedby="([^"]+)"/u.exec(html) ?? []
  expect(html).toContain(`<span id="${described}" class="`)
  expect(html).toContain('Type it.')
})

test('SecretField is the only component with a password input', () => {
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.tsx'),
  )
  const asking = files.filter((file) =>
    readFileSync(path.join(root, file), 'utf8').includes('type="password"'),
  )
  expect(asking.filter((file) => !file.endsWith('.test.tsx'))).toEqual([path.join('ui', 'SecretField.tsx')])
})
