import { noRecordTexts } from '../../shared/record.ts'
import type { TransactionRecord } from '../../electron/gateway/answer.ts'
import type { Correction } from './faults.ts'
import type { ListedRow } from './listLedger.ts'

/** Whose request settled: this till's, or another one's with the same reference. */
export type Sender = 'till' | 'other'

export interface ModelCommit {
  readonly transactionId: string
  readonly terminalId: string
  readonly amountKobo: number
  readonly by: Sender
  readonly atMs: number
  readonly visibleAtMs: number
  readonly paidAtMs: number
}

/** The worst bank that the specification allows: no idempotency, records appear late, and payment is later still. */
export interface ModelBank {
  commit(commit: ModelCommit): void
  /** Everything that settled under a reference, including hidden and future commits. */
  commitsOf(transactionId: string): readonly ModelCommit[]
  /** How often this till's own requests settled a reference. */
  tillCount(transactionId: string): number
  /** What it answers to a question about a reference: it compares the form in which it keeps them. */
  ask(asked: string, nowMs: number): TransactionRecord | undefined
  /** The first visible record of a reference, by the one that was sent. */
  find(transactionId: string, nowMs: number): TransactionRecord | undefined
  /** Changes how it shows a reference from now on. The money moved stays the same. */
  correct(transactionId: string, correction: Correction, nowMs: number): void
  /** Everything that it shows under a reference, including corrections and second records. */
  shown(transactionId: string, nowMs: number): readonly TransactionRecord[]
  /** @param fromDay a day of {@link bankDay}, like `toDay`; both are included */
  visible(terminalId: string, nowMs: number, fromDay: string, toDay: string): readonly TransactionRecord[]
}

/** The start of model time on the bank's wall clock: 20 November 2026, 09:00. */
export const MODEL_EPOCH_MS = Date.UTC(2026, 10, 20, 9, 0, 0)
export const BANK_OFFSET_MINUTES = 60
const DAY_MS = 24 * 60 * 60_000
export const NOT_PAID = '0001-01-01T00:00:00'
/** In every record and in no row: the whole account number must never leave the gateway's records (invariant I10). */
export const ACCOUNT_NUMBER = '0123456789'
export const OTHER_ACCOUNT_NUMBER = '9876501234'

/** @param wallMs ms since 1970 @returns `YYYY-MM-DD` at the bank, which sorts by day */
export function bankDay(wallMs: number, addDays = 0): string {
  const day = Math.floor((wallMs + BANK_OFFSET_MINUTES * 60_000) / DAY_MS) + addDays
  const known = days.get(day)
  if (known !== undefined) return known
  const text = new Date(day * DAY_MS).toISOString().slice(0, 10)
  days.set(day, text)
  return text
}
/** A run uses the same few days a million times. */
const days = new Map<number, string>()

interface Booked {
  readonly commit: ModelCommit
  readonly day: string
  readonly index: number
  unpaid: TransactionRecord | null
  paid: TransactionRecord | null
  correction: Correction | null
}

const NONE: readonly never[] = []

/** How a bank may keep references, whose length and characters are open. Digits alone make one of two. */
export const keptForms = {
  last12: (sent: string) => sent.slice(-12),
  padded: (sent: string) => sent.padStart(12, '0'),
  last20: (sent: string) => sent.slice(-20),
  digits: (sent: string) => sent.replaceAll(/\D/gu, ''),
  noLeadingZeros: (sent: string) => sent.replace(/^0+(?=.)/u, ''),
} as const satisfies Readonly<Record<string, (sent: string) => string>>

/** @param kept the form in which it keeps a reference */
export function createModelBank(kept: (sent: string) => string = (sent) => sent): ModelBank {
  const booked: Booked[] = []
  const byId = new Map<string, ModelCommit[]>()

  function record(entry: Booked, nowMs: number): TransactionRecord {
    if (entry.correction !== null) return corrected(entry, entry.correction, nowMs)
    if (entry.commit.paidAtMs <= nowMs) return (entry.paid ??= recordOf(entry, true))
    return (entry.unpaid ??= recordOf(entry, false))
  }

  function keptRecord(entry: Booked, nowMs: number): TransactionRecord {
    const shown = record(entry, nowMs)
    const transactionId = kept(shown.transactionId)
    return transactionId === shown.transactionId ? shown : { ...shown, transactionId }
  }

  return {
    commit: (commit) => {
      const index = booked.length + 1
      const day = bankDay(MODEL_EPOCH_MS + commit.atMs)
      booked.push({ commit, day, index, unpaid: null, paid: null, correction: null })
      const same = byId.get(commit.transactionId)
      if (same === undefined) byId.set(commit.transactionId, [commit])
      else same.push(commit)
    },
    commitsOf: (transactionId) => byId.get(transactionId) ?? NONE,
    tillCount: (transactionId) =>
      (byId.get(transactionId) ?? NONE).reduce((count, { by }) => count + (by === 'till' ? 1 : 0), 0),
    correct: (transactionId, correction, nowMs) => {
      const entry = booked.find(({ commit }) => commit.transactionId === transactionId)
      if (entry === undefined) return
      if (correction !== 'secondRecord') entry.correction = correction
      // A line of the list without money: the bank has listed a reference twice.
      else
        booked.push({
          ...entry,
          commit: { ...entry.commit, visibleAtMs: nowMs },
          index: booked.length + 1,
          unpaid: null,
          paid: null,
        })
    },
    shown: (transactionId, nowMs) =>
      booked
        .filter(({ commit }) => commit.transactionId === transactionId && commit.visibleAtMs <= nowMs)
        .map((entry) => record(entry, nowMs)),
    ask: (asked, nowMs) => {
      const entry = booked.find(
        ({ commit }) => kept(commit.transactionId) === asked && commit.visibleAtMs <= nowMs,
      )
      return entry === undefined ? undefined : keptRecord(entry, nowMs)
    },
    find: (transactionId, nowMs) => {
      for (const entry of booked) {
        const { commit } = entry
        if (commit.transactionId === transactionId && commit.visibleAtMs <= nowMs) return record(entry, nowMs)
      }
      return undefined
    },
    visible: (terminalId, nowMs, fromDay, toDay) => {
      const records: TransactionRecord[] = []
      for (const entry of booked) {
        const { commit, day } = entry
        if (commit.terminalId !== terminalId || commit.visibleAtMs > nowMs) continue
        if (day >= fromDay && day <= toDay) records.push(keptRecord(entry, nowMs))
      }
      return records
    },
  }
}

function corrected(entry: Booked, correction: Correction, nowMs: number): TransactionRecord {
  const isPaid = entry.commit.paidAtMs <= nowMs
  switch (correction) {
    case 'otherAmount': {
      const { amountKobo } = entry.commit
      return recordOf({ ...entry, commit: { ...entry.commit, amountKobo: amountKobo + 500 } }, isPaid)
    }
    case 'otherAccount':
      return { ...recordOf(entry, isPaid), accountNumber: OTHER_ACCOUNT_NUMBER }
    case 'notPaidAfterAll':
      return recordOf(entry, false)
    case 'secondRecord':
      return recordOf(entry, isPaid)
  }
}

/** A record of a sale that never happened, as a mixed-up proxy may return it. */
export function imaginedRecord(
  transactionId: string,
  terminalId: string,
  amountKobo: number,
  atMs: number,
): TransactionRecord {
  const commit: ModelCommit = {
    transactionId,
    terminalId,
    amountKobo,
    by: 'other',
    atMs,
    visibleAtMs: atMs,
    paidAtMs: atMs,
  }
  return recordOf({ commit, index: 0 }, false)
}

function recordOf({ commit, index }: Pick<Booked, 'commit' | 'index'>, isPaid: boolean): TransactionRecord {
  const amount = `${Math.floor(commit.amountKobo / 100)}.${String(commit.amountKobo % 100).padStart(2, '0')}`
  return {
    recordId: String(index),
    terminalRecordId: '1',
    terminalId: commit.terminalId,
    accountNumber: ACCOUNT_NUMBER,
    amount,
    amountSettled: amount,
    feePercentage: '0',
    isPaid,
    datePaid: isPaid ? stamp(commit.paidAtMs) : NOT_PAID,
    transactionId: commit.transactionId,
    serviceReference: `R${index}`,
    timeReceived: stamp(commit.atMs),
    ...noRecordTexts,
  }
}

/** A row of its lists, as the checker reads it. */
export function listedRow({ transactionId, amount, timeReceived }: TransactionRecord): ListedRow {
  const receivedAtMs = Date.parse(`${timeReceived}Z`) - MODEL_EPOCH_MS - BANK_OFFSET_MINUTES * 60_000
  return { reference: transactionId, amountKobo: Number(amount.replace('.', '')), receivedAtMs }
}

function stamp(atMs: number): string {
  return new Date(MODEL_EPOCH_MS + atMs + BANK_OFFSET_MINUTES * 60_000).toISOString().slice(0, 23)
}
