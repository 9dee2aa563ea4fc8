import type { GatewayError, Page, TransactionRecord } from '../gateway/answer.ts'
import { mayBePage } from '../gateway/pagedReader.ts'
import type { Destination } from '../gateway/destination.ts'

/** What the service was asked. Equal questions are one row, however often they are asked. */
export interface Question {
  readonly kind: 'reference' | 'days'
  /** The reference, as the matcher compares it, or the TID. */
  readonly subject: string
  /** The days asked for, which are more than those wanted (docs/decisions/0022); empty for a reference. */
  readonly dateFrom: string
  readonly dateTo: string
  /** A send waited for the answer. */
  readonly isBeforeSend: boolean
}

/** A question and its moment. `turn` orders questions and answers of a run, also where the clocks are wrong. */
export interface Asked {
  readonly owner: Destination
  readonly question: Question
  readonly turn: number
  readonly atMs: number
}

/** One answer about records, as it came. */
export type RecordAnswer = {
  readonly asked: Asked
  readonly turn: number
  readonly atMs: number
} & (
  | { readonly kind: 'record'; readonly rows: readonly [TransactionRecord] }
  | ({
      readonly kind: 'page'
      readonly pageNumber: number
      readonly pageSize: number
    } & Page<TransactionRecord>)
  /** No record came: it may mean that there is none, or nothing at all. */
  | { readonly kind: 'failed'; readonly failure: GatewayError['kind'] }
)

type PageAnswer = Extract<RecordAnswer, { readonly kind: 'page' }>

/** A list that was read to its end without a contradiction (docs/service.md 2.4). */
export interface CompleteList {
  /** Of its first page: what the list lacks was not there, or not shown, from then on. */
  readonly askedTurn: number
  readonly askedAtMs: number
  /** The rows of the file that it has. */
  readonly rows: ReadonlySet<number>
  readonly count: number
}

interface Reading {
  readonly pageSize: number
  nextPage: number
  readonly totalCount: number | null
  askedTurn: number
  askedAtMs: number
  readonly rows: Set<number>
  readonly ids: Set<string>
}

/** More than the readings that run at once. A long one holds 200,000 numbers. */
const READINGS_MAX = 6

/**
 * Follows lists page by page. Pages of two readings of one question may mix: each was asked after the first page of the
 * reading it counts for, or its time counts instead, so that the list is no older than it says.
 */
export interface Readings {
  /** @param rows of the file, for the records of the page @returns the list that this page completes, or null */
  page(key: string, answer: PageAnswer, rows: readonly number[]): CompleteList | null
  /** The rows of the file are no longer the same, or a page is missing. */
  forget(): void
}

export function createReadings(): Readings {
  let readings = new Map<string, Reading>()

  function begun(key: string, { asked, pageNumber, pageSize, totalCount }: PageAnswer): Reading {
    readings.delete(key)
    const reading: Reading = {
      pageSize,
      nextPage: pageNumber,
      totalCount,
      askedTurn: asked.turn,
      askedAtMs: asked.atMs,
      rows: new Set(),
      ids: new Set(),
    }
    readings.set(key, reading)
    for (const oldest of readings.keys()) {
      if (readings.size <= READINGS_MAX) break
      readings.delete(oldest)
    }
    return reading
  }

  return {
    page: (key, answer, rows) => {
      const { pageNumber, pageSize, totalCount, hasNextPage, asked } = answer
      if (!mayBePage(answer, pageNumber)) return null
      const going = readings.get(key)
      // Some services count from 0.
      const isNext = going?.nextPage === pageNumber && pageNumber > 0
      const reading = pageNumber <= 1 && !isNext ? begun(key, answer) : going
      if (reading?.nextPage !== pageNumber || reading.pageSize !== pageSize) return null
      if (reading.totalCount !== totalCount) {
        readings.delete(key)
        return null
      }
      reading.nextPage += 1
      if (asked.turn < reading.askedTurn) {
        reading.askedTurn = asked.turn
        reading.askedAtMs = asked.atMs
      }
      for (const row of rows) reading.rows.add(row)
      const knownBefore = reading.ids.size
      for (const { recordId } of answer.rows) reading.ids.add(recordId)
      if (hasNextPage ?? reading.ids.size > knownBefore) return null
      readings.delete(key)
      return totalCount !== null && reading.ids.size === totalCount ? { ...reading, count: totalCount } : null
    },
    forget: () => {
      readings = new Map()
    },
  }
}
