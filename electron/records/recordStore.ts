import type { SQLInputValue } from 'node:sqlite'
import { eachRecordText } from '../../shared/record.ts'
import type { TransactionRecord } from '../gateway/answer.ts'
import type { MacKey } from '../session/macKey.ts'
import type { Database } from '../storage/database.ts'
import { VERSIONS_FIRST, VERSIONS_NEWEST } from '../storage/recordsFile.ts'
import {
  createPrints,
  factsOf,
  isOfSameKey,
  isSameAccount,
  receivedDay,
  versionFactsOf,
  type AccountPrint,
  type RecordFacts,
} from './recordFacts.ts'
import type { Asked, CompleteList, Question } from './recordReads.ts'

/** Where and when rows were read. */
export interface ReadFrom {
  readonly owner: number
  readonly question: number
  /** The terminal whose list was read; empty for a question about one reference. */
  readonly terminalId: string
  readonly askedTurn: number
  readonly readTurn: number
  readonly readAtMs: number
  /** A short answer writes its time to each of its rows; a list, once, to its question when it is complete. */
  readonly isShort: boolean
}

interface StoredRecord extends AccountPrintRow {
  readonly id: number
  readonly content: string
  readonly newest: number
  readonly last_turn: number
  readonly lacked_turn: number | null
}

interface AccountPrintRow {
  readonly account_ending: string
  readonly account_print: string
}

/**
 * Writes to the file of records. Each method runs inside one use of the file. Nothing is deleted but versions of a record
 * between its first and its newest ones.
 */
export class RecordStore {
  readonly #printOf: (accountNumber: string) => string

  constructor(key: Pick<MacKey, 'get' | 'id'>) {
    this.#printOf = createPrints(key)
  }

  /** @returns the record's row in the file */
  put(database: Database, record: TransactionRecord, from: ReadFrom): number {
    const facts = factsOf(record, this.#printOf)
    const known = database.get(
      `SELECT id, content, newest, account_ending, account_print, last_turn, lacked_turn FROM record
       WHERE owner = ? AND record_id = ? AND reference = ?`,
      from.owner,
      facts.recordId,
      facts.reference,
    ) as StoredRecord | undefined
    if (known === undefined) return this.#add(database, record, facts, from)
    const account = printOf(known)
    if (known.content !== facts.content || !isSameAccount(account, facts.account)) {
      this.#change(database, known, { record, facts }, from)
    } else if (!isOfSameKey(account, facts.account)) {
      this.#renewPrint(database, known.id, facts.account)
      this.#read(database, known.id, from)
    } else if (from.isShort || (known.lacked_turn ?? -1) >= known.last_turn)
      this.#read(database, known.id, from)
    return known.id
  }

  #add(database: Database, record: TransactionRecord, facts: RecordFacts, from: ReadFrom): number {
    const { owner, question, readAtMs, readTurn } = from
    const id = insert(database, 'record', {
      owner,
      record_id: facts.recordId,
      reference: facts.reference,
      terminal_id: terminalOf(facts, from),
      day: receivedDay(record),
      newest: 1,
      content: facts.content,
      account_print: facts.account.print,
      account_ending: facts.account.ending,
      first_question: question,
      first_at_ms: readAtMs,
      last_question: question,
      last_at_ms: readAtMs,
      last_turn: readTurn,
    })
    addVersion(database, { id, number: 1 }, { record, facts }, from)
    return id
  }

  #change(database: Database, { id, newest }: StoredRecord, read: RecordRead, from: ReadFrom): void {
    const { record, facts } = read
    addVersion(database, { id, number: newest + 1 }, read, from)
    // A question about one reference names no terminal, so a record without one stays where it was listed.
    const terminalId = terminalOf(facts, from)
    database.run(
      `UPDATE record SET newest = ?, terminal_id = iif(? = '', terminal_id, ?), day = ?, content = ?,
         account_print = ?, account_ending = ? WHERE id = ?`,
      newest + 1,
      terminalId,
      terminalId,
      receivedDay(record),
      facts.content,
      facts.account.print,
      facts.account.ending,
      id,
    )
    const old = newest + 1 - VERSIONS_NEWEST
    if (old > VERSIONS_FIRST) database.run('DELETE FROM version WHERE record = ? AND number = ?', id, old)
    this.#read(database, id, from)
  }

  #read(database: Database, id: number, { question, readAtMs, readTurn }: ReadFrom): void {
    database.run(
      'UPDATE record SET last_question = ?, last_at_ms = ?, last_turn = ? WHERE id = ?',
      question,
      readAtMs,
      readTurn,
      id,
    )
  }

  #renewPrint(database: Database, id: number, { print }: AccountPrint): void {
    database.run('UPDATE record SET account_print = ? WHERE id = ?', print, id)
  }

  /**
   * Marks the next records that a complete list should have and lacks: those of its terminal and of the days between its
   * first and last one, as they were read before it was asked for.
   * @param after where the step before ended; at first the first day of the list, which may not belong to it
   * @returns where this step ended, null at the end
   */
  lacking(
    database: Database,
    { owner, question }: ReadFrom,
    { subject, dateTo }: Question,
    list: CompleteList & { readonly turn: number; readonly atMs: number },
    after: DayRow,
  ): DayRow | null {
    const rows = database.all(
      `SELECT id, last_turn FROM record WHERE owner = ? AND terminal_id = ? AND day = ? AND id > ?
       ORDER BY id LIMIT ${ROWS_AT_ONCE}`,
      owner,
      subject,
      after.day,
      after.id,
    ) as { id: number; last_turn: number }[]
    for (const { id, last_turn } of rows) {
      if (list.rows.has(id) || last_turn >= list.askedTurn) continue
      database.run(
        'UPDATE record SET lacked_question = ?, lacked_at_ms = ?, lacked_turn = ? WHERE id = ?',
        question,
        list.atMs,
        list.turn,
        id,
      )
    }
    const last = rows.at(-1)
    if (last !== undefined && rows.length === ROWS_AT_ONCE) return { day: after.day, id: last.id }
    const next = database.get(
      'SELECT MIN(day) AS day FROM record WHERE owner = ? AND terminal_id = ? AND day > ? AND day < ?',
      owner,
      subject,
      after.day,
      dateTo,
    ) as { day: string | null }
    return next.day === null ? null : { day: next.day, id: 0 }
  }

  /** Whether the list has a record that was received on its last day. Older ones of a long day are not looked through. */
  showsLastDay(
    database: Database,
    { owner }: ReadFrom,
    { subject, dateTo }: Question,
    { rows }: Pick<CompleteList, 'rows'>,
  ): boolean {
    const newest = database.all(
      `SELECT id FROM record WHERE owner = ? AND terminal_id = ? AND day = ? ORDER BY id DESC LIMIT ${ROWS_AT_ONCE}`,
      owner,
      subject,
      dateTo,
    ) as { id: number }[]
    return newest.some(({ id }) => rows.has(id))
  }
}

export interface DayRow {
  readonly day: string
  readonly id: number
}

/** Rows of one transaction. */
export const ROWS_AT_ONCE = 250

export function askedBy({ owner, question }: Asked): string {
  return JSON.stringify([owner, question])
}

function printOf({ account_ending, account_print }: AccountPrintRow): AccountPrint {
  return { ending: account_ending, print: account_print }
}

function terminalOf({ view }: RecordFacts, { terminalId }: ReadFrom): string {
  return view.terminalId === '' ? terminalId : view.terminalId
}

interface RecordRead {
  readonly record: TransactionRecord
  readonly facts: RecordFacts
}

function addVersion(
  database: Database,
  { id, number }: { readonly id: number; readonly number: number },
  { record, facts: { view, account } }: RecordRead,
  { question, askedTurn, readTurn, readAtMs }: ReadFrom,
): void {
  const { amountKobo, netKobo, fee, asGiven } = versionFactsOf(record)
  insert(database, 'version', {
    record: id,
    number,
    transaction_id: view.transactionId,
    terminal_id: view.terminalId,
    terminal_record_id: view.terminalRecordId,
    amount: view.amount,
    amount_kobo: amountKobo,
    net: view.amountSettled,
    net_kobo: netKobo,
    fee,
    fee_percentage: view.feePercentage,
    as_given: asGiven,
    is_paid: view.isPaid ? 1 : 0,
    date_paid: view.datePaid,
    time_received: view.timeReceived,
    account_ending: account.ending,
    account_print: account.print,
    service_reference: view.serviceReference,
    texts: JSON.stringify(eachRecordText((text) => view[text])),
    unread: view.unread === undefined ? null : JSON.stringify(view.unread),
    question,
    asked_turn: askedTurn,
    read_turn: readTurn,
    read_at_ms: readAtMs,
  })
}

/** @returns the number of the new row */
function insert(
  database: Database,
  table: 'record' | 'version',
  values: Readonly<Record<string, SQLInputValue>>,
): number {
  const names = Object.keys(values)
  const marks = names.map(() => '?').join(', ')
  const row = database.get(
    `INSERT INTO ${table} (${names.join(', ')}) VALUES (${marks}) RETURNING id`,
    ...Object.values(values),
  )
  return (row as { id: number }).id
}
