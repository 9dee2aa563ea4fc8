import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { installerVersion } from './installerVersion.ts'
import { freshDir } from './testing/freshDir.ts'
import { macArchive, windowsInstaller } from './testing/installers.ts'

function written(bytes: Buffer | string): string {
  const file = path.join(freshDir(), 'installer')
  writeFileSync(file, bytes)
  return file
}

test.each(['9.9.9', '1.2.3-beta.1'])('the version inside an installer is read: %s', async (version) => {
  expect(await installerVersion(written(windowsInstaller(version)), 'windows')).toBe(version)
  expect(await installerVersion(written(macArchive(version)), 'mac')).toBe(version)
  expect(await installerVersion(written(macArchive(version, true)), 'mac')).toBe(version)
})

test('no version, two versions, or a file that is not an installer: null', async () => {
  const two = windowsInstaller('1.0.0', '9.9.9')
  expect(await installerVersion(written(two), 'windows')).toBeNull()
  const cut = windowsInstaller('9.9.9').subarray(0, 0x210)
  for (const bytes of ['', 'MZ.', Buffer.alloc(5_000), windowsInstaller(), cut]) {
    expect(await installerVersion(written(bytes), 'windows')).toBeNull()
  }
  const archive = macArchive('9.9.9')
  for (const bytes of ['', 'PK', archive.subarray(0, 200), Buffer.concat([archive.subarray(200)])]) {
    expect(await installerVersion(written(bytes), 'mac')).toBeNull()
  }
  expect(await installerVersion(path.join(freshDir(), 'gone'), 'mac')).toBeNull()
})

test('offsets beyond the file, or lengths beyond the memory: null', async () => {
  for (const at of [0x3c, 0x80 + 24 + 0xf0 + 40 + 16, 0x80 + 24 + 0xf0 + 40 + 20]) {
    const bytes = windowsInstaller('9.9.9')
    bytes.writeUInt32LE(0xfffffff0, at)
    expect(await installerVersion(written(bytes), 'windows'), String(at)).toBeNull()
  }
  for (const back of [6, 10]) {
    const bytes = macArchive('9.9.9')
    bytes.writeUInt32LE(0xfffffff0, bytes.length - back)
    expect(await installerVersion(written(bytes), 'mac'), String(back)).toBeNull()
  }
})
