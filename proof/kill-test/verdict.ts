import type { Commit } from '../../sandbox/ledger.ts'
import type { OpenSale } from './orders.ts'
import type { SalesFile } from './salesFileStore.ts'

/** A sale whose saving the process acknowledged. */
export interface Acknowledged {
  readonly transactionId: string
  readonly amountKobo: number
}

/** Each list names broken promises; all must be empty. */
export interface Breaches {
  /** Acknowledged, and missing in the file or with another amount. */
  readonly missing: readonly string[]
  /** Settled by the bank more than once. */
  readonly duplicated: readonly string[]
  /** Accepted here, and not settled exactly once with that amount. */
  readonly falselyAccepted: readonly string[]
  /** Settled by the bank without a row that says it was sent: bytes left before `sending` was durable. */
  readonly unclaimed: readonly string[]
  /** Settled, and still not accepted after the drain; or neither at rest nor correctly held back. */
  readonly stuck: readonly string[]
  readonly integrity: readonly string[]
  readonly auditBroken: readonly string[]
  /** Process behaviour that no kill explains: an error in its log, an end by itself. */
  readonly trouble: readonly string[]
}

export const BREACH_KINDS = [
  'missing',
  'duplicated',
  'falselyAccepted',
  'unclaimed',
  'stuck',
  'integrity',
  'auditBroken',
  'trouble',
] as const satisfies readonly (keyof Breaches)[]

export const NO_BREACHES: Breaches = {
  missing: [],
  duplicated: [],
  falselyAccepted: [],
  unclaimed: [],
  stuck: [],
  integrity: [],
  auditBroken: [],
  trouble: [],
}

export function bothBreaches(one: Breaches, other: Breaches): Breaches {
  const pairs = BREACH_KINDS.map((kind) => [kind, [...one[kind], ...other[kind]]] as const)
  return { ...NO_BREACHES, ...Object.fromEntries(pairs) }
}

/** Compares a drained file with its bank's books. */
export function judgeFile(
  file: Pick<SalesFile, 'sales' | 'integrity' | 'brokenAuditEntry' | 'notAsRecorded'>,
  facts: { readonly acknowledged: readonly Acknowledged[]; readonly commits: readonly Commit[] },
): Omit<Breaches, 'trouble'> {
  const { acknowledged, commits } = facts
  const rows = new Map(file.sales.map((sale) => [sale.transactionId, sale]))
  const settled = new Map<string, readonly Commit[]>()
  for (const commit of commits) {
    settled.set(commit.transactionId, [...(settled.get(commit.transactionId) ?? []), commit])
  }
  const isSettledOnce = (transactionId: string, amountKobo: number): boolean => {
    const [only, ...more] = settled.get(transactionId) ?? []
    return only !== undefined && more.length === 0 && only.amountKobo === amountKobo
  }
  return {
    missing: acknowledged
      .filter((sale) => rows.get(sale.transactionId)?.amountKobo !== sale.amountKobo)
      .map((sale) => sale.transactionId),
    duplicated: [...settled].filter(([, times]) => times.length > 1).map(([transactionId]) => transactionId),
    falselyAccepted: [...rows.values()]
      .filter((sale) => sale.state === 'accepted' && !isSettledOnce(sale.transactionId, sale.amountKobo))
      .map((sale) => sale.transactionId),
    unclaimed: [...settled.keys()].filter((transactionId) => (rows.get(transactionId)?.sendCount ?? 0) === 0),
    stuck: [...rows.values()]
      .filter((sale) => sale.state !== 'accepted' && settled.has(sale.transactionId))
      .map((sale) => `${sale.transactionId} ${sale.state}`),
    integrity: file.integrity === 'ok' ? [] : [file.integrity],
    auditBroken: auditBreaches(file),
  }
}

/** Errors that the audit itself shows: an entry that does not follow, a sale that differs from what was recorded. */
export function auditBreaches(
  file: Pick<SalesFile, 'brokenAuditEntry' | 'notAsRecorded'>,
): readonly string[] {
  const { brokenAuditEntry, notAsRecorded } = file
  return [...(brokenAuditEntry === null ? [] : [`audit entry ${brokenAuditEntry}`]), ...notAsRecorded]
}

/**
 * Whether a sale may stay as it is although the bank is healthy: unknown and never booked (nothing proves its absence
 * within minutes), with a person, or waiting because too many are unknown.
 */
export function isAtRest(sale: OpenSale, isSettled: (transactionId: string) => boolean): boolean {
  switch (sale.state) {
    case 'unknown':
    case 'review':
      return !isSettled(sale.transactionId)
    case 'queued':
      return sale.waitingReason === 'tooManyUnknown'
    default:
      return false
  }
}
