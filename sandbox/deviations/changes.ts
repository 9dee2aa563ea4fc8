import { Decimal, jsonText, type Json } from '../jsonText.ts'
import type { BankOptions } from '../options.ts'
import type { BankAnswer } from '../wire/exchange.ts'
import { readObject } from '../wire/envelopeHabits.ts'
import type { Endpoint } from '../wire/route.ts'

/*
 * Ways in which a bank may differ within what its document leaves open (docs/service.md). Each alone is a whole bank, and
 * an honest one: what it settles and shows is true.
 */

export type JsonRow = { readonly [key: string]: Json }

export interface Asked {
  readonly endpoint: Endpoint
  /** The parameters of a read. */
  readonly parameters: Readonly<Record<string, unknown>>
  /** The bank's day, YYYY-MM-DD. */
  readonly today: string
  /** The honest answer to other parameters; for reads alone. */
  readonly again: (change: Readonly<Record<string, string>>) => BankAnswer
}

export interface Deviation {
  readonly meaning: string
  readonly options?: Partial<BankOptions>
  /** Another answer in place of the honest one. */
  readonly answer?: (answer: BankAnswer, asked: Asked) => BankAnswer
}

/** Of answers to reads: a yes with its records or terminals. */
export const READS: readonly Endpoint[] = ['retrieveTerminals', 'settlementStatus', 'searchTransactions']
const isList = ({ endpoint }: Asked): boolean => endpoint !== 'settlementStatus'

export function ofJson(change: (json: JsonRow, asked: Asked) => Json): NonNullable<Deviation['answer']> {
  return (answer, asked) => {
    const json = readObject(answer.body)
    return json === undefined ? answer : { ...answer, body: jsonText(change(json, asked)) }
  }
}

/** Changes each record that a read shows. */
export function ofRecords(change: (row: JsonRow, place: number) => Json): NonNullable<Deviation['answer']> {
  return ofRows(change, ['settlementStatus', 'searchTransactions'])
}

export function ofRows(
  change: (row: JsonRow, place: number) => Json,
  endpoints: readonly Endpoint[] = READS,
): NonNullable<Deviation['answer']> {
  return ofJson((json, { endpoint }) => {
    const { data } = json
    if (!endpoints.includes(endpoint) || data === undefined || data === null) return json
    if (Array.isArray(data)) return { ...json, data: data.map((row: Json, at) => change(row as JsonRow, at)) }
    return isRow(data) ? { ...json, data: change(data, 0) } : json
  })
}

export function ofLists(change: (json: JsonRow) => Json): NonNullable<Deviation['answer']> {
  return ofJson((json, asked) =>
    READS.includes(asked.endpoint) && isList(asked) && Array.isArray(json['data']) ? change(json) : json,
  )
}

export const without = (...names: readonly string[]): ((row: JsonRow) => JsonRow) => {
  return (row) => Object.fromEntries(Object.entries(row).filter(([key]) => !names.includes(key)))
}
export const withField =
  (name: string, value: (before: Json) => Json): ((row: JsonRow) => JsonRow) =>
  (row) =>
    Object.hasOwn(row, name) ? { ...row, [name]: value(row[name] ?? null) } : row
export const withNulls = (...names: readonly string[]): ((row: JsonRow) => JsonRow) => {
  return (row) => ({ ...row, ...Object.fromEntries(names.map((name) => [name, null])) })
}
export function textOf(value: Json): string {
  if (value instanceof Decimal) return value.text
  return typeof value === 'string' ? value : jsonText(value)
}
export const asText = (value: Json): Json =>
  value instanceof Decimal || typeof value === 'number' || typeof value === 'boolean' ? textOf(value) : value
/** `1500.50` as `1,500.50`. */
export const grouped = (value: Json): Json => {
  const [whole = '', fraction = ''] = textOf(value).split('.')
  return `${whole.replace(/\B(?=(?:[0-9]{3})+$)/gu, ',')}.${fraction.padEnd(2, '0')}`
}
export const renamed =
  (rename: (key: string) => string): ((row: JsonRow) => JsonRow) =>
  (row) =>
    Object.fromEntries(Object.entries(row).map(([key, value]) => [rename(key), value]))
export const huge = (value: Json): Json => new Decimal(`90071992547409${textOf(value).padStart(6, '0')}`)
export const onTimes = (change: (time: string) => string): ((row: JsonRow) => JsonRow) => {
  return (row) =>
    Object.fromEntries(
      Object.entries(row).map(([key, value]) => [
        key,
        (key === 'datePaid' || key === 'timeReceived') && typeof value === 'string' ? change(value) : value,
      ]),
    )
}

export function isRow(value: Json): value is JsonRow {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Decimal)
}
