import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { takeLock } from './instanceLock.ts'

function freshDir(): string {
  const dir = mkdtempSync(path.join(tmpdir(), 'tillside-test-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  return dir
}

test('while its holder is alive a folder is locked, and contains only the lock file', () => {
  const dir = freshDir()
  expect([takeLock(dir, 'a'), takeLock(dir, 'b')]).toEqual([true, false])
  expect(readdirSync(dir)).toEqual(['stand-in.lock'])
})

test('a lock whose holder was killed is taken over', () => {
  const dir = freshDir()
  const lockFile = new URL('./instanceLock.ts', import.meta.url).href
  const script = `const { takeLock } = await import(${JSON.stringify(lockFile)}); takeLock(${JSON.stringify(dir)}, 'x'); process.kill(process.pid, 'SIGKILL')`
  spawnSync(process.execPath, ['--input-type=module', '--eval', script])
  expect(readdirSync(dir)).toContain('stand-in.lock')
  expect(takeLock(dir, 'a')).toBe(true)
})

test('if the folder cannot be written the lock is refused, as in Electron, without an exception', () => {
  const file = path.join(freshDir(), 'a file')
  writeFileSync(file, '')
  expect(takeLock(file, 'a')).toBe(false)
})
