import type { SaleFact } from '../../shared/sale.ts'
import { appendAudit, isWhole, type AuditRow } from './audit.ts'
import type { Database } from './database.ts'
import { contentOfFacts, differingFacts, factsFromContent, type SaleFacts } from './saleFacts.ts'

/** A sale's row against what the audit says was recorded. */
export type FactsFound =
  | { readonly kind: 'same'; readonly facts: SaleFacts }
  /** The entry is whole, and the row says something else. */
  | { readonly kind: 'changed'; readonly facts: SaleFacts; readonly differs: readonly SaleFact[] }
  /** Nothing in the audit says what was recorded, so that the row can be compared with nothing. */
  | { readonly kind: 'unproven'; readonly why: UnprovenReason }

/** There is no such entry; none is as it was written; or two that are whole say different things. */
export type UnprovenReason = 'missing' | 'damaged' | 'contradicted'

/** Files of this version and later say in the audit what was recorded. */
export const FACTS_SINCE_VERSION = 2

/** The kinds of entries that say what a sale is: as it was recorded, or as it was found where no entry said so. */
export const BINDING = "kind IN ('recorded', 'bound')"

/** The columns of a sale that are its facts, under their names; a row of a damaged file may hold anything in them. */
export const FACT_COLUMNS = `sequence, transaction_id AS transactionId, environment, partner_url AS partnerUrl,
  client_id AS clientId, terminal_id AS terminalId, amount_kobo AS amountKobo, amount_wire AS amountWire,
  recorded_at_ms AS recordedAtMs, corrects`

export type StoredFacts = Readonly<Record<SaleFact, unknown>>

/** Compares one sale with its entry: one range of `audit_of_sale`, some ten rows. */
export function compareFacts(database: Pick<Database, 'all'>, stands: StoredFacts): FactsFound {
  const entries = database.all(
    `SELECT * FROM audit WHERE sale_sequence = ? AND ${BINDING} ORDER BY id`,
    Number(stands.sequence),
  ) as AuditRow[]
  return compareWith(entries, stands)
}

/** @param entries the binding entries of this sale, oldest first */
export function compareWith(entries: readonly AuditRow[], stands: StoredFacts): FactsFound {
  const withContent = entries.filter(({ content }) => (content ?? null) !== null)
  const whole = withContent.flatMap((entry) => {
    const facts = isWhole(entry) ? factsFromContent(entry.content ?? '') : undefined
    return facts === undefined ? [] : [facts]
  })
  const [facts] = whole
  if (facts === undefined) {
    // An entry that lost its content is no more whole than one whose content was changed.
    const isDamaged = entries.some((entry) => !isWhole(entry) || (entry.content ?? null) !== null)
    return { kind: 'unproven', why: isDamaged ? 'damaged' : 'missing' }
  }
  if (whole.some((other) => differingFacts(other, facts).length > 0)) {
    return { kind: 'unproven', why: 'contradicted' }
  }
  const differs = differingFacts(facts, stands)
  return differs.length === 0 ? { kind: 'same', facts } : { kind: 'changed', facts, differs }
}

const SLICE_ROWS = 1_000

/**
 * Binds every sale of which nothing in the audit says what was recorded, as it is found: for a file of version 1, and
 * for what was saved from a damaged one. Inside the caller's transaction.
 * @returns how many
 */
export function bindAsFound(database: Pick<Database, 'all' | 'get' | 'run'>, atMs: number): number {
  let count = 0
  let after = 0
  for (;;) {
    const rows = database.all(
      `SELECT ${FACT_COLUMNS}, state FROM sale WHERE sequence > ? ORDER BY sequence LIMIT ?`,
      after,
      SLICE_ROWS,
    ) as (SaleFacts & { readonly state: string })[]
    if (rows.length === 0) return count
    for (const row of rows) {
      after = row.sequence
      const found = compareFacts(database, row)
      // Two entries that contradict each other are for a person; a third would settle nothing.
      if (found.kind !== 'unproven' || found.why === 'contradicted') continue
      appendAudit(database, {
        saleSequence: row.sequence,
        atMs,
        kind: 'bound',
        fromState: row.state,
        toState: row.state,
        detail: null,
        content: contentOfFacts(row),
      })
      count += 1
    }
  }
}
