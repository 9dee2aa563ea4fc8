import type { SaleFact } from '../../shared/sale.ts'
import { isWhole, type AuditRow } from './audit.ts'
import { BINDING, compareWith, FACT_COLUMNS, type StoredFacts, type UnprovenReason } from './boundFacts.ts'
import type { Database } from './database.ts'
import { factsFromContent, recordedFrom } from './saleFacts.ts'

/** A sale whose row and entries disagree. */
export type FactsProblem = { readonly sequence: number; readonly transactionId: string | null } & (
  | {
      readonly problem: 'changed'
      readonly fact: SaleFact
      readonly recorded: string | number | null
      readonly stands: unknown
    }
  /** The audit does not say what was recorded. */
  | { readonly problem: 'unproven'; readonly why: UnprovenReason }
  /** What its newest entry says; null if there is none. */
  | { readonly problem: 'state'; readonly recorded: string | null; readonly stands: unknown }
  /** Another cashier than the one who recorded it; names, null for none. */
  | { readonly problem: 'cashier'; readonly recorded: string | null; readonly stands: unknown }
  /** Two identical entries, where the program writes one. */
  | { readonly problem: 'saidTwice' }
  /** The audit knows a sale that is missing. */
  | { readonly problem: 'noSale' }
)

export interface FactsReport {
  readonly sales: number
  readonly problems: readonly FactsProblem[]
}

type StoredSale = StoredFacts & { readonly sequence: number; readonly state: unknown }

const SLICE_ROWS = 1_000

/** Compares every sale with its entries, and every entry with the sales. */
export function verifyFacts(database: Pick<Database, 'all'>): FactsReport {
  const problems: FactsProblem[] = []
  let sales = 0
  let after = 0
  for (;;) {
    const rows = database.all(
      `SELECT ${FACT_COLUMNS}, state FROM sale WHERE sequence > ? ORDER BY sequence LIMIT ?`,
      after,
      SLICE_ROWS,
    ) as StoredSale[]
    const last = rows.at(-1)
    if (last === undefined) break
    const entries = entriesOf(database, after, last.sequence)
    problems.push(...problemsOf(rows, entries), ...cashiersOf(database, rows, entries))
    problems.push(...statesOf(database, rows, after, last.sequence))
    sales += rows.length
    after = last.sequence
  }
  problems.push(...withoutSale(database))
  return { sales, problems }
}

function entriesOf(
  database: Pick<Database, 'all'>,
  after: number,
  last: number,
): ReadonlyMap<number, readonly AuditRow[]> {
  const entries = database.all(
    `SELECT * FROM audit WHERE sale_sequence > ? AND sale_sequence <= ? AND ${BINDING} ORDER BY sale_sequence, id`,
    after,
    last,
  ) as (AuditRow & { readonly sale_sequence: number })[]
  return Map.groupBy(entries, (entry) => entry.sale_sequence)
}

function problemsOf(
  rows: readonly StoredSale[],
  entries: ReadonlyMap<number, readonly AuditRow[]>,
): readonly FactsProblem[] {
  return rows.flatMap((row): readonly FactsProblem[] => {
    const own = entries.get(row.sequence) ?? []
    const found = compareWith(own, row)
    const named = { sequence: row.sequence, transactionId: textOrNull(row.transactionId) }
    if (found.kind === 'unproven') return [{ ...named, problem: 'unproven', why: found.why }]
    const contents = own.flatMap(({ content }) => content ?? [])
    const twice = contents.length > new Set(contents).size
    return [
      ...(twice ? [{ ...named, problem: 'saidTwice' } as const] : []),
      ...(found.kind === 'same' ? [] : found.differs).map((fact) => ({
        ...named,
        problem: 'changed' as const,
        fact,
        recorded: found.facts[fact],
        stands: row[fact],
      })),
    ]
  })
}

/** Who recorded each sale, by its row and by its entry. */
function cashiersOf(
  database: Pick<Database, 'all'>,
  rows: readonly StoredSale[],
  entries: ReadonlyMap<number, readonly AuditRow[]>,
): readonly FactsProblem[] {
  const [first, last] = [rows.at(0)?.sequence ?? 0, rows.at(-1)?.sequence ?? 0]
  const stored = database.all(
    'SELECT sequence, cashier_id AS id, cashier_name AS name FROM sale WHERE sequence BETWEEN ? AND ?',
    first,
    last,
  ) as { readonly sequence: number; readonly id: unknown; readonly name: unknown }[]
  const standing = new Map(stored.map((row) => [row.sequence, row]))
  return rows.flatMap(({ sequence, transactionId }) => {
    // An entry that binds a sale as found does not know who recorded it.
    const written = (entries.get(sequence) ?? []).find((entry) => entry.kind === 'recorded' && isWhole(entry))
    const said = recordedFrom(written?.content ?? '')
    if (said === undefined) return []
    const { id = null, name = null } = standing.get(sequence) ?? {}
    if (id === (said.by?.id ?? null) && name === (said.by?.name ?? null)) return []
    const recorded = said.by?.name ?? null
    return [
      {
        sequence,
        transactionId: textOrNull(transactionId),
        problem: 'cashier' as const,
        recorded,
        stands: name,
      },
    ]
  })
}

/** Every change of state writes an entry in the same transaction, so a sale's newest entry has its state. */
function statesOf(
  database: Pick<Database, 'all'>,
  rows: readonly StoredSale[],
  after: number,
  last: number,
): readonly FactsProblem[] {
  const newest = database.all(
    `SELECT sale_sequence AS sequence, to_state AS state, MAX(id) AS id FROM audit
     WHERE sale_sequence > ? AND sale_sequence <= ? GROUP BY sale_sequence`,
    after,
    last,
  ) as { readonly sequence: number; readonly state: string | null }[]
  const states = new Map(newest.map(({ sequence, state }) => [sequence, state]))
  return rows.flatMap(({ sequence, transactionId, state: stands }) => {
    const recorded = states.get(sequence) ?? null
    if (stands === recorded) return []
    return [{ sequence, transactionId: textOrNull(transactionId), problem: 'state', recorded, stands }]
  })
}

function withoutSale(database: Pick<Database, 'all'>): readonly FactsProblem[] {
  const rows = database.all(
    `SELECT DISTINCT sale_sequence AS sequence FROM audit
     WHERE sale_sequence IS NOT NULL AND NOT EXISTS (SELECT 1 FROM sale WHERE sequence = audit.sale_sequence)
     ORDER BY sale_sequence`,
  ) as { readonly sequence: number }[]
  return rows.map(({ sequence }) => {
    const entries = entriesOf(database, sequence - 1, sequence).get(sequence) ?? []
    const [facts] = entries.flatMap(({ content }) => factsFromContent(content ?? '') ?? [])
    return { sequence, transactionId: facts?.transactionId ?? null, problem: 'noSale' }
  })
}

const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null)
