import type { Evidence } from '../../gateway/answer.ts'
import type { Database } from '../../storage/database.ts'
import type { Moment } from '../rules/change.ts'
import type { SaleRow } from '../rules/saleRow.ts'

export interface AttemptStart {
  readonly kind: 'send' | 'statusLookUp' | 'search'
  readonly boot: string
  readonly startedAt: Moment
}

/** The outcome of an attempt, written in the same transaction as its result. */
export interface AttemptEnd {
  readonly attemptId: number
  readonly verdict: string
  readonly evidence: Evidence
}

export function beginAttempt(database: Database, { sequence }: SaleRow, start: AttemptStart): number {
  const row = database.get(
    `INSERT INTO attempt (sale_sequence, kind, boot, started_at_ms, started_awake_ms)
     VALUES (?, ?, ?, ?, ?) RETURNING id`,
    sequence,
    start.kind,
    start.boot,
    start.startedAt.wallMs,
    start.startedAt.awakeMs,
  ) as { id: number }
  return row.id
}

export function endAttempt(database: Database, { attemptId, verdict, evidence }: AttemptEnd): void {
  database.run(
    `UPDATE attempt SET elapsed_ms = ?, phase = ?, http_status = ?, verdict = ?, body_sha256 = ?, body_excerpt = ?,
       server_date = ? WHERE id = ?`,
    Math.round(evidence.elapsedMs),
    evidence.phase,
    evidence.httpStatus,
    verdict,
    evidence.bodySha256,
    evidence.bodyExcerpt,
    evidence.serverDate,
    attemptId,
  )
}
