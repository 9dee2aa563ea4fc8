import { err, ok, type Result } from '../../shared/result.ts'
import {
  moved,
  noted,
  type Moment,
  type SalePatch,
  type TransitionRefusal,
} from '../../electron/outbox/rules/change.ts'
import type { DeliveryReads, DeliveryStore } from '../../electron/outbox/worker/context.ts'
import { factsOf, withFacts } from '../../electron/outbox/store/factsStore.ts'
import type { SaleEvent } from '../../electron/outbox/rules/machine.ts'
import type { SaleRow } from '../../electron/outbox/rules/saleRow.ts'
import { createModelReads, isOf } from './modelReads.ts'
import type { NewSale } from '../../electron/outbox/store/saleWriteStore.ts'
import { differingFacts, type SaleFacts } from '../../electron/storage/saleFacts.ts'
import type { FactsFound } from '../../electron/storage/boundFacts.ts'

/** One transition that became durable, for the checker. */
export interface Written {
  readonly before: SaleRow | null
  readonly after: SaleRow
  readonly event: SaleEvent | 'recorded' | 'noted'
  readonly atMs: number
}

/**
 * The sales file of the model: rows in memory that survive the model's crashes, changed by the real store's own
 * functions. `disk` is called around every write, before and after it becomes durable, and may throw.
 */
export interface ModelStore extends DeliveryStore, DeliveryReads {
  insert(sale: NewSale): Result<SaleRow, 'used'>
  rows(): readonly SaleRow[]
  /** Like saleReadStore.ts: when the newest attempt started, awake ms. */
  newestAttemptAwakeMs(): number
  /** The file as found, or as restored from a copy. */
  replace(rows: readonly SaleRow[]): void
  /** Changes a row from outside, past every rule of the program. */
  edit(row: SaleRow): void
  /** Like saleStore.ts: restores the recorded facts of a row. */
  restore(sale: SaleRow, patch: SalePatch, now: Moment): Result<SaleRow, TransitionRefusal>
}

export function createModelStore(disk: (when: 'before' | 'after', written: Written) => void): ModelStore {
  /** By sequence, from 1; no row is ever removed. */
  let rows: SaleRow[] = []
  let places = new Map<string, number>()
  /** The recorded facts in the audit, by reference. */
  const recorded = new Map<string, SaleFacts>()
  /** The audit's entries about differing records, as saleReadStore.ts reads them. */
  const sent = new Map<number, { readonly firstMs: number; readonly lastMs: number }>()
  const differences = new Map<number, { readonly event: SaleEvent; readonly text: string }[]>()

  function write(before: SaleRow | null, after: SaleRow, event: Written['event'], atMs: number): void {
    const written = { before, after, event, atMs }
    disk('before', written)
    rows[after.sequence - 1] = after
    if (before === null) places.set(after.transactionId, after.sequence)
    disk('after', written)
  }

  function isCurrent(sale: SaleRow): boolean {
    const row = rows[sale.sequence - 1]
    return row !== undefined && row.version === sale.version && row.state === sale.state
  }

  function move(
    sale: SaleRow,
    event: SaleEvent,
    patch: SalePatch,
    at: Moment,
    detail: string | null = null,
  ): Result<SaleRow, TransitionRefusal> {
    const result = moved(sale, event, patch, at)
    if (!result.ok) return result
    if (!isCurrent(sale)) return err('stale')
    write(sale, result.value, event, at.wallMs)
    if (sale.state === 'accepted' || event === 'managerSaysOther') {
      const known = differences.get(sale.sequence) ?? []
      differences.set(sale.sequence, [...known, { event, text: detail ?? '' }])
    }
    return result
  }

  function compareFacts(sale: SaleRow): FactsFound {
    const facts = recorded.get(sale.transactionId)
    if (facts === undefined) return { kind: 'unproven', why: 'missing' }
    const differs = differingFacts(facts, factsOf(sale))
    return differs.length === 0 ? { kind: 'same', facts } : { kind: 'changed', facts, differs }
  }

  return {
    rows: () => rows,
    newestAttemptAwakeMs: () => rows.reduce((newest, row) => Math.max(newest, row.sentAwakeMs ?? 0), 0),
    replace: (found) => {
      rows = [...found]
      differences.clear()
      places = new Map(rows.map((row) => [row.transactionId, row.sequence]))
      for (const row of rows) {
        if (!recorded.has(row.transactionId)) recorded.set(row.transactionId, factsOf(row))
      }
    },
    edit: (row) => {
      rows = rows.with(row.sequence - 1, row)
    },
    restore: (sale, patch, at) => {
      const found = compareFacts(sale)
      if (found.kind !== 'changed') return err('notAllowed')
      return move(withFacts(sale, found.facts), 'managerRestores', patch, at)
    },
    insert: (sale) => {
      if (places.has(sale.transactionId)) return err('used')
      const row = newRow(sale, rows.length + 1)
      recorded.set(row.transactionId, factsOf(row))
      write(null, row, 'recorded', sale.recordedAtMs)
      return ok(row)
    },
    byTransactionId: (transactionId) => rows[(places.get(transactionId) ?? 0) - 1],
    compareFacts,
    claim: (sale, _boot, at) => {
      if (compareFacts(sale).kind !== 'same') return err('factsChanged')
      const claimed = move(sale, 'claimed', {}, at)
      if (claimed.ok) {
        const firstMs = sent.get(sale.sequence)?.firstMs ?? at.wallMs
        sent.set(sale.sequence, { firstMs, lastMs: at.wallMs })
      }
      return claimed.ok ? ok({ sale: claimed.value, attemptId: 0 }) : claimed
    },
    apply: (sale, event, patch, at, said) =>
      move(sale, event, patch, at, typeof said === 'string' ? said : said?.detail),
    note: (sale, patch, at) => {
      if (isCurrent(sale)) write(sale, noted(sale, patch), 'noted', at.wallMs)
    },
    beginAttempt: () => 0,
    together: (items, act) => {
      for (const item of items) act(item)
    },
    makeOpenDue: (destination, nowAwakeMs) => {
      for (const row of rows) {
        const isOpen = row.state === 'queued' || row.state === 'unknown' || row.state === 'review'
        if (isOpen && row.dueAwakeMs > nowAwakeMs && isOf(row, destination))
          write(row, noted(row, { dueAwakeMs: nowAwakeMs }), 'noted', 0)
      }
    },
    markStop: (destination) => {
      for (const row of rows)
        if (row.state === 'unknown' && !row.inStop && isOf(row, destination))
          write(row, noted(row, { inStop: true }), 'noted', 0)
    },
    ...createModelReads(() => rows),
    sentBetweenMs: (sequence) => sent.get(sequence) ?? null,
    differenceTold: (sequence, text) => {
      const known = (differences.get(sequence) ?? []).filter((entry) => entry.text.includes(text))
      if (known.length === 0) return null
      return known.every(({ event }) => event === 'foundDiffering') ? 'told' : 'settled'
    },
  }
}

/** A sale as `insert` of saleStore.ts writes it. */
export function newRow(sale: NewSale, sequence: number): SaleRow {
  return {
    ...sale,
    cashier: null,
    sequence,
    state: 'queued',
    version: 1,
    sendCount: 0,
    sentAwakeMs: null,
    resendCount: 0,
    failureCount: 0,
    dueAwakeMs: sale.recordedAwakeMs,
    unknownSinceAwakeMs: null,
    checkCount: 0,
    lastCheckAtMs: null,
    lookedUpAwakeMs: null,
    notFoundCount: 0,
    lastNotFoundAwakeMs: null,
    acceptedAtMs: null,
    bankMessage: null,
    reviewReason: null,
    heldReason: null,
    record: null,
    recordAtMs: null,
    datePaid: null,
    askSinceAwakeMs: null,
    askProblem: null,
    askWaived: false,
    answeredAtMs: null,
    differing: null,
    differingAtMs: null,
    differingOpen: false,
    inStop: false,
    trialNumber: 0,
    refusalSeen: false,
  }
}
