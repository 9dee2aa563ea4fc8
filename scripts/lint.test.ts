import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { root, run, tool } from './run.ts'

/** Lints one file in its own project under the real rules; returns the broken ones. */
async function brokenRules(name: string, source: string): Promise<readonly string[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'tillside-lint-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  mkdirSync(path.join(folder, path.dirname(name)), { recursive: true })
  for (const file of ['.oxlintrc.json', 'tsconfig.json'])
    copyFileSync(path.join(root, file), path.join(folder, file))
  writeFileSync(
    path.join(folder, 'electron', 'tsconfig.json'),
    '{ "extends": "../tsconfig.json", "include": ["."] }',
  )
  writeFileSync(path.join(folder, name), source)
  const args = [
    tool('oxlint'),
    '--type-aware',
    '--format=unix',
    `--config=${path.join(folder, '.oxlintrc.json')}`,
    folder,
  ]
  const { output } = await run({ args, limitMs: 180_000 })
  return [...output.matchAll(/\[Error\/[\w-]+\(([\w-]+)\)\]/gu)].map(([, rule]) => rule ?? '')
}

test.each([
  ['no-restricted-imports', `import { app } from 'electron'; app.quit()`],
  ['no-restricted-imports', `import Store from 'electron-store'; export const store = new Store()`],
  ['no-restricted-properties', `export const at = Date.now()`],
  ['no-restricted-properties', `export const chance = Math.random()`],
  ['no-restricted-globals', `setTimeout(() => undefined, 1)`],
  ['no-restricted-globals', `void fetch('https://bank.invalid')`],
  ['no-default-export', `export default 1`],
  ['no-explicit-any', `export function f(x: any): void { void x }`],
  ['no-non-null-assertion', `export const f = (x: string | null): string => x!`],
  ['no-floating-promises', `export async function f(): Promise<void> {}\nf()`],
  ['no-misused-promises', `export async function f(): Promise<boolean> { return true }\nif (f()) void f()`],
  [
    'switch-exhaustiveness-check',
    `export function f(x: 'a' | 'b'): void { switch (x) { case 'a': return } }`,
  ],
  ['no-console', `console.log('secret')`],
])('lint rejects with %s: %s', async (rule, source) => {
  expect(await brokenRules('electron/outbox/a.ts', `${source}\n`)).toContain(rule)
})

test('lint accepts Electron, the clock and timers in their room', async () => {
  const source = `import { app } from 'electron'\nsetTimeout(() => app.setName(String(Date.now())), 1)\n`
  const broken = await brokenRules('electron/shell/a.ts', source)
  expect(broken.filter((rule) => rule.startsWith('no-restricted'))).toEqual([])
})
