import type { Page } from './texts.ts'
import { type Amount, type Due, money, plain, type Sale, type Shown } from './books.ts'

/** Takes down each figure that was found, and each that differs from the books or is missing. */
export interface Notebook {
  /**
   * @param place a screen, a paper or a file
   * @param expected undefined: nothing may be said
   */
  figure(place: string, label: string, said: string | undefined, expected: string | undefined): void
}

export interface Facts extends Due {
  readonly sales: readonly Sale[]
  readonly list: readonly Shown[]
  readonly terminals: readonly string[]
  /** Records that the counter has seen: one that goes is missed. */
  readonly wasHere: ReadonlySet<number>
  readonly isOnline: boolean
}

export const known = (amount: Amount | null): string | null => (amount === null ? null : money(amount))
/** An amount that is not known is an empty cell. */
export const cell = (amount: Amount | null): string => (amount === null ? '' : plain(amount))
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
/** `20 Nov 2026`. */
export const dateText = (day: string): string =>
  `${Number(day.slice(8))} ${MONTHS[Number(day.slice(5, 7)) - 1]} ${day.slice(0, 4)}`
export const salesText = (count: number): string => (count === 1 ? '1 sale' : `${count} sales`)

/** The text so far after a label, which is found anywhere after another one. */
export function after(page: Page, label: string, steps = 1, behind?: string): string | undefined {
  const from = behind === undefined ? 0 : page.indexOf(behind)
  const at = from === -1 ? -1 : page.indexOf(label, from)
  return at === -1 ? undefined : page[at + steps]
}

export type Rows = ReadonlyMap<string, readonly string[]>
/** The rows of a file by one of their cells. */
export function rowsIn(csv: string, column: number): Rows {
  const rows = csv
    .split('\r\n')
    .map((line) => [...line.matchAll(/"((?:[^"]|"")*)"/gu)].map(([, cell]) => cell ?? ''))
  return new Map(rows.map((row) => [row[column] ?? '', row]))
}
