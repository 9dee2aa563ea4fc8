import { jsonText, type Json } from '../jsonText.ts'
import type { Ledger, Oddity } from '../ledger.ts'
import type { BankOptions } from '../options.ts'
import type { OddRead } from './oddReads.ts'

/** A request as it arrives, from any carrier. `WireRequest` is one. */
export interface BankRequest {
  readonly method: string
  /** Absolute, query included. */
  readonly url: string
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
}

/** The bank's answer, before any fault on the way. */
export interface BankAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export type PagingFault =
  | { readonly kind: 'rowsRepeat' }
  | { readonly kind: 'rowsSkip' }
  | { readonly kind: 'totalCountLies'; readonly addRows: number }
  | { readonly kind: 'nextPageForEver' }
  | { readonly kind: 'pageNotEchoed'; readonly currentPage: number }

/** Everything that answering one request may use. */
export interface Exchange {
  readonly ledger: Ledger
  readonly options: BankOptions
  readonly nowMs: number
  /** Changes of this exchange are received this much later (a late commit). */
  readonly commitDelayMs: number
  readonly paging: PagingFault | null
  /** What is wrong with the rows of this answer. */
  readonly oddRead: OddRead | null
  /** How the bank changes the record of the sale logged here. */
  readonly oddity: Oddity | null
  /** Counts requests, so that trace ids differ. */
  readonly requestNumber: number
}

export type Flag = 'status' | 'isSuccessful'
export type RefusalStatus = 400 | 401 | 404 | 405 | 415

/** A request that the specification does not allow. `message` names a field, never its value. */
export interface Refusal {
  readonly status: RefusalStatus
  readonly message: string
}

export function jsonAnswer(status: number, value: Json): BankAnswer {
  return { status, headers: { 'content-type': 'application/json; charset=utf-8' }, body: jsonText(value) }
}

/** A positive answer (docs/service.md 2.4). `more` has the top-level fields of a list. */
export function accepted(
  data: Json,
  message: string,
  more: { readonly [key: string]: Json } = {},
): BankAnswer {
  return jsonAnswer(200, { status: true, message, data, ...more })
}

/** The bank's own refusal of a well-formed request. */
export function declined(message: string, flag: Flag = 'status'): BankAnswer {
  return jsonAnswer(200, { [flag]: false, message, data: null })
}

/**
 * The refusal of a request that breaks the specification; failure payloads are undocumented, so the shape is an
 * option.
 */
export function refused({ options }: Exchange, refusal: Refusal, flag: Flag = 'status'): BankAnswer {
  switch (options.refusals) {
    case 'declined':
      return declined(refusal.message, flag)
    case 'bareStatus':
      return { status: refusal.status, headers: {}, body: '' }
    case 'httpStatus':
      return jsonAnswer(refusal.status, { [flag]: false, message: refusal.message, data: null })
  }
}
