import { expect, test } from 'vitest'
import { settingsKey } from './settingsKey.ts'

test('owners cannot share a name, and no part opens a path', () => {
  const keys = [
    settingsKey('terminal', 'a:b', 'c'),
    settingsKey('terminal', 'a', 'b:c'),
    settingsKey('terminal', 'a', 'b', 'c'),
    settingsKey('terminal', 'live https://bank.example/a', 'c'),
  ]
  expect(new Set(keys).size).toBe(keys.length)
  for (const key of keys) expect(key).not.toContain('.')
})
