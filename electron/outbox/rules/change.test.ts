import { expect, test } from 'vitest'
import { moved } from './change.ts'
import type { SaleRow } from './saleRow.ts'

const now = { wallMs: 9_000, awakeMs: 9_000 }
const waived = { sendCount: 0, askWaived: true, lookedUpAwakeMs: 8_000, version: 1 }

test.each([
  ['foundChanged', { state: 'queued', heldReason: null }],
  ['managerRestores', { state: 'held', heldReason: 'factsChanged' }],
] as const)(
  'a look-up and a waiver were about other facts, so they end with %s',
  (event, { state, heldReason }) => {
    const sale = { ...waived, state, heldReason } as SaleRow
    expect(moved(sale, event, {}, now)).toMatchObject({ value: { askWaived: false, lookedUpAwakeMs: null } })
  },
)
