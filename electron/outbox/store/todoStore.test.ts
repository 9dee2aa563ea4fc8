import fc from 'fast-check'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { JUST_SAVED_MS, SaleState } from '../../../shared/sale.ts'
import {
  isHandled,
  manyHandled,
  todoOf,
  todoSectionOf,
  todoSections,
  type TodoSection,
} from '../../../shared/todo.ts'
import { openDatabase, salesFile, type Database } from '../../storage/database.ts'
import { migrate } from '../../storage/migrations.ts'
import { queueView } from '../queueView.ts'
import { createTodoPage } from '../todoPage.ts'
import type { SaleRow } from '../rules/saleRow.ts'
import { saleView } from '../rules/saleView.ts'
import { TodoStore } from './todoStore.ts'
import { TotalsStore } from './totalsStore.ts'

const MINUTE_MS = 60_000
const NOW_MS = 100 * MINUTE_MS
const DESTINATION = { environment: 'live', partnerUrl: 'https://bank.invalid', clientId: 'merchant' } as const
const NOW = { nowMs: NOW_MS, lateAfterMinutes: 30, clockAheadMs: null }
const FACTS = { ...NOW, nowAwakeMs: 0, heldBecause: null, isTyped: () => false, handedBy: () => null }

let dir = ''
let database: Database
beforeAll(() => {
  dir = mkdtempSync(path.join(tmpdir(), 'tillside-todo-'))
  database = openDatabase(salesFile(dir))
  migrate(database)
})
afterAll(() => {
  database.close()
  rmSync(dir, { recursive: true, force: true })
})

interface Put {
  readonly state: SaleState
  readonly recordedAgoMs: number
  readonly acceptedAgoMs: number
  readonly answeredAfterMs: number | null
  readonly isPaid: boolean
  readonly differs: boolean
  readonly isSeen: boolean
}

const someSale: fc.Arbitrary<Put> = fc.record({
  state: fc.constantFrom(...SaleState.options),
  // About now, in the time of a sale just saved, before it, and by a clock that was set back.
  recordedAgoMs: fc.constantFrom(0, 1, JUST_SAVED_MS - 1, JUST_SAVED_MS, MINUTE_MS, -1, -MINUTE_MS),
  acceptedAgoMs: fc.constantFrom(0, 10 * MINUTE_MS, 30 * MINUTE_MS, 31 * MINUTE_MS, 90 * MINUTE_MS),
  answeredAfterMs: fc.constantFrom(null, 0, 10 * MINUTE_MS, 30 * MINUTE_MS, 89 * MINUTE_MS),
  isPaid: fc.boolean(),
  differs: fc.boolean(),
  isSeen: fc.boolean(),
})

function put(sale: Put, at: number): void {
  const isAccepted = sale.state === 'accepted'
  const acceptedAtMs = isAccepted ? NOW_MS - sale.acceptedAgoMs : null
  database.run(
    `INSERT INTO sale (sequence, transaction_id, environment, partner_url, client_id, terminal_id, amount_kobo,
       amount_wire, note, state, version, recorded_at_ms, recorded_boot, recorded_awake_ms, due_awake_ms, send_count,
       sent_awake_ms, accepted_at_ms, answered_at_ms, date_paid, differing_open, refusal_seen)
     VALUES (?, ?, 'live', 'https://bank.invalid', 'merchant', 'T1', ?, '1.00', '', ?, 1, ?, 'boot', 0, 0, 0, NULL, ?,
       ?, ?, ?, ?)`,
    at + 1,
    `S-${at}`,
    100 + at,
    sale.state,
    NOW_MS - sale.recordedAgoMs,
    acceptedAtMs,
    acceptedAtMs === null || sale.answeredAfterMs === null ? null : acceptedAtMs + sale.answeredAfterMs,
    isAccepted && sale.isPaid ? '2026-01-02T10:00:00' : null,
    Number(isAccepted && sale.differs),
    Number(sale.state === 'refused' && sale.isSeen),
  )
}

/** The list, page by page, and what every number on the screen says. */
function listed(limit: number, shown: TodoSection[] = [...todoSections]) {
  const counts = { drainOf: () => null, payoutCount: () => 0, handedCount: () => 0, disputeCount: () => 0 }
  const queue = () => queueView(new TotalsStore(database), DESTINATION, NOW, 1, counts)
  const page = createTodoPage({
    store: new TodoStore(database),
    destination: () => DESTINATION,
    queue,
    now: () => NOW,
    view: (sale: SaleRow) => saleView(sale, FACTS),
  })
  const rows = []
  for (let offset = 0; ; offset += limit) {
    const { sales } = page({ offset, limit, shown })
    if (sales.length === 0) break
    rows.push(...sales)
  }
  return { rows, todo: todoOf(queue()), said: page({ offset: 0, limit, shown }) }
}

test('any sales: as many rows as every number says, each sale once, in the order of the sections', () => {
  fc.assert(
    fc.property(fc.array(someSale, { maxLength: 40 }), fc.integer({ min: 1, max: 7 }), (sales, limit) => {
      database.run('SAVEPOINT each')
      try {
        for (const [at, sale] of sales.entries()) put(sale, at)
        const { rows, todo, said } = listed(limit)
        expect(rows).toHaveLength(todo.all.count)
        expect(said).toMatchObject({ totalCount: todo.all.count, totalKobo: todo.all.kobo })
        expect(rows.reduce((sum, { amountKobo }) => sum + amountKobo, 0)).toBe(todo.all.kobo)
        expect(new Set(rows.map(({ transactionId }) => transactionId)).size).toBe(rows.length)
        const sections = rows.map(todoSectionOf)
        expect(sections).toEqual(todoSections.flatMap((name) => sections.filter((found) => found === name)))
        for (const name of todoSections)
          expect(sections.filter((found) => found === name).length, name).toBe(todo.sections[name].count)
        // What Tillside settles itself is no rows where it is much; the numbers still count it.
        const folded = listed(limit, [])
        const many = manyHandled(todo)
        expect(many).toEqual(todoSections.filter((name) => isHandled(name) && todo.sections[name].count > 5))
        const isListed = (name: TodoSection | null): boolean => name !== null && !many.includes(name)
        expect(folded.rows.map(todoSectionOf)).toEqual(sections.filter(isListed))
        expect(folded.said.totalCount).toBe(folded.rows.length)
        expect(folded.todo).toEqual(todo)
      } finally {
        database.run('ROLLBACK TO each')
        database.run('RELEASE each')
      }
    }),
    { numRuns: 300, seed: 16 },
  )
})

test('of late sales, and of unchecked ones, the one that was accepted first comes first', () => {
  const base = { recordedAgoMs: 0, isPaid: false, differs: false, isSeen: false, state: 'accepted' } as const
  database.run('SAVEPOINT one')
  for (const [at, minutes] of [50, 90, 40].entries()) {
    const acceptedAgoMs = minutes * MINUTE_MS
    put({ ...base, acceptedAgoMs, answeredAfterMs: 30 * MINUTE_MS }, at)
    put({ ...base, acceptedAgoMs, answeredAfterMs: null }, at + 3)
  }
  for (const limit of [1, 10]) {
    const { rows } = listed(limit)
    expect(rows.map(({ transactionId }) => transactionId)).toEqual(['S-1', 'S-0', 'S-2', 'S-4', 'S-3', 'S-5'])
  }
  database.run('ROLLBACK TO one')
  database.run('RELEASE one')
})

test('a waiting sale is something to do from the third second on, and at once after the clock was set back', () => {
  const base = { acceptedAgoMs: 0, answeredAfterMs: null, isPaid: false, differs: false, isSeen: false }
  database.run('SAVEPOINT one')
  for (const [at, recordedAgoMs] of [JUST_SAVED_MS - 1, JUST_SAVED_MS, -1].entries())
    put({ ...base, state: 'queued', recordedAgoMs }, at)
  put({ ...base, state: 'unknown', recordedAgoMs: 0 }, 3)
  const { rows, todo } = listed(10)
  expect(rows.map(({ transactionId }) => transactionId)).toEqual(['S-3', 'S-1', 'S-2'])
  expect([todo.justSaved.count, todo.open.count]).toEqual([1, 4])
  database.run('ROLLBACK TO one')
  database.run('RELEASE one')
})
