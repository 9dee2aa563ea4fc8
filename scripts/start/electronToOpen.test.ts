import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { err, ok } from '../../shared/result.ts'
import { electronEnvironment, electronToOpen, type Here } from './electronToOpen.ts'
import type { GetOptions } from './getElectron.ts'
import { programPath } from './installedElectron.ts'
import type { SandboxFacts } from './chromiumSandbox.ts'

function packageWith(...files: readonly (readonly [name: string, text: string])[]): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'tillside-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  for (const [name, text] of [['package.json', '{"version":"45.3.4"}'] as const, ...files]) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true })
    writeFileSync(path.join(folder, name), text)
  }
  return folder
}

/** A system that needs no probe. */
const anywhere: SandboxFacts = {
  platform: 'darwin',
  userId: 501,
  read: () => undefined,
  stat: () => undefined,
  run: () => undefined,
}

function here(more: Partial<Here> = {}) {
  const said: string[] = []
  const asked: GetOptions[] = []
  const around: Here = {
    folder: packageWith(),
    env: {},
    hasDisplay: true,
    signal: new AbortController().signal,
    say: (line) => said.push(line),
    get: async (options) => {
      asked.push(options)
      return ok('/the/program')
    },
    sandbox: anywhere,
    ...more,
  }
  return { around, said, asked }
}

test('an installed program opens without a message and without a download', async () => {
  const folder = packageWith(
    ['dist/version', '45.3.4'],
    ['path.txt', programPath()],
    [path.join('dist', programPath()), ''],
  )
  const { around, said, asked } = here({ folder, env: { CI: 'true' } })
  expect(await electronToOpen(around)).toEqual(ok(path.join(folder, 'dist', programPath())))
  expect([said, asked]).toEqual([[], []])
})

test('a missing one is downloaded, after one line', async () => {
  const { around, said, asked } = here()
  expect(await electronToOpen(around)).toEqual(ok('/the/program'))
  expect(asked).toMatchObject([{ folder: around.folder }])
  expect(said).toEqual([
    'Tillside fetches Electron 45.3.4, once: more than 100 MB. Ctrl+C stops it; TILLSIDE_NO_DOWNLOAD=1 goes without.',
  ])
})

test.each([
  [{ TILLSIDE_NO_DOWNLOAD: '1' }, 'TILLSIDE_NO_DOWNLOAD is set'],
  [{ CI: 'true' }, 'CI is set'],
])('%o opens without it', async (env, why) => {
  const { around, asked } = here({ env })
  expect(await electronToOpen(around)).toEqual(
    err([`Electron is not on this machine, and is not fetched: ${why}.`]),
  )
  expect(asked).toEqual([])
})

test.each([{ CI: 'false' }, { CI: '' }, { TILLSIDE_NO_DOWNLOAD: '0' }])(
  '%o does not prevent it',
  async (env) => {
    const { around, asked } = here({ env })
    await electronToOpen(around)
    expect(asked).toHaveLength(1)
  },
)

test('nothing is downloaded that could not be shown', async () => {
  const { around, asked } = here({ hasDisplay: false })
  expect(await electronToOpen(around)).toEqual(err(['Electron needs a display, and this session has none.']))
  expect(asked).toEqual([])
})

test('if the package is not installed, that is reported', async () => {
  const { around, asked } = here({ folder: path.join(tmpdir(), 'tillside-is-not-there') })
  expect(await electronToOpen(around)).toEqual(
    err(['Electron’s package is not installed; `npm ci` installs it.']),
  )
  expect(asked).toEqual([])
})

test('the obstacle is one line, with the way to try again', async () => {
  const { around } = here({ get: async () => err('github.com refused the connection') })
  expect(await electronToOpen(around)).toEqual(
    err([
      'Electron could not be fetched: github.com refused the connection. `npx install-electron` tries again.',
    ]),
  )
})

test('as root nothing is downloaded, since Electron would run without its sandbox or not at all', async () => {
  const { around, asked } = here({ sandbox: { ...anywhere, platform: 'linux', userId: 0 } })
  expect(await electronToOpen(around)).toEqual(
    err(['Electron does not run as root, but as a person’s own user.']),
  )
  expect(asked).toEqual([])
})

test('a downloaded program opens only if its sandbox works', async () => {
  const sandbox: SandboxFacts = { ...anywhere, platform: 'linux', run: () => ({ status: 127, output: 'no' }) }
  const { around } = here({ sandbox })
  expect(await electronToOpen(around)).toEqual(err(['Electron’s program does not run here: no']))
})

test('no variable turns Electron into a plain Node, or disables its sandbox', () => {
  const env = { ELECTRON_RUN_AS_NODE: '1', ELECTRON_DISABLE_SANDBOX: '1', HOME: '/home/somebody' }
  expect(electronEnvironment(env)).toEqual({ HOME: '/home/somebody' })
})
