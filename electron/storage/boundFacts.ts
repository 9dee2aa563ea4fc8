import type { SaleFact } from '../../shared/sale.ts'
import { appendAudit, isWhole, type AuditRow } from './audit.ts'
import type { Database } from './database.ts'
import { contentOfFacts, differingFacts, factsFromContent, type SaleFacts } from './saleFacts.ts'

/** A sale's row compared with what the audit says was recorded. */
export type FactsFound =
  | { readonly kind: 'same'; readonly facts: SaleFacts }
  /** The entry is unchanged, and the row differs. */
  | { readonly kind: 'changed'; readonly facts: SaleFacts; readonly differs: readonly SaleFact[] }
  /** The audit does not say what was recorded, so the row cannot be checked. */
  | { readonly kind: 'unproven'; readonly why: UnprovenReason }

/** No such entry; none unchanged; or two unchanged ones that differ. */
export type UnprovenReason = 'missing' | 'damaged' | 'contradicted'

/** The kinds of entries that say what a sale is: as recorded, or as found if no entry said so. */
export const BINDING = "kind IN ('recorded', 'bound')"

/** The columns with a sale's facts, under their names; in a damaged file they may hold anything. */
export const FACT_COLUMNS = `sequence, transaction_id AS transactionId, environment, partner_url AS partnerUrl,
  client_id AS clientId, terminal_id AS terminalId, amount_kobo AS amountKobo, amount_wire AS amountWire,
  recorded_at_ms AS recordedAtMs, corrects`

export type StoredFacts = Readonly<Record<SaleFact, unknown>>

/** Compares one sale with its entries: one range of `audit_of_sale`, about ten rows. */
export function compareFacts(database: Pick<Database, 'all'>, stands: StoredFacts): FactsFound {
  const entries = database.all(
    `SELECT * FROM audit WHERE sale_sequence = ? AND ${BINDING} ORDER BY id`,
    Number(stands.sequence),
  ) as AuditRow[]
  return compareWith(entries, stands)
}

/** @param entries the binding entries of this sale, oldest first */
export function compareWith(entries: readonly AuditRow[], stands: StoredFacts): FactsFound {
  const withContent = entries.filter(({ content }) => content !== null)
  const whole = withContent.flatMap((entry) => {
    const facts = isWhole(entry) ? factsFromContent(entry.content ?? '') : undefined
    return facts === undefined ? [] : [facts]
  })
  const [facts] = whole
  if (facts === undefined) {
    // An entry that lost its content is as damaged as one whose content changed.
    const isDamaged = entries.some((entry) => !isWhole(entry) || entry.content !== null)
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
 * Binds every sale of a salvaged file whose recorded facts are not in the audit, as it is found. Inside the caller's
 * transaction.
 */
export function bindAsFound(database: Pick<Database, 'all' | 'get' | 'run'>, atMs: number): void {
  let after = 0
  for (;;) {
    const rows = database.all(
      `SELECT ${FACT_COLUMNS}, state FROM sale WHERE sequence > ? ORDER BY sequence LIMIT ?`,
      after,
      SLICE_ROWS,
    ) as (SaleFacts & { readonly state: string })[]
    if (rows.length === 0) return
    for (const row of rows) {
      after = row.sequence
      const found = compareFacts(database, row)
      // Contradicting entries need a person; a third would settle nothing.
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
    }
  }
}
