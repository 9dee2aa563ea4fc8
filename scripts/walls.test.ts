import path from 'node:path'
import { expect, test } from 'vitest'
import { findBreaches } from './walls.ts'
import { readFacts } from './walls/facts.ts'
import { KEPT_APART } from './walls/folding.ts'
import { readTree, type Tree } from './walls/tree.ts'

/** In-memory files. */
function treeOf(sources: Readonly<Record<string, string>>): Tree {
  const files = Object.entries(sources).map(([name, source]) => [name, readFacts(name, source)] as const)
  return { files: new Map(files), pages: new Map() }
}

type Case = readonly [wall: string, breaker: string, source: string]
const one = (wall: string, name: string, source: string): Case => [wall, name, source]

const rejected: readonly Case[] = [
  one('door', 'electron/backend/backend.ts', `const { ipcMain } = something`),
  one('door', 'electron/main.ts', `import { ipcMain } from 'electron'\nipcMain.handle('x', () => 1)`),
  one(
    'door',
    'electron/main.ts',
    `import { ipcMain } from 'electron'\nregisterCalls(ipcMain)\nmore(ipcMain)`,
  ),
  one('door', 'electron/shell/window.ts', `import { ipcMain } from 'electron'`),
  one(
    'door',
    'electron/shell/window.ts',
    `import * as all from 'electron'; all.ipcMain.handle('x', () => 1)`,
  ),
  one(
    'door',
    'electron/shell/window.ts',
    `import * as all from 'electron'; all['ipcMain'].handle('x', () => 1)`,
  ),
  one('door', 'electron/shell/window.ts', `window.webContents.ipc.handle('x', () => 1)`),
  one('door', 'electron/shell/window.ts', `const { ipc } = contents.mainFrame; ipc.on('x', () => 1)`),
  one('door', 'electron/shell/window.ts', `import { MessageChannelMain } from 'electron'`),
  one('door', 'renderer/core/client.ts', `window.ipcRenderer.invoke('x')`),
  one('wire names', 'electron/outbox/a.ts', `export const a = (r) => r.providerRefId`),
  one('wire names', 'shared/record.ts', `export interface R { readonly terminalID: string }`),
  one('wire names', 'renderer/app/App.tsx', `export const keys = ['providerMerchantId']`),
  one('wire names', 'electron/terminals/a.ts', 'export const body = `{"terminalID":"1"}`'),
  one('sql', 'electron/outbox/worker/policy.ts', `db.exec('DELETE FROM sale')`),
  one(
    'sql',
    'electron/outbox/worker/policy.ts',
    'db.prepare(`\n select id, state\n from sale where id = ${id}`)',
  ),
  one('sql', 'electron/backend/backend.ts', `db.exec('PRAGMA synchronous=FULL')`),
  one('sql', 'electron/backend/backend.ts', `db.exec('BEGIN IMMEDIATE')`),
  one('clock', 'electron/outbox/a.ts', `export const a = Date.now()`),
  one('clock', 'electron/outbox/a.ts', `export const a = new Date()`),
  one('clock', 'electron/outbox/a.ts', `export const a = Date()`),
  one('clock', 'electron/main.ts', `export const a = Date.now()`),
  one('clock', 'renderer/app/App.tsx', `export const a = Date.now()`),
  one('fields', 'renderer/ui/A.tsx', `export const a = <select name="order" />`),
  one('fields', 'renderer/ui/A.tsx', `export const a = <input type="date" />`),
  one('fields', 'renderer/ui/A.tsx', `export const a = <Field type={'date'} />`),
  one('standing', 'electron/day/day.ts', 'const sql = `SELECT date_paid IS NOT NULL AS isPaid FROM sale`'),
  one('standing', 'electron/reports/a.ts', 'const isPaid = sale.datePaid !== null'),
  one('standing', 'renderer/features/sales/a.ts', 'const isPaid = sale.datePaid !== null'),
  one('parameters', 'electron/outbox/store/saleStore.ts', 'const sql = `SELECT id FROM sale WHERE id = ?1`'),
  one('parameters', 'electron/outbox/store/saleStore.ts', 'const sql = `${a} WHERE id > ?1 AND ${b} = ?2`'),
  one('parameters', 'proof/bench/fixtures.ts', "db.prepare('INSERT INTO sale VALUES (?12)')"),
  one('clock', 'electron/outbox/a.ts', `export const a = Date['now']()`),
  one('clock', 'electron/outbox/a.ts', `const { now } = Date`),
  one('packages', 'shared/a.ts', `import { readFileSync } from 'node:fs'`),
  one('packages', 'shared/a.ts', `import type { Stats } from 'fs'`),
  one('packages', 'shared/a.ts', `import Store from 'electron-store'`),
  one('packages', 'renderer/app/App.tsx', `import path from 'node:path'`),
  one('packages', 'renderer/app/App.tsx', `import Store from 'electron-store'`),
  one('packages', 'electron/preload.ts', `import { calls } from '../shared/contract.ts'`),
  one('packages', 'electron/preload.ts', `import * as z from 'zod/mini'`),
  one('packages', 'electron/preload.ts', `import { readFileSync } from 'node:fs'`),
  one('packages', 'electron/preload.ts', `import { door } from './shell/ipc.ts'`),
  one('packages', 'sandbox/bank.ts', `import { isProvenUnsent } from '../electron/gateway/wire.ts'`),
]

test.each(rejected)('the wall "%s" rejects a breach in %s: %s', (wall, breaker, source) => {
  const found = findBreaches(treeOf({ [breaker]: source }))
  expect(found.map((breach) => `${breach.path} ${breach.wall}`)).toContain(`${breaker} ${wall}`)
})

const accepted: readonly (readonly [why: string, sources: Readonly<Record<string, string>>])[] = [
  [
    'main handing ipcMain to the door',
    { 'electron/main.ts': `import { ipcMain } from 'electron'\nregisterCalls(ipcMain)` },
  ],
  [
    'the packages of a room, and the preload as it must be',
    {
      'shared/a.ts': `import * as z from 'zod/mini'; import { b } from './b.ts'`,
      'renderer/a.tsx': `import { A } from 'react-aria-components'; import { jsx } from 'react/jsx-runtime'`,
      'electron/preload.ts': `import { ipcRenderer } from 'electron'; import type { Bridge } from '../shared/contract.ts'`,
    },
  ],
  ['the door in its file', { 'electron/shell/ipc.ts': `import { ipcMain } from 'electron'` }],
  ['a date from given parts', { 'electron/outbox/a.ts': `export const a = new Date(0).toISOString()` }],
  [
    'wire names at the wire and in tests',
    {
      'electron/gateway/a.ts': `const a = r.providerRefId`,
      'sandbox/b.ts': `const b = 'terminalID'`,
      'electron/x.test.ts': `const c = 'terminalID'`,
    },
  ],
  ['a provider of React', { 'renderer/app/App.tsx': `export const a = <Provider provider={b} />` }],
  [
    'plain and named parameters',
    {
      'electron/outbox/store/saleStore.ts': `db.prepare('SELECT id FROM sale WHERE id = ? AND at < :now')`,
    },
  ],
  [
    'SQL in a store',
    {
      'electron/outbox/store/saleStore.ts': `db.prepare('SELECT id FROM sale')`,
      'electron/storage/open.ts': `import { DatabaseSync } from 'node:sqlite'`,
    },
  ],
  [
    'a sentence with the words of SQL',
    {
      'renderer/strings/strings.ts': `export const a = 'Select a terminal from the list, or update the list'`,
    },
  ],
]

test.each(accepted)('the walls accept %s', (_why, sources) => {
  expect(findBreaches(treeOf(sources))).toEqual([])
})

test('a small file with one reader beside it is named with the reader; a seam of a test, and a longer one, are not', () => {
  const reader = `import { b } from './b.ts'; export const a = b`
  const found = (sources: Readonly<Record<string, string>>) => findBreaches(treeOf(sources))
  const two = { 'electron/outbox/a.ts': reader, 'electron/outbox/b.ts': 'export const b = 1' }
  expect(found(two)).toMatchObject([
    {
      wall: 'folding',
      path: 'electron/outbox/b.ts',
      what: 'has one reader: it belongs in electron/outbox/a.ts',
    },
  ])
  for (const more of [
    { 'electron/outbox/b.test.ts': `import { b } from './b.ts'; b` },
    { 'electron/outbox/c.ts': reader },
    { 'electron/outbox/b.ts': 'export const b = 1' + '\n'.repeat(80) },
    { 'electron/outbox/a.ts': reader + '\n'.repeat(349) },
  ])
    expect(found({ ...two, ...more })).toEqual([])
  expect(found({ 'shared/contract.ts': reader, 'shared/b.ts': 'export const b = 1' })).toEqual([])
})

test('of what is kept apart each is there, and there are at most twenty', () => {
  const { files } = readTree(path.join(import.meta.dirname, '..'))
  const isThere = (place: string): boolean => [...files.keys()].some((file) => file.startsWith(place))
  expect(Object.keys(KEPT_APART).filter((place) => !isThere(place))).toEqual([])
  expect(Object.keys(KEPT_APART).length).toBeLessThanOrEqual(20)
})

test('a breach names the line', () => {
  const [first] = findBreaches(treeOf({ 'electron/outbox/a.ts': `\n\nexport const a = Date.now()` }))
  expect(first?.line).toBe(3)
})

test('the sources of this repository pass the walls', () => {
  const tree = readTree(path.join(import.meta.dirname, '..'))
  // A reader that finds no file would let everything pass.
  expect(tree.files.size).toBeGreaterThan(40)
  expect(findBreaches(tree)).toEqual([])
})
