import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createSafeStorage } from './safeStorageDouble.ts'

test('the double encrypts, opens again after a restart, and refuses what was changed', async () => {
  const dir = mkdtempSync(path.join(tmpdir(), 'tillside-test-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  const open = () =>
    createSafeStorage(
      () => 'protected',
      () => dir,
    )
  const sealed = await open().encryptStringAsync('a secret ₦')
  expect(sealed.toString('utf8')).not.toContain('secret')
  expect(await open().decryptStringAsync(sealed)).toEqual({ result: 'a secret ₦', shouldReEncrypt: false })
  sealed[sealed.length - 1] = (sealed.at(-1) ?? 0) ^ 1
  await expect(open().decryptStringAsync(sealed)).rejects.toThrow('authenticate')
})
