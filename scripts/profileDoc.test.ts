import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { practiceProfile } from '../electron/gateway/profile.ts'
import { root } from './run.ts'

/** Every setting of a profile in dotted form, with its default. */
function defaultsOf(group: object, prefix = ''): readonly (readonly [string, string])[] {
  return Object.entries(group).flatMap(([key, value]: [string, unknown]) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? defaultsOf(value, `${prefix}${key}.`)
      : [[prefix + key, JSON.stringify(value)] as const],
  )
}

test('the page about the profile names every key with its default, and no other', () => {
  const page = readFileSync(path.join(root, 'docs/profile.md'), 'utf8')
  const rows = [...page.matchAll(/^\| `([A-Za-z.]+)` +\| `([^`]*)` +\|/gmu)]
  expect(rows.map(([, key, value]) => [key, value])).toEqual(defaultsOf(practiceProfile()))
})
