import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { practiceProfile } from '../electron/gateway/profile.ts'
import { profileMeanings } from './profileMeanings.ts'
import { root } from './run.ts'

/** Every setting of a profile in dotted form, with its default. */
function defaultsOf(group: object, prefix = ''): readonly (readonly [string, string])[] {
  return Object.entries(group).flatMap(([key, value]: [string, unknown]) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? defaultsOf(value, `${prefix}${key}.`)
      : [[prefix + key, JSON.stringify(value)] as const],
  )
}

const pageOf = (name: string): string => readFileSync(path.join(root, 'docs', name), 'utf8')

test('the page about the profile names every key with its default, and no other', () => {
  const rows = [...pageOf('profile.md').matchAll(/^\| `([A-Za-z.]+)` +\| `([^`]*)` +\|/gmu)]
  expect(rows.map(([, key, value]) => [key, value])).toEqual(defaultsOf(practiceProfile()))
})

test('the installer’s table has every key with its meaning, default and example, as the editor shows them', () => {
  const rows = [
    ...pageOf('installer.md').matchAll(/^\| `([A-Za-z.]+)` +\| (.+?) +\| `([^`]*)` +\| `([^`]*)` +\|$/gmu),
  ]
  const defaults = new Map(defaultsOf(practiceProfile()))
  expect(rows.map(([, ...cells]) => cells)).toEqual(
    Object.entries(profileMeanings).map(([key, { means, example }]) => [
      key,
      means,
      defaults.get(key),
      JSON.stringify(example),
    ]),
  )
})

test('both pages name every example, and only files, pages and commands that exist', () => {
  const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
    scripts: Readonly<Record<string, string>>
  }
  const folder = path.join(root, 'build/profiles')
  for (const name of ['installer.md', 'profile.md']) {
    const page = pageOf(name)
    for (const file of readdirSync(folder))
      expect({ name, page }).toMatchObject({ page: expect.stringContaining(file) })
    for (const [, command = ''] of page.matchAll(/\bnpm run ([a-z:]+)/gu))
      expect(scripts).toHaveProperty([command])
    for (const [, link = ''] of page.matchAll(/\]\(([a-z0-9/-]+\.md)\)/gu)) {
      expect({ link, isThere: existsSync(path.join(root, 'docs', link)) }).toEqual({ link, isThere: true })
    }
  }
})
