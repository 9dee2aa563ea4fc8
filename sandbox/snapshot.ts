import * as z from 'zod/mini'
import { parseUnknown } from '../shared/parse.ts'
import { LedgerState } from './ledgerState.ts'

const Snapshot = z.strictObject({ version: z.literal(1), books: LedgerState })

/** The state to store for a restart: plain JSON, copied, without tokens. */
export function snapshotOf(books: LedgerState): unknown {
  const snapshot: z.output<typeof Snapshot> = { version: 1, books }
  return snapshot
}

/** @returns undefined for anything but a complete snapshot of this version */
export function readSnapshot(value: unknown): LedgerState | undefined {
  const parsed = parseUnknown(Snapshot, value)
  return parsed.ok ? parsed.value.books : undefined
}
