import type { Destination } from '../gateway/destination.ts'
import type { Database } from '../storage/database.ts'
import type { CompleteList, Question } from './recordReads.ts'

/** A moment of this file: turns of an earlier run are always smaller. */
const TURNS_OF_RUN = 2 ** 32

/** Writes whose records were asked for, with which question, and what came. Each method runs inside one use of the file. */
export class QuestionStore {
  /** @returns what to add to the turns of this run */
  beginRun(database: Database, nowMs: number): number {
    const { id } = database.get('INSERT INTO run (begun_at_ms) VALUES (?) RETURNING id', nowMs) as {
      id: number
    }
    return id * TURNS_OF_RUN
  }

  ownerOf(database: Database, { environment, partnerUrl, clientId }: Destination): number {
    const own = [environment, partnerUrl, clientId]
    const find = 'SELECT id FROM owner WHERE environment = ? AND partner_url = ? AND client_id = ?'
    const known = database.get(find, ...own) as { id: number } | undefined
    if (known !== undefined) return known.id
    const add = 'INSERT INTO owner (environment, partner_url, client_id) VALUES (?, ?, ?) RETURNING id'
    return (database.get(add, ...own) as { id: number }).id
  }

  /** Notes that it was answered. */
  answered(database: Database, owner: number, question: Question, turn: number, atMs: number): number {
    return this.#note(database, owner, question, 'answered', [atMs, turn])
  }

  /** Notes that no record and no list came. */
  failed(
    database: Database,
    owner: number,
    question: Question,
    { turn, atMs, failure }: { readonly turn: number; readonly atMs: number; readonly failure: string },
  ): number {
    return this.#note(database, owner, question, 'failed', [atMs, turn, failure])
  }

  #note(
    database: Database,
    owner: number,
    { kind, subject, dateFrom, dateTo, isBeforeSend }: Question,
    how: 'answered' | 'failed',
    [atMs, turn, failure]: readonly [atMs: number, turn: number, failure?: string],
  ): number {
    const isAnswered = how === 'answered'
    const row = database.get(
      `INSERT INTO question (owner, kind, subject, date_from, date_to, is_before_send, first_at_ms, answer_count,
         ${how}_at_ms, ${how}_turn, failure, failure_count) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET ${how}_at_ms = excluded.${how}_at_ms, ${how}_turn = excluded.${how}_turn,
         failure = IFNULL(excluded.failure, failure), answer_count = answer_count + excluded.answer_count,
         failure_count = failure_count + excluded.failure_count
       RETURNING id`,
      owner,
      kind,
      subject,
      dateFrom,
      dateTo,
      isBeforeSend ? 1 : 0,
      atMs,
      isAnswered ? 1 : 0,
      atMs,
      turn,
      failure ?? null,
      isAnswered ? 0 : 1,
    ) as { id: number }
    return row.id
  }

  completed(
    database: Database,
    question: number,
    list: CompleteList & { readonly showsLastDay: boolean },
    [turn, atMs]: readonly number[],
  ): void {
    database.run(
      `UPDATE question SET complete_asked_at_ms = ?, complete_asked_turn = ?, complete_at_ms = ?, complete_turn = ?,
         complete_count = ?, shows_last_day = ? WHERE id = ?`,
      list.askedAtMs,
      list.askedTurn,
      atMs ?? null,
      turn ?? null,
      list.count,
      list.showsLastDay ? 1 : 0,
      question,
    )
  }
}
