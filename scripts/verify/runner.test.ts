import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createRunner } from './runner.ts'

test.runIf(process.platform === 'linux')(
  'the packed copy loses its helper, which would end Chromium at once',
  async () => {
    const dir = mkdtempSync(path.join(tmpdir(), 'tillside-runner-'))
    onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
    const [reportDir, workDir] = [path.join(dir, 'report'), path.join(dir, 'work')]
    const helper = path.join(workDir, 'out', 'linux-unpacked', 'chrome-sandbox')
    for (const each of [reportDir, path.dirname(helper)]) mkdirSync(each, { recursive: true })
    const pack = path.join(dir, 'pack.mjs')
    writeFileSync(pack, `(await import('node:fs')).writeFileSync(${JSON.stringify(helper)}, '')`)
    const runner = createRunner({ reportDir, workDir, electron: path.join(dir, 'electron') })
    const run = { name: 'package', reads: 'status', commands: [[pack]], limitMs: 60_000 } as const
    expect(await runner.suite(run)).toMatchObject({ passed: 1, failed: 0 })
    expect(existsSync(helper)).toBe(false)
  },
)
