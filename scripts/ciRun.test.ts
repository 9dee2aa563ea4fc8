import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { root } from './run.ts'

/** `.ci/run` itself, in a folder where the test provides npm. */
let dir = ''
beforeEach(() => {
  dir = mkdtempSync(path.join(tmpdir(), 'tillside-ci-'))
})
afterEach(() => rmSync(dir, { recursive: true, force: true }))

function ciRun(npmTest: string, limit = '600'): { lastLine: string | undefined; status: number | null } {
  const bin = path.join(dir, 'bin')
  mkdirSync(bin, { recursive: true })
  cpSync(path.join(root, '.ci'), path.join(dir, '.ci'), { recursive: true })
  const npm = path.join(bin, 'npm')
  writeFileSync(npm, `#!/usr/bin/env bash\nif [[ $1 == ci ]]; then exit 0; fi\n${npmTest}\n`)
  chmodSync(npm, 0o755)
  const PATH = [bin, path.dirname(process.execPath), process.env['PATH']].join(path.delimiter)
  const { stdout, status } = spawnSync('bash', [path.join(dir, '.ci', 'run')], {
    encoding: 'utf8',
    timeout: 120_000,
    env: { ...process.env, PATH, CI_LIMIT: limit },
  })
  return { lastLine: stdout.trim().split('\n').at(-1), status }
}

const hasTimeout = spawnSync('timeout', ['--version']).status === 0

test.skipIf(process.platform === 'win32')('a good run ends with its count and with status 0', () => {
  expect(ciRun(`echo '3 passed, 0 failed'`)).toEqual({ lastLine: '3 passed, 0 failed', status: 0 })
})

test.skipIf(process.platform === 'win32')(
  'a count with failures, a bad status and no count are failures',
  () => {
    const ends = [
      [`echo '3 passed, 2 failed'`, '3 passed, 2 failed'],
      [`echo '3 passed, 0 failed'; exit 7`, '3 passed, 1 failed'],
      [`echo nothing`, '0 passed, 1 failed'],
    ] as const
    for (const [npmTest, lastLine] of ends) {
      const end = ciRun(npmTest)
      expect(end.lastLine, npmTest).toBe(lastLine)
      expect(end.status, npmTest).not.toBe(0)
    }
  },
)

test.skipIf(!hasTimeout)('if everything hangs, the limit ends it, and earlier passes are reported', () => {
  const hang = `trap "echo '513 passed, 2 failed'; exit 1" TERM; while :; do sleep 0.1; done`
  // Long enough for a busy machine to start the hanging commands.
  expect(ciRun(hang, '12')).toEqual({ lastLine: '513 passed, 2 failed', status: 124 })
})
