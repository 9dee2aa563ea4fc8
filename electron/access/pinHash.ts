import { scrypt, timingSafeEqual } from 'node:crypto'
import * as z from 'zod/mini'
import { parseUnknown } from '../../shared/parse.ts'

const HASH_BYTES = 32
export const SALT_BYTES = 16
/** 32 MiB and some 70 ms on a counter's computer. */
const COST = 2 ** 15
/** Weaker is not ours, and stronger than this would let a changed file hold up the whole program. */
const COST_MAX = 2 ** 17
const BLOCK_SIZE = 8

const hex = (bytes: number) => z.string().check(z.regex(new RegExp(`^[0-9a-f]{${bytes * 2}}$`, 'u')))

/** What is kept of a PIN, with the parameters that made it, so that they can grow later. */
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
  /** Under whose sign-in it was set; null where nobody was signed in. No secret. */
  clientId: z.nullable(z.string()),
})
export type StoredPin = z.output<typeof StoredPin>

/** @returns undefined where it is not what {@link hashPin} made */
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
  // The default bound on memory is below what these parameters need.
  const options = { N: cost, r: BLOCK_SIZE, p: 1, maxmem: 256 * cost * BLOCK_SIZE }
  return new Promise((resolve, reject) => {
    scrypt(pin, salt, HASH_BYTES, options, (error, hash) => (error === null ? resolve(hash) : reject(error)))
  })
}
