import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { callNames, eventNames } from '../../shared/contract.ts'
import { createClient } from '../core/client.ts'
import { createBridgeDouble } from '../testing/bridgeDouble.ts'
import { FIXED_NOW_MS } from '../testing/fixtures.ts'
import { createAppStore } from './store.ts'
import { disputeSlice } from '../features/disputes/disputeSlice.ts'
import { terminalChangeSlice } from '../features/terminals/terminalChangeSlice.ts'

test('the screen listens to every event of the contract', async () => {
  const double = createBridgeDouble()
  const heard = new Set<string>()
  const client = createClient({
    ...double,
    listen: (name, listener) => {
      heard.add(name)
      return double.listen(name, listener)
    },
  })
  const { start, joinLater } = createAppStore(client, () => FIXED_NOW_MS).getState()
  await start()
  for (const slice of [terminalChangeSlice, disputeSlice]) joinLater(slice)
  expect(heard).toEqual(new Set(eventNames))
})

test('the screen makes every call of the contract', () => {
  const files = globSync('**/*.{ts,tsx}', { cwd: path.join(import.meta.dirname, '..') })
  const sources = files
    .filter((file) => !file.startsWith('testing') && !file.includes('.test.'))
    .map((file) => readFileSync(path.join(import.meta.dirname, '..', file), 'utf8'))
    .join('')
  expect(callNames.filter((name) => !sources.includes(`'${name}'`))).toEqual([])
})
