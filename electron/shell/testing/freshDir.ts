import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { onTestFinished } from 'vitest'

/** An empty folder that is gone when the test is. */
export function freshDir(): string {
  const dir = mkdtempSync(path.join(tmpdir(), 'tillside-test-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  return dir
}
