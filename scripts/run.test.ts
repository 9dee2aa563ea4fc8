import { expect, test } from 'vitest'
import { run, runInTurn, tool } from './run.ts'

const LIMIT_MS = 120_000

test('output and exit status are returned unchanged', async () => {
  const script = `process.stdout.write('one\\n'); process.stderr.write('two\\n'); process.exitCode = 3`
  const finished = await run({ args: ['-e', script], limitMs: LIMIT_MS })
  expect(finished).toMatchObject({ exitCode: 3, timedOut: false })
  expect(finished.output.split('\n').sort()).toEqual(['', 'one', 'two'])
})

test('long output is complete', async () => {
  const finished = await run({ args: ['-e', `console.log('x'.repeat(2_000_000))`], limitMs: LIMIT_MS })
  expect(finished.output).toHaveLength(2_000_001)
})

test('a command that exceeds its limit is ended, and the result says so', async () => {
  const finished = await run({ args: ['-e', `console.log('up'); setInterval(() => {}, 1000)`], limitMs: 700 })
  expect(finished).toMatchObject({ exitCode: null, timedOut: true })
})

test('several commands share one limit, and their outputs are joined', async () => {
  const slow = ['-e', `console.log('up'); setTimeout(() => {}, 2_500)`]
  const finished = await runInTurn({ commands: [slow, slow, slow], limitMs: 4_000 })
  expect(finished).toMatchObject({ exitCode: null, timedOut: true })
  expect((finished.output.match(/up/gu) ?? []).length).toBeLessThan(3)
  const quick = ['-e', `console.log('up')`]
  const whole = await runInTurn({ commands: [quick, quick], limitMs: LIMIT_MS })
  expect(whole).toMatchObject({ exitCode: 0, timedOut: false, output: 'up\nup\n' })
})

test('a child that outlives its parent and holds the output open does not delay the run', async () => {
  const script = `require('node:child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'inherit' }).unref()`
  const finished = await run({ args: ['-e', script], limitMs: LIMIT_MS })
  expect(finished).toMatchObject({ exitCode: 0, timedOut: false })
})

test('tools run on the same Node as this test', async () => {
  const finished = await run({ args: ['-p', 'process.execPath'], limitMs: LIMIT_MS })
  expect(finished.output.trim()).toBe(process.execPath)
  expect(tool('typescript', 'tsc')).toMatch(/typescript/u)
  expect(() => tool('typescript', 'nothing')).toThrow('no command nothing')
})

test('tests cannot download Electron, in this process or in a child', async () => {
  const script = `console.log(process.env.TILLSIDE_NO_DOWNLOAD, process.env.ELECTRON_MIRROR)`
  const finished = await run({ args: ['-e', script], limitMs: LIMIT_MS })
  expect(finished.output.trim()).toBe('1 http://127.0.0.1:9/')
  expect(process.env).toMatchObject({ TILLSIDE_NO_DOWNLOAD: '1', ELECTRON_MIRROR: 'http://127.0.0.1:9/' })
})
