import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { root, run, tool } from './run.ts'
import { roomsOf } from './walls/importRules.ts'
import { isShipped } from './walls/rooms.ts'
import { readTree } from './walls/tree.ts'

const IMPORTS = 'no-restricted-imports'
const TIMERS = 'no-restricted-globals'
type Case = readonly [rule: string, file: string, source: string]

/** What the linter must reject, each in its file. */
const rejected: readonly Case[] = [
  [IMPORTS, 'electron/outbox/a.ts', `import { app } from 'electron'; app.quit()`],
  [IMPORTS, 'electron/outbox/a.ts', `import type { App } from 'electron'; export type A = App`],
  [IMPORTS, 'electron/outbox/a.ts', `export const a = await import('electron')`],
  [IMPORTS, 'electron/outbox/a.ts', `export { app } from 'electron/main'`],
  [
    IMPORTS,
    'electron/backend/backend.ts',
    `import Store from 'electron-store'; export const store = new Store()`,
  ],
  [IMPORTS, 'scripts/start.ts', `import 'electron'`],
  [IMPORTS, 'electron/backend.test.ts', `import { app } from 'electron'; app.quit()`],
  [IMPORTS, 'shared/a.ts', `export type { Ports } from '../electron/ports.ts'`],
  [TIMERS, 'shared/a.ts', `export const a = document.title`],
  [TIMERS, 'shared/a.ts', `export const a = Buffer.from('a')`],
  [TIMERS, 'shared/a.ts', `export const a = process.env`],
  [IMPORTS, 'renderer/app/App.tsx', `export { a } from '../../electron/outbox/worker/policy.ts'`],
  [IMPORTS, 'renderer/app/App.tsx', `export type { A } from '../../electron/backend/backend.ts'`],
  [IMPORTS, 'renderer/app/App.tsx', `export { bank } from '../../sandbox/bank.ts'`],
  [IMPORTS, 'electron/outbox/a.ts', `export { systemClock } from '../shell/systemPorts.ts'`],
  [IMPORTS, 'electron/backend/backend.ts', `export { createTransport } from '../gateway/transport.ts'`],
  [IMPORTS, 'sandbox/bank.ts', `export { systemRandom } from '../electron/shell/systemPorts.ts'`],
  [IMPORTS, 'electron/backend/backend.ts', `export { start } from '../main.ts'`],
  [IMPORTS, 'electron/outbox/a.ts', `export { bank } from '../../sandbox/bank.ts'`],
  [IMPORTS, 'electron/backend/backend.ts', `export type { Bank } from '../../sandbox/bank.ts'`],
  [IMPORTS, 'sandbox/bank.ts', `export type { A } from '../electron/gateway/client.ts'`],
  [IMPORTS, 'electron/backend/backend.ts', `export { double } from '../../e2e/host/electron.ts'`],
  [IMPORTS, 'renderer/app/App.tsx', `export { fake } from '../testing/fakeBridge.ts'`],
  [IMPORTS, 'electron/gateway/a.ts', `export { server } from './testing/servers.ts'`],
  [IMPORTS, 'electron/backend/backend.ts', `export { helper } from './backend.test.ts'`],
  [IMPORTS, 'electron/backend/backend.ts', `export { vi } from 'vitest'`],
  [IMPORTS, 'sandbox/bank.ts', `export { default as fc } from 'fast-check'`],
  [IMPORTS, 'electron/backend/backend.ts', `export { run } from '../../scripts/check.ts'`],
  [IMPORTS, 'electron/backend/backend.ts', `export { world } from '../../proof/simulation/world.ts'`],
  [IMPORTS, 'electron/gateway/client.ts', `export { request } from 'node:https'`],
  [IMPORTS, 'electron/outbox/a.ts', `export { setTimeout as sleep } from 'timers/promises'`],
  [
    IMPORTS,
    'electron/outbox/a.ts',
    `import { randomUUID } from 'node:crypto'; export const a = randomUUID()`,
  ],
  [IMPORTS, 'electron/outbox/a.ts', `import * as all from 'node:crypto'; export const a = all`],
  [IMPORTS, 'sandbox/bank.ts', `export { createServer } from 'node:http'`],
  [IMPORTS, 'electron/backend/backend.ts', `export { createRequire } from 'node:module'`],
  [IMPORTS, 'electron/outbox/a.ts', `export { b } from '../terminals/b.ts'`],
  [IMPORTS, 'electron/outbox/a.ts', `export type { B } from '../settlements/b.ts'`],
  [IMPORTS, 'electron/outbox/rules/a.ts', `export { b } from '../store/b.ts'`],
  [IMPORTS, 'electron/outbox/rules/a.ts', `export { b } from '../sales.ts'`],
  [IMPORTS, 'electron/outbox/rules/a.ts', `export { b } from '../../storage/database.ts'`],
  [IMPORTS, 'electron/contact/a.ts', `export { b } from '../outbox/worker/b.ts'`],
  [IMPORTS, 'electron/gateway/a.ts', `export type { B } from '../session/b.ts'`],
  [IMPORTS, 'electron/engine/engine.ts', `export { desk } from '../desk/desk.ts'`],
  [IMPORTS, 'renderer/ui/A.tsx', `export { b } from '../features/sale/b.ts'`],
  [IMPORTS, 'renderer/features/auth/a.ts', `export { b } from '../sales/b.ts'`],
  [IMPORTS, 'proof/simulation/a.ts', `export { b } from '../../electron/backend/backend.ts'`],
  ['no-cycle', 'electron/outbox/c.ts', `import type { D } from './d.ts'; export type C = D`],
  ['no-restricted-properties', 'electron/outbox/a.ts', `export const at = Date.now()`],
  ['no-restricted-properties', 'electron/outbox/a.ts', `export const a = Math.random()`],
  ['no-restricted-properties', 'electron/outbox/a.ts', `export const a = AbortSignal.timeout(1000)`],
  ['no-restricted-properties', 'electron/session/a.ts', `void globalThis.fetch('https://bank.invalid')`],
  ['no-restricted-properties', 'electron/backend/backend.ts', `process.getBuiltinModule('http')`],
  [TIMERS, 'electron/outbox/a.ts', `setTimeout(() => undefined, 1)`],
  [TIMERS, 'electron/outbox/a.ts', `export const later = setImmediate`],
  [TIMERS, 'renderer/app/App.tsx', `export const a = crypto.randomUUID()`],
  [TIMERS, 'renderer/app/App.tsx', `setInterval(() => undefined, 1000)`],
  [TIMERS, 'electron/session/a.ts', `void fetch('https://bank.invalid')`],
  [TIMERS, 'renderer/app/App.tsx', `export const a = new WebSocket('wss://bank.invalid')`],
  ['no-dynamic-require', 'electron/backend/backend.ts', `export const load = (name: string) => import(name)`],
  ['no-eval', 'electron/backend/backend.ts', `eval('1')`],
  ['max-lines', 'electron/backend/backend.ts', 'export {}\n'.repeat(401)],
  ['no-default-export', 'electron/outbox/a.ts', `export default 1`],
  ['no-explicit-any', 'electron/outbox/a.ts', `export function f(x: any): void { void x }`],
  ['no-non-null-assertion', 'electron/outbox/a.ts', `export const f = (x: string | null): string => x!`],
  ['no-floating-promises', 'electron/outbox/a.ts', `export async function f(): Promise<void> {}\nf()`],
  [
    'no-misused-promises',
    'electron/outbox/a.ts',
    `export async function f(): Promise<boolean> { return true }\nif (f()) void f()`,
  ],
  [
    'switch-exhaustiveness-check',
    'electron/outbox/a.ts',
    `export function f(x: 'a' | 'b'): void { switch (x) { case 'a': return } }`,
  ],
  ['no-console', 'electron/outbox/a.ts', `console.log('secret')`],
]

const accepted: readonly (readonly [file: string, source: string])[] = [
  ['electron/main.ts', `import { app } from 'electron'; app.quit(); export { w } from './shell/window.ts'`],
  [
    'electron/shell/a.ts',
    `import { app } from 'electron'\nsetTimeout(() => app.setName(String(Date.now())), 1)\n`,
  ],
  ['electron/shell/a.ts', `export { bank } from '../../sandbox/bank.ts'`],
  ['electron/preload.ts', `export type { B } from '../shared/contract.ts'`],
  ['electron/gateway/profile.ts', `export { isIPv4 } from 'node:net'`],
  [
    'electron/gateway/a.ts',
    `export { createHash } from 'node:crypto'; export type { T } from './transport.ts'`,
  ],
  ['electron/gateway/transport.ts', `export { request } from 'node:https'`],
  ['electron/outbox/a.ts', `export type { B } from '../gateway/b.ts'; export type { P } from '../ports.ts'`],
  ['electron/outbox/a.ts', `export { b } from './worker/b.ts'; export { c } from '../../shared/c.ts'`],
  [
    'electron/outbox/rules/a.ts',
    `export { b } from '../../storage/canonicalJson.ts'; export { c } from './c.ts'`,
  ],
  ['electron/contact/a.ts', `export { b } from '../outbox/rules/b.ts'`],
  ['electron/desk/desk.ts', `export type { Engine } from '../engine/engine.ts'`],
  [
    'electron/outbox/a.test.ts',
    `export { d } from '../terminals/d.ts'; export { createServer } from 'node:http'`,
  ],
  ['shared/a.ts', `export * from 'zod/mini'; export { b } from './b.ts'`],
  [
    'renderer/features/sale/a.ts',
    `export { b } from '../sales/b.ts'; export { later } from '../../app/lazyLoading.ts'`,
  ],
  ['sandbox/bank.ts', `export type { A } from '../electron/gateway/wire.ts'`],
  ['proof/kill-test/a.ts', `export { run } from '../../scripts/run.ts'`],
]

/** Several cases of one ordinary name have a file each; others, a tree. */
const own = (file: string, place: number): string =>
  file.replace(/\/(?:a|A|App|bank)\.(tsx?)$/u, `/a${place}.$1`)

const ROOMS = ['electron', 'shared', 'renderer', 'sandbox', 'proof', 'scripts']
let folder = ''
let broken: ReadonlyMap<string, readonly string[]> = new Map()

const all = (): readonly (readonly [file: string, source: string])[] => [
  ...rejected.map(([, file, source]) => [file, source] as const),
  ...accepted,
]

/** Cases of one path are in trees of their own: `3/electron/outbox/a.ts`. One run lints each. */
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'tillside-lint-'))
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'), 'junction')
  const sources = all().map(([file, source], place) => [own(file, place), source] as const)
  const lines: string[] = []
  const byTree = Map.groupBy(
    sources.entries(),
    ([index, [file]]) => sources.slice(0, index).filter(([other]) => other === file).length,
  )
  for (const [number, cases] of byTree) {
    const tree = path.join(folder, String(number))
    const put = (file: string, source: string): void => {
      mkdirSync(path.join(tree, path.dirname(file)), { recursive: true })
      writeFileSync(path.join(tree, file), source)
    }
    for (const file of ['oxlint.config.ts', 'oxlint.base.json', 'tsconfig.json']) copy(file, tree)
    for (const file of ['scripts/walls/importRules.ts', 'docs/rooms.md']) copy(file, tree)
    for (const room of ROOMS)
      put(`${room}/tsconfig.json`, '{ "extends": "../tsconfig.json", "include": ["."] }')
    put('electron/outbox/d.ts', `import type { C } from './c.ts'; export type D = C`)
    for (const [, [file, source]] of cases) put(file, `${source}\n`)
    // Only the first has cases that need types.
    const typed = number === 0 ? ['--type-aware'] : []
    const args = [tool('oxlint'), ...typed, '--format=unix', '-c', path.join(tree, 'oxlint.config.ts')]
    const { output } = await run({ args: [...args, tree], limitMs: 180_000 })
    for (const [, file = '', rule = ''] of output.matchAll(
      /^(\S+?):\d+:\d+: .*\[Error\/[\w-]+\(([\w-]+)\)\]$/gmu,
    ))
      lines.push(`${number} ${path.relative(tree, path.resolve(root, file)).replaceAll('\\', '/')} ${rule}`)
  }
  const found = Map.groupBy(lines, (line) => line.split(' ').slice(0, 2).join(' '))
  broken = new Map([...found].map(([key, all]) => [key, all.map((line) => line.split(' ')[2] ?? '')]))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function copy(file: string, tree: string): void {
  mkdirSync(path.join(tree, path.dirname(file)), { recursive: true })
  copyFileSync(path.join(root, file), path.join(tree, file))
}

function brokenIn(place: number): readonly string[] {
  const files = all().map(([file], each) => own(file, each))
  const file = files[place] ?? ''
  const number = files.slice(0, place).filter((other) => other === file).length
  return broken.get(`${number} ${file}`) ?? []
}

test.each(rejected.map((each, place) => [...each, place] as const))(
  'lint rejects with %s in %s: %s',
  (rule, _file, _source, place) => {
    expect(brokenIn(place)).toContain(rule)
  },
)

test.each(accepted.map((each, place) => [...each, place] as const))(
  'lint accepts in %s: %s',
  (_file, _source, place) => {
    const rules = brokenIn(rejected.length + place)
    expect(rules.filter((rule) => rule.startsWith('no-restricted'))).toEqual([])
  },
)

test('the table of rooms has a row for each folder of main, and for each file that ships', () => {
  const { rooms, all, ofMain } = roomsOf(page())
  expect(all).toEqual(['shared/'])
  expect(ofMain).toEqual(['electron/ports.ts', 'electron/work/', 'electron/clock/'])
  const places = rooms.flatMap(({ paths }) => paths)
  const folders = readdirSync(path.join(root, 'electron'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'testing')
    .map(({ name }) => `electron/${name}/`)
  expect(folders.filter((each) => !places.includes(each))).toEqual([])
  const shipped = [...readTree(root).files.keys()].filter(isShipped)
  const has = (file: string): boolean =>
    places.some((place) => (place.endsWith('/') ? file.startsWith(place) : file === place))
  expect(shipped.filter((file) => !has(file))).toEqual([])
})

const page = (): string => readTree(root).pages.get('docs/rooms.md') ?? ''
