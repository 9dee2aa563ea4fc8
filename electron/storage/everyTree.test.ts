import { copyFileSync, mkdtempSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { everyOther, extent, isWhole } from '../../scripts/extent.ts'
import { createSeededRandom } from '../testing/virtualTime.ts'
import { openDatabase, salesFile } from './database.ts'
import { flip, ruinPage, treesOf } from './testing/bitFlips.ts'
import {
  fillFile,
  open,
  queuedIn,
  salesIn,
  startOn,
  unreadableIn,
  type Stored,
} from './testing/filledFile.ts'

const COUNT = 300
const PAGE_BYTES = 4_096
const FLIPS = extent(8, 1)

let dir = ''
let sound = ''
let trees: ReadonlyMap<string, readonly number[]> = new Map()
let recorded: readonly Stored[] = []
let queued: readonly string[] = []
beforeAll(() => {
  dir = mkdtempSync(path.join(tmpdir(), 'tillside-trees-'))
  sound = path.join(dir, 'sound')
  fillFile(sound, COUNT)
  trees = treesOf(salesFile(sound))
  const file = open(sound)
  recorded = salesIn(file)
  queued = queuedIn(file)
  file.close()
})
afterAll(() => rmSync(dir, { recursive: true, force: true }))

const IDENTITY = [
  'sequence',
  'transaction_id',
  'environment',
  'partner_url',
  'client_id',
  'amount_kobo',
  'recorded_at_ms',
] as const
const DOUBTED: readonly string[] = ['queued', 'sending', 'review', 'held']

interface Found {
  readonly outcome: 'sound' | 'salvaged' | 'refused'
  readonly missing: number
}

/**
 * Damages a copy of the file, starts on it, and checks the result: each sale is as recorded or reported lost, no sale
 * that may have been sent is queued, and a file that passes hides no damage.
 */
function damaged(damage: (file: string) => void, canLoseRows: boolean): Found {
  const dataDir = mkdtempSync(path.join(dir, 'case-'))
  mkdirSync(dataDir, { recursive: true })
  copyFileSync(salesFile(sound), salesFile(dataDir))
  damage(salesFile(dataDir))
  let file: ReturnType<typeof open>
  try {
    file = open(dataDir)
  } catch {
    // Nothing can be read: the file stays as it is, and a person is told.
    expect(readdirSync(dataDir).filter((name) => name.includes('damaged'))).toEqual([])
    return { outcome: 'refused', missing: 0 }
  }
  try {
    const outcome = startOn(file)
    const kept = new Map(salesIn(file).map((sale) => [sale.sequence, sale]))
    const missing = recorded.filter(({ sequence }) => !kept.has(sequence))
    if (outcome === 'sound') expect(queuedIn(file)).toEqual(queued)
    else {
      expect(queuedIn(file)).toEqual([])
      expect(unreadableIn(file)).toBe(missing.length)
      expect(readdirSync(dataDir).some((name) => name.startsWith('sales.damaged'))).toBe(true)
    }
    if (!canLoseRows) expect(missing).toEqual([])
    for (const sale of recorded) {
      const after = kept.get(sale.sequence)
      if (after === undefined) continue
      if (!canLoseRows) for (const column of IDENTITY) expect(after[column]).toBe(sale[column])
      const state = outcome === 'salvaged' && DOUBTED.includes(sale.state) ? 'unknown' : sale.state
      expect([sale.sequence, after.state]).toEqual([sale.sequence, state])
    }
    expect(kept.size).toBe(COUNT - missing.length)
    return { outcome, missing: missing.length }
  } finally {
    file.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

const TABLES = ['sale', 'attempt', 'audit', 'meta']
const DISPUTES = ['dispute', 'dispute_step', 'dispute_sale']
/** Derived from the sales and the audit, so they are made anew. */
const DERIVED = ['sale_total', 'sale_quarter', 'terminal_change', 'till', 'handover', ...DISPUTES]
const NAMES = [
  ...TABLES,
  ...DERIVED,
  'sqlite_autoindex_sale_1',
  'sale_open',
  'sale_due',
  'sale_sending',
  'sale_sent',
  'sale_unpaid',
  'sale_known',
  'sale_held',
  'sale_queue',
  'sale_open_alike',
  'sale_unpaid_since',
  'sale_refused',
  'sale_refusal',
  'sale_removed',
  'sale_own',
  'sale_corrects',
  'sale_alike',
  'sale_amount',
  'sale_differing',
  'attempt_of_sale',
  'audit_of_sale',
  'sqlite_autoindex_terminal_change_1',
  'terminal_change_own',
  'terminal_change_open',
  'sqlite_autoindex_till_1',
  'sqlite_autoindex_handover_1',
  'handover_of_till',
  'handover_waiting',
  'handover_slip',
  'handover_sale',
  'sqlite_autoindex_dispute_1',
  'sqlite_autoindex_dispute_sale_1',
  'dispute_own',
  'dispute_steps',
  'dispute_of_sale',
]

test('every table and every index of the file is damaged once', () => {
  expect([...trees.keys()].toSorted()).toEqual([...NAMES, 'sqlite_schema'].toSorted())
})

test.for(everyOther(NAMES, 2))('%s damaged: flipped bits, and a page ruined', (name) => {
  const pages = trees.get(name) ?? []
  const [first = 0] = pages
  const canLoseRows = TABLES.includes(name)
  const random = createSeededRandom(NAMES.indexOf(name) + 1)
  for (let each = 0; each < FLIPS; each += 1) {
    const page = pages[Math.floor(random.next() * pages.length)] ?? 0
    const offset = (page - 1) * PAGE_BYTES + Math.floor(random.next() * PAGE_BYTES)
    damaged((file) => flip(file, { offset, bit: Math.floor(random.next() * 8) }), canLoseRows)
  }
  for (const page of new Set(isWhole ? [first, pages.at(-1) ?? 0] : [first])) {
    const { outcome } = damaged((file) => ruinPage(file, page), canLoseRows)
    expect(outcome).toBe('salvaged')
  }
})

test('a damaged catalogue is reported, and the file is left as it is or salvaged', () => {
  const random = createSeededRandom(77)
  for (let each = 0; each < FLIPS; each += 1) {
    const offset = Math.floor(random.next() * PAGE_BYTES)
    damaged((file) => flip(file, { offset, bit: each % 8 }), true)
  }
})

test('the file that is damaged here is sound before', () => {
  expect(damaged(() => undefined, false)).toEqual({ outcome: 'sound', missing: 0 })
  const database = openDatabase(salesFile(sound))
  expect(database.all('PRAGMA integrity_check')).toEqual([{ integrity_check: 'ok' }])
  database.close()
})
