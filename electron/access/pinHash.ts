import { scrypt, timingSafeEqual } from 'node:crypto'
import * as z from 'zod/mini'
import { parseUnknown } from '../../shared/parse.ts'

const HASH_BYTES = 32
export const SALT_BYTES = 16
/** 32 MiB and about 70 ms on a counter's computer. */
const COST = 2 ** 15
/** We write none weaker, and a stronger one, from a changed file, could block the whole program. */
const COST_MAX = 2 ** 17
const BLOCK_SIZE = 8

const hex = (bytes: number) => z.string().check(z.regex(new RegExp(`^[0-9a-f]{${bytes * 2}}$`, 'u')))

/** The stored form of a PIN, with the parameters used, so that they can grow later. */
const StoredPin = z.strictObject({
  algorithm: z.literal('scrypt'),
  cost: z.int().check(
    z.minimum(COST),
    z.maximum(COST_MAX),
    z.refine((cost) => Number.isInteger(Math.log2(cost))),
  ),
  blockSize: z.literal(BLOCK_SIZE),
  salt: hex(SALT_BYTES),
  hash: hex(HASH_BYTES),
  /** The client who was signed in when it was set; null for none. Not secret. */
  clientId: z.nullable(z.string()),
})
export type StoredPin = z.output<typeof StoredPin>

/** @returns undefined unless {@link hashPin} made it */
export function readStoredPin(kept: unknown): StoredPin | undefined {
  const parsed = parseUnknown(StoredPin, kept)
  return parsed.ok ? parsed.value : undefined
}

export async function hashPin(pin: string, salt: Uint8Array, clientId: string | null): Promise<StoredPin> {
  const hash = await derive(pin, salt, COST)
  return {
    algorithm: 'scrypt',
    cost: COST,
    blockSize: BLOCK_SIZE,
    salt: Buffer.from(salt).toString('hex'),
    hash: hash.toString('hex'),
    clientId,
  }
}

export async function isPin(pin: string, stored: StoredPin): Promise<boolean> {
  const hash = await derive(pin, Buffer.from(stored.salt, 'hex'), stored.cost)
  return timingSafeEqual(hash, Buffer.from(stored.hash, 'hex'))
}

function derive(pin: string, salt: Uint8Array, cost: number): Promise<Buffer> {
  // The default memory limit is too low for these parameters.
  const options = { N: cost, r: BLOCK_SIZE, p: 1, maxmem: 256 * cost * BLOCK_SIZE }
  return new Promise((resolve, reject) => {
    scrypt(pin, salt, HASH_BYTES, options, (error, hash) => (error === null ? resolve(hash) : reject(error)))
  })
}
