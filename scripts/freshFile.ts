/**
 * Runs before each test file. The files share a few processes, because starting one for each took longer than most of
 * their tests. Each file gets fresh copies of our modules, so that no mock or state carries over.
 */
import type * as crypto from 'node:crypto'
import { vi } from 'vitest'

vi.resetModules()

type Scrypt = typeof crypto.scrypt
type OnKey = (error: Error | null, key: Buffer) => void

/**
 * Deriving a PIN's key is slow on purpose. The same PIN, salt and cost give the same key, so each file derives it once
 * instead of in every test.
 */
vi.mock('node:crypto', async (original) => {
  const real = await original<typeof crypto>()
  return { ...real, scrypt: remembering(real.scrypt) }
})

function remembering(scrypt: Scrypt): Scrypt {
  const keys = new Map<string, Promise<Buffer>>()
  const derive = (pin: string, salt: Buffer, bytes: number, options: crypto.ScryptOptions): Promise<Buffer> =>
    new Promise((resolve, reject) => {
      scrypt(pin, salt, bytes, options, (error, key) => (error === null ? resolve(key) : reject(error)))
    })
  const remembered = (
    pin: string,
    salt: Buffer,
    bytes: number,
    options: crypto.ScryptOptions,
    onKey: OnKey,
  ): void => {
    const name = JSON.stringify([pin, Buffer.from(salt).toString('hex'), bytes, options])
    const key = keys.get(name) ?? derive(pin, salt, bytes, options)
    keys.set(name, key)
    key.then(
      (found) => setImmediate(onKey, null, Buffer.from(found)),
      (error: Error) => setImmediate(onKey, error, Buffer.alloc(0)),
    )
  }
  return remembered as unknown as Scrypt
}
