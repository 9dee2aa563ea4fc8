import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { err, ok, type Result } from '../../shared/result.ts'
import { programPath } from '../start/installedElectron.ts'
import type { SandboxFacts } from '../start/sandbox.ts'
import { obtainElectron, type Here } from './obtain.ts'

/** A system on which the sandbox needs no helper. */
const works: SandboxFacts = {
  platform: 'darwin',
  userId: 501,
  read: () => undefined,
  stat: () => undefined,
  run: () => ({ status: 0, output: '' }),
}

function here(got: Result<string, string> = err('nothing answered'), more: Partial<Here> = {}) {
  const folder = mkdtempSync(path.join(tmpdir(), 'tillside-electron-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  writeFileSync(path.join(folder, 'package.json'), '{ "version": "45.3.4" }')
  return { hasDisplay: true, folder, get: vi.fn<Here['get']>(async () => got), sandbox: works, ...more }
}

test('without a display or as root nothing is downloaded, and one line says why', async () => {
  const without = here(ok('program'), { hasDisplay: false })
  expect(await obtainElectron(without)).toEqual(err(['Electron needs a display, and this session has none.']))
  const asRoot = here(ok('program'), { sandbox: { ...works, platform: 'linux', userId: 0 } })
  expect(await obtainElectron(asRoot)).toEqual(
    err(['Electron does not run as root, but as a person’s own user.']),
  )
  for (const { get } of [without, asRoot]) expect(get).not.toHaveBeenCalled()
})

test('an installed one is not downloaded again', async () => {
  const present = here()
  const program = path.join(present.folder, 'dist', programPath())
  mkdirSync(path.dirname(program), { recursive: true })
  for (const [file, text] of [
    [program, ''],
    [path.join(present.folder, 'dist', 'version'), 'v45.3.4'],
    [path.join(present.folder, 'path.txt'), programPath()],
  ] as const)
    writeFileSync(file, text)
  expect(await obtainElectron(present)).toEqual(ok(program))
  expect(present.get).not.toHaveBeenCalled()
})

test('a missing one is downloaded; a failure is explained in one line', async () => {
  expect(await obtainElectron(here(ok('program')))).toEqual(ok('program'))
  expect(await obtainElectron(here())).toEqual(err(['Electron could not be fetched: nothing answered.']))
})

test('if its sandbox cannot work, it does not run, and the lines say how to fix it', async () => {
  const blocked: SandboxFacts = {
    ...works,
    platform: 'linux',
    userId: 1000,
    run: (command) => ({ status: command === 'program' ? 0 : 1, output: '' }),
  }
  const found = await obtainElectron(here(ok('program'), { sandbox: blocked }))
  expect(found).toMatchObject({
    ok: false,
    error: expect.arrayContaining([expect.stringMatching(/chmod 4755/u)]),
  })
})
