import type { Span } from '../../shared/days.ts'
import { text, type Cell } from './cell.ts'

export interface Column {
  /** Its name for programs. */
  readonly key: string
  readonly title: string
  /** Naira. */
  readonly isAmount?: boolean
}

/** A table that a person asked for as a file, whatever the format. */
export interface Report {
  /** The file's name without its ending. */
  readonly name: string
  /** The name of the sheet in a workbook, at most 31 characters. */
  readonly sheet: string
  readonly head: ReportHead
  readonly columns: readonly Column[]
  /** The rows, read while the file is written; each slice takes a few milliseconds. */
  slices(): AsyncIterable<readonly (readonly Cell[])[]>
  /** Asked for after the last slice. With their own labels, so that no reader mistakes them for rows. */
  totals(): readonly (readonly [string, Cell])[]
}

/** What every file says about itself before its first row. */
export interface ReportHead {
  readonly title: string
  readonly environment: 'live' | 'practice'
  readonly profileName: string
  /** By this computer's clock. */
  readonly madeAtMs: number
  readonly facts: readonly (readonly [string, string])[]
}

const PRACTICE = 'PRACTICE - nothing in this file is real'

/** Before the table, with an empty line after it. */
export function headRows(head: ReportHead): readonly (readonly Cell[])[] {
  const facts: readonly (readonly [string, string])[] = [
    ['Tillside', head.title],
    ['Profile', head.profileName],
    ...head.facts,
    ["Made (this computer's time)", localTime(head.madeAtMs)],
  ]
  const rows = facts.map((fact) => fact.map(text))
  return [...(head.environment === 'practice' ? [[text(PRACTICE)]] : []), ...rows, []]
}

/** `PRACTICE-sales-2026-11-20-1405`, without an ending: plain characters that every disk accepts. */
export function fileName(kind: string, head: Pick<ReportHead, 'environment' | 'madeAtMs'>): string {
  const mark = head.environment === 'practice' ? 'PRACTICE-' : ''
  return `${mark}${kind}-${localTime(head.madeAtMs).replaceAll(':', '').replace(' ', '-')}`
}

/** A terminal ID has no documented length (docs/service.md 2). */
const NAME_PART_MAX = 40

/** A terminal ID as a part of a file's name. */
export function terminalInName(terminalId: string): string {
  return terminalId.replaceAll(/[^A-Za-z0-9.-]/gu, '-').slice(0, NAME_PART_MAX)
}

/** The days of a report, `2026-11-20` or `2026-11-14 to 2026-11-20`. */
export function daysText({ fromMs, untilMs }: Span): string {
  const [first, last] = [fromMs, untilMs - 1].map((atMs) => localTime(atMs).slice(0, 10))
  return first === last ? String(first) : `${first} to ${last}`
}

/** `2026-11-20 14:05`, this computer's clock and zone. */
export function localTime(ms: number): string {
  const at = new Date(ms)
  const two = (value: number): string => String(value).padStart(2, '0')
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
  return `${day} ${two(at.getHours())}:${two(at.getMinutes())}`
}
