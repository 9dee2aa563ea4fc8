import path from 'node:path'
import { expect, test } from 'vitest'
import { findBreaches } from './walls.ts'
import { sizeBreach } from './walls/contents.ts'
import { readFacts } from './walls/facts.ts'
import { readTree, type Tree } from './walls/tree.ts'

/** In-memory files; of the packages only `electron-store` and `wrapped-electron` reach Electron. */
function treeOf(sources: Readonly<Record<string, string>>): Tree {
  return {
    files: new Map(Object.entries(sources).map(([name, source]) => [name, readFacts(name, source)])),
    pages: new Map(),
    packageReachesElectron: (name) => ['electron', 'electron-store', 'wrapped-electron'].includes(name),
  }
}

function breachesOf(sources: Readonly<Record<string, string>>): readonly string[] {
  return findBreaches(treeOf(sources)).map((breach) => `${breach.path} ${breach.wall}`)
}

type Case = readonly [wall: string, breaker: string, sources: Readonly<Record<string, string>>]
const one = (wall: string, name: string, source: string): Case => [wall, name, { [name]: source }]

const rejected: readonly Case[] = [
  one('electron', 'electron/outbox/a.ts', `import { app } from 'electron'`),
  one('electron', 'electron/outbox/a.ts', `import type { App } from 'electron'`),
  one('electron', 'electron/outbox/a.ts', `export type A = import('electron').App`),
  one('electron', 'electron/outbox/a.ts', `const { app } = require('electron')`),
  one('electron', 'electron/outbox/a.ts', `await import('electron')`),
  one('electron', 'electron/outbox/a.ts', `export { app } from 'electron/main'`),
  one('electron', 'electron/backend.ts', `import Store from 'electron-store'`),
  one('electron', 'electron/backend.ts', `import 'wrapped-electron'`),
  one('electron', 'scripts/start.ts', `import 'electron'`),
  one('electron', 'electron/backend.test.ts', `import { app } from 'electron'`),
  [
    'electron',
    'electron/outbox/a.ts',
    {
      'electron/outbox/a.ts': `import { b } from './b.ts'`,
      'electron/outbox/b.ts': `export { b } from '../shell/window.ts'`,
      'electron/shell/window.ts': `import { app } from 'electron'; export const b = app`,
    },
  ],
  [
    'electron',
    'electron/settings/a.ts',
    {
      'electron/settings/a.ts': `import { type S, s } from '../shell/settingsFile.ts'`,
      'electron/shell/settingsFile.ts': `import Store from 'electron-store'; export const s = Store; export type S = Store`,
    },
  ],
  one('shared', 'shared/a.ts', `import { readFileSync } from 'node:fs'`),
  one('shared', 'shared/a.ts', `import type { Stats } from 'fs'`),
  one('shared', 'shared/a.ts', `import type { Ports } from '../electron/ports.ts'`),
  one('shared', 'shared/a.ts', `import ky from 'ky'`),
  one('shared', 'shared/a.ts', `export const a = document.title`),
  one('shared', 'shared/a.ts', `export const a = Buffer.from('a')`),
  one('shared', 'shared/a.ts', `export const a = globalThis.process.env`),
  one('renderer', 'renderer/app/App.tsx', `import { a } from '../../electron/outbox/worker/policy.ts'`),
  one('renderer', 'renderer/app/App.tsx', `import type { A } from '../../electron/backend.ts'`),
  one('renderer', 'renderer/app/App.tsx', `import { bank } from '../../sandbox/bank.ts'`),
  one('renderer', 'renderer/app/App.tsx', `import path from 'node:path'`),
  one('renderer', 'renderer/app/App.tsx', `import ky from 'ky'`),
  one('renderer', 'renderer/app/App.tsx', `import axios from 'axios'`),
  one('preload', 'electron/preload.ts', `import { calls } from '../shared/contract.ts'`),
  one('preload', 'electron/preload.ts', `import * as z from 'zod/mini'`),
  one('preload', 'electron/preload.ts', `import { readFileSync } from 'node:fs'`),
  one('preload', 'electron/preload.ts', `import { door } from './shell/ipc.ts'`),
  one('preload', 'shared/callNames.ts', `import { sale } from './sale.ts'`),
  one('door', 'electron/backend.ts', `const { ipcMain } = something`),
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
  one('ports', 'electron/outbox/a.ts', `import { systemClock } from '../shell/systemPorts.ts'`),
  one('ports', 'electron/backend.ts', `import { createTransport } from './gateway/transport.ts'`),
  one('ports', 'sandbox/bank.ts', `import { systemRandom } from '../electron/shell/systemPorts.ts'`),
  one('ports', 'electron/backend.ts', `import { start } from './main.ts'`),
  one('practice bank', 'electron/outbox/a.ts', `import { bank } from '../../sandbox/bank.ts'`),
  one('practice bank', 'electron/backend.ts', `import type { Bank } from '../sandbox/bank.ts'`),
  one('practice bank', 'sandbox/bank.ts', `import { isProvenUnsent } from '../electron/gateway/wire.ts'`),
  one('practice bank', 'sandbox/bank.ts', `import type { A } from '../electron/gateway/client.ts'`),
  one('test seam', 'electron/backend.ts', `import { double } from '../e2e/host/electron.ts'`),
  one('test seam', 'renderer/app/App.tsx', `import { fake } from '../testing/fakeBridge.ts'`),
  one('test seam', 'electron/gateway/a.ts', `import { server } from './testServers.ts'`),
  one('test seam', 'electron/backend.ts', `import { helper } from './backend.test.ts'`),
  one('test seam', 'electron/backend.ts', `import { vi } from 'vitest'`),
  one('test seam', 'sandbox/bank.ts', `import fc from 'fast-check'`),
  one('test seam', 'electron/backend.ts', `import { run } from '../scripts/check.ts'`),
  one('test seam', 'electron/backend.ts', `import { world } from '../simulation/world.ts'`),
  one('test seam', 'electron/backend.ts', `import { bars } from '../bench/barList.ts'`),
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
  one('sql', 'electron/backend.ts', `db.exec('PRAGMA synchronous=FULL')`),
  one('sql', 'electron/backend.ts', `db.exec('BEGIN IMMEDIATE')`),
  one('sql', 'electron/backend.ts', `import { DatabaseSync } from 'node:sqlite'`),
  one('clock', 'electron/outbox/a.ts', `export const a = Date.now()`),
  one('clock', 'electron/outbox/a.ts', `export const a = Date['now']()`),
  one('clock', 'electron/outbox/a.ts', `const { now } = Date`),
  one('clock', 'electron/outbox/a.ts', `export const a = new Date()`),
  one('clock', 'electron/outbox/a.ts', `export const a = Date()`),
  one('clock', 'shared/a.ts', `export const a = globalThis.performance.now()`),
  one('clock', 'sandbox/ledger.ts', `export const a = process.hrtime.bigint()`),
  one('clock', 'electron/main.ts', `export const a = Date.now()`),
  one('clock', 'renderer/app/App.tsx', `export const a = Date.now()`),
  one('clock', 'renderer/app/App.tsx', `setInterval(() => undefined, 1000)`),
  one('fields', 'renderer/ui/A.tsx', `export const a = <select name="order" />`),
  one('fields', 'renderer/ui/A.tsx', `export const a = <input type="date" />`),
  one('fields', 'renderer/ui/A.tsx', `export const a = <Field type={'date'} />`),
  one('timers', 'electron/outbox/a.ts', `setTimeout(() => undefined, 1)`),
  one('timers', 'electron/outbox/a.ts', `export const later = setImmediate`),
  one('timers', 'electron/outbox/a.ts', `export const signal = AbortSignal.timeout(1000)`),
  one('chance', 'electron/outbox/a.ts', `export const a = Math.random()`),
  one('chance', 'renderer/app/App.tsx', `export const a = crypto.randomUUID()`),
  one('network', 'electron/session/a.ts', `await fetch('https://bank.invalid')`),
  one('network', 'electron/session/a.ts', `await globalThis.fetch('https://bank.invalid')`),
  one('network', 'renderer/app/App.tsx', `new WebSocket('wss://bank.invalid')`),
  one('network', 'renderer/app/App.tsx', `window.fetch('https://bank.invalid')`),
  one('world modules', 'electron/gateway/client.ts', `import { request } from 'node:https'`),
  one('world modules', 'electron/outbox/a.ts', `import { setTimeout as sleep } from 'timers/promises'`),
  one('world modules', 'electron/outbox/a.ts', `import { randomUUID } from 'node:crypto'`),
  one('world modules', 'electron/outbox/a.ts', `import * as crypto from 'node:crypto'`),
  one('world modules', 'sandbox/bank.ts', `import { createServer } from 'node:http'`),
  one('world modules', 'electron/backend.ts', `import { createRequire } from 'node:module'`),
  one('readable', 'electron/backend.ts', `await import(name)`),
  one('readable', 'electron/backend.ts', `process.getBuiltinModule('http')`),
  one('readable', 'electron/backend.ts', `eval('1')`),
  one('readable', 'electron/backend.ts', `export const = 1`),
  one('parameters', 'electron/outbox/store/saleStore.ts', 'const sql = `SELECT id FROM sale WHERE id = ?1`'),
  one('parameters', 'electron/outbox/store/saleStore.ts', 'const sql = `${a} WHERE id > ?1 AND ${b} = ?2`'),
  one('parameters', 'bench/fixtures.ts', "db.prepare('INSERT INTO sale VALUES (?12)')"),
  one('rooms', 'electron/outbox/a.ts', `import { b } from '../terminals/b.ts'`),
  one('rooms', 'electron/outbox/a.ts', `import type { B } from '../settlements/b.ts'`),
  one('rooms', 'electron/gateway/a.ts', `export type { B } from '../session/b.ts'`),
  one('rooms', 'electron/engine.ts', `import { desk } from './desk.ts'`),
  one('rooms', 'electron/ports.ts', `import type { Notify } from './notices.ts'`),
  one('rooms', 'simulation/a.ts', `import { b } from '../electron/backend.ts'`),
  one('rooms', 'electron/newRoom/a.ts', `export {}`),
  one('cycle', 'electron/outbox/a.ts', `import { a } from './a.ts'`),
  [
    'cycle',
    'electron/outbox/a.ts',
    {
      'electron/outbox/a.ts': `import { b } from './b.ts'; export type A = typeof b`,
      'electron/outbox/b.ts': `import type { C } from './c.ts'; export const b: C = 1`,
      'electron/outbox/c.ts': `export type C = number; export type All = import('./a.ts').A`,
    },
  ],
  [
    'cycle',
    'simulation/a.test.ts',
    {
      'simulation/a.test.ts': `export { b } from './b.ts'`,
      'simulation/b.ts': `export type { A } from './a.test.ts'`,
    },
  ],
  one('size', 'electron/backend.ts', 'export {}\n'.repeat(301)),
]

test.each(rejected)('the wall "%s" rejects a breach in %s: %o', (wall, breaker, sources) => {
  expect(breachesOf(sources)).toContain(`${breaker} ${wall}`)
})

const accepted: readonly (readonly [why: string, sources: Readonly<Record<string, string>>])[] = [
  [
    'Electron in its rooms',
    {
      'electron/main.ts': `import { app } from 'electron'`,
      'electron/shell/a.ts': `import Store from 'electron-store'`,
    },
  ],
  [
    'a type of a room, which vanishes before it runs',
    {
      'bench/a.ts': `import type { A } from '../electron/shell/a.ts'`,
      'electron/shell/a.ts': `import 'electron'`,
    },
  ],
  [
    'the double in e2e',
    { 'e2e/host/launch.ts': `import { _electron } from 'playwright'; import 'electron'` },
  ],
  [
    'shared/ with itself and zod',
    { 'shared/a.ts': `import * as z from 'zod/mini'; import { b } from './b.ts'` },
  ],
  [
    'the preload as it must be',
    {
      'electron/preload.ts': `import { ipcRenderer } from 'electron'; import { callNames } from '../shared/callNames.ts'; import type { Bridge } from '../shared/contract.ts'`,
    },
  ],
  [
    'main handing ipcMain to the door',
    { 'electron/main.ts': `import { ipcMain } from 'electron'\nregisterCalls(ipcMain)` },
  ],
  ['an address told from a name', { 'electron/gateway/profile.ts': `import { isIPv4 } from 'node:net'` }],
  ['the door in its file', { 'electron/shell/ipc.ts': `import { ipcMain } from 'electron'` }],
  [
    'the practice bank where the processes are put together',
    { 'electron/shell/a.ts': `import { bank } from '../../sandbox/bank.ts'` },
  ],
  [
    'the world in its rooms',
    {
      'electron/shell/ports.ts': `setTimeout(() => Date.now() + Math.random(), 1)`,
      'electron/gateway/transport.ts': `import { request } from 'node:https'`,
    },
  ],
  ['a hash, which draws no chance', { 'electron/gateway/a.ts': `import { createHash } from 'node:crypto'` }],
  ['a date from given parts', { 'electron/outbox/a.ts': `export const a = new Date(0).toISOString()` }],
  [
    'words that only look like globals',
    {
      'electron/gateway/a.ts': `export const a = { fetch: send, setTimeout: 1 }; a.fetch; type F = typeof fetch`,
    },
  ],
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
  [
    'tests behind every wall but Electron’s',
    {
      'electron/a.test.ts': `import { createServer } from 'node:http'; import { vi } from 'vitest'; setTimeout(() => Date.now(), 1)`,
    },
  ],
  [
    'two ways to one file, which lead nowhere back',
    {
      'electron/outbox/a.ts': `import './b.ts'; import './c.ts'`,
      'electron/outbox/b.ts': `import './d.ts'`,
      'electron/outbox/c.ts': `import './d.ts'`,
      'electron/outbox/d.ts': `export {}`,
    },
  ],
  [
    'rooms as the table has them, and a test that knows two',
    {
      'electron/outbox/a.ts': `import type { B } from '../gateway/b.ts'; import '../ports.ts'; import '../../shared/c.ts'`,
      'electron/outbox/a.test.ts': `import { d } from '../terminals/d.ts'`,
      'electron/desk.ts': `import type { Engine } from './engineParts.ts'`,
      'kill-test/a.ts': `import { run } from '../scripts/run.ts'`,
    },
  ],
  ['a file at the limit', { 'electron/backend.ts': 'export {}\n'.repeat(300) }],
  ['a long test', { 'electron/a.test.ts': 'export {}\n'.repeat(900) }],
]

test.each(accepted)('the walls accept %s', (_why, sources) => {
  expect(findBreaches(treeOf(sources))).toEqual([])
})

test('a breach names the line, and the path if it is indirect', () => {
  const [first] = findBreaches(treeOf({ 'electron/outbox/a.ts': `\n\nexport const a = Date.now()` }))
  expect(first?.line).toBe(3)
  const [indirect] = findBreaches(
    treeOf({
      'scripts/a.ts': `import '../electron/shell/b.ts'`,
      'electron/shell/b.ts': `import 'electron-store'`,
    }),
  )
  expect(indirect?.what).toBe('reaches electron: scripts/a.ts → electron/shell/b.ts → electron-store')
})

test('a cycle is reported once, by its shortest path', () => {
  const breaches = findBreaches(
    treeOf({
      'shared/a.ts': `\nimport type { B } from './b.ts'`,
      'shared/b.ts': `import type { C } from './c.ts'; import type { A } from './a.ts'`,
      'shared/c.ts': `import type { A } from './a.ts'`,
    }),
  )
  expect(breaches).toEqual([
    {
      wall: 'cycle',
      path: 'shared/a.ts',
      line: 2,
      what: 'imports itself: shared/a.ts → shared/b.ts → shared/a.ts',
    },
    {
      wall: 'cycle',
      path: 'shared/c.ts',
      line: 1,
      what: 'imports itself: shared/c.ts → shared/a.ts → shared/b.ts → shared/c.ts',
    },
  ])
})

test('a long file may be allowed up to its own limit, and no further', () => {
  const allowed = new Map([['a.ts', { linesMax: 500 }]])
  expect(sizeBreach({ path: 'a.ts', lineCount: 500 }, allowed)).toEqual([])
  expect(sizeBreach({ path: 'a.ts', lineCount: 501 }, allowed)).toHaveLength(1)
})

const root = path.join(import.meta.dirname, '..')

test('of the installed packages, electron-store is found to reach Electron and those of the core are not', () => {
  const { packageReachesElectron } = readTree(root)
  expect(packageReachesElectron('electron-store')).toBe(true)
  expect(['zod', 'ky', 'zustand', 'react'].filter(packageReachesElectron)).toEqual([])
})

test('the sources of this repository pass the walls', () => {
  const tree = readTree(root)
  // A reader that finds no file would let everything pass.
  expect(tree.files.size).toBeGreaterThan(40)
  expect(findBreaches(tree)).toEqual([])
})
