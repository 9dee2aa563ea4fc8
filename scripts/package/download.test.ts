import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { builderConfig } from '../../build/electron-builder.config.ts'
import { packFor } from '../../build/electronBuilder.ts'
import { packSample, type SamplePackage } from './testing/samplePackage.ts'

const dir = mkdtempSync(path.join(tmpdir(), 'tillside-download-'))
const asked: string[] = []
let server: Server
let sample: SamplePackage

beforeAll(async () => {
  sample = await packSample([])
  server = createServer((request, response) => {
    asked.push(request.url ?? '')
    response.end('somebody else’s')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
})

afterAll(() => {
  vi.unstubAllEnvs()
  server.close()
  sample.remove()
  rmSync(dir, { recursive: true, force: true })
})

test('an Electron that differs from the locked one is not packed, from any source', async () => {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  vi.stubEnv('ELECTRON_MIRROR', `http://127.0.0.1:${address.port}/`)
  const config = builderConfig({
    appDir: sample.appDir,
    outDir: path.join(dir, 'out'),
    licencesFile: sample.licencesFile,
    profileFile: null,
    variant: null,
    electronDir: null,
    signature: 'none',
    withSourceMaps: false,
    withUpdates: false,
  })
  await expect(
    packFor({ system: 'linux', isUnpacked: true, isElectronGiven: false }, config),
  ).rejects.toThrow(/checksum/u)
  // The host is not asked for the right checksum.
  expect(asked).toEqual([expect.stringMatching(/^\/v[\d.]+\/electron-v[\d.]+-linux-x64\.zip$/u)])
})
