import type { Span } from '../../shared/days.ts'
import { createServiceZone } from '../../shared/serviceZone.ts'
import type { ServiceTime } from '../../shared/serviceTime.ts'
import { text, type Cell } from './cell.ts'

export interface Column {
  /** Its name for programs. */
  readonly key: string
  readonly title: string
}

/** A line below the table, with its own label, so that no reader mistakes it for a row. */
export interface Total {
  readonly label: string
  readonly cell: Cell
  /** The key of the column whose sum it is. */
  readonly under?: string
}

/** A table that a person asked for as a file, whatever the format. */
export interface Report {
  /** The file's name without its ending. */
  readonly name: string
  /** What its rows are, for programs and as the name of the sheet in a workbook: one word. */
  readonly sheet: string
  readonly head: ReportHead
  readonly columns: readonly Column[]
  /** The rows, read while the file is written; each slice takes a few milliseconds. */
  slices(): AsyncIterable<readonly (readonly Cell[])[]>
  /** Asked for after the last slice. */
  totals(): readonly Total[]
}

/** What every file says about itself. */
export interface ReportHead {
  readonly title: string
  readonly environment: 'live' | 'practice'
  readonly profileName: string
  /** The shop's zone, by its IANA name. All times but the bank's are in it; the computer's own zone does not count. */
  readonly timeZone: string
  readonly madeAtMs: number
  readonly facts: readonly (readonly [string, string])[]
}

const PRACTICE = 'PRACTICE - nothing in this file is real'

/** What a file says about itself, as rows of a label and a value. */
export function aboutRows(head: ReportHead): readonly (readonly Cell[])[] {
  const facts: readonly (readonly [string, string])[] = [
    ['Tillside', head.title],
    ['Shop', head.profileName],
    ...head.facts,
    ['Times', `${head.timeZone}; the bank's as it gave them, without a zone`],
    ['Made', wallText(wallClock(head.timeZone)(head.madeAtMs))],
  ]
  return [
    ...(head.environment === 'practice' ? [[text(PRACTICE)]] : []),
    ...facts.map((fact) => fact.map(text)),
  ]
}

type Named = Pick<ReportHead, 'environment' | 'profileName' | 'madeAtMs'>

/**
 * `PRACTICE-Mama-Bisi-sales-2026-11-20-made-2026-11-20-1405`, without an ending: the shop, the kind, the days if it has
 * some, and when it was made; characters that every disk accepts.
 */
export function fileName(kind: string, { environment, profileName, madeAtMs }: Named): string {
  const made = localTime(madeAtMs).replaceAll(':', '').replace(' ', '-')
  return [environment === 'practice' ? 'PRACTICE' : '', partOfName(profileName), kind, 'made', made]
    .filter((part) => part !== '')
    .join('-')
}

/**
 * A shop's name or a terminal ID, which have no documented length, as a part of a file's name: letters of any language,
 * digits, at most forty.
 */
export function partOfName(value: string): string {
  return value
    .normalize('NFC')
    .replaceAll(/[^\p{L}\p{M}\p{N}.-]+/gu, '-')
    .replace(/(?<=^.{40}).*/su, '')
    .replaceAll(/^[.-]+|[.-]+$/gu, '')
}

/** The days of a report, `2026-11-20` or `2026-11-14 to 2026-11-20`, by this computer's clock. */
export function daysText({ fromMs, untilMs }: Span): string {
  const [first, last] = [fromMs, untilMs - 1].map((atMs) => localTime(atMs).slice(0, 10))
  return first === last ? String(first) : `${first} to ${last}`
}

/** `2026-11-20 14:05`, this computer's clock and zone. */
export function localTime(ms: number): string {
  const at = new Date(ms)
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
  return `${day} ${two(at.getHours())}:${two(at.getMinutes())}`
}

const two = (value: number): string => String(value).padStart(2, '0')

/** No zone changes its offset within one: they change on the quarter hour. */
const QUARTER_MS = 15 * 60_000

/** What a clock on a wall of a zone shows at a moment. This computer's zone does not count. */
export function wallClock(timeZone: string): (atMs: number) => ServiceTime {
  const zone = createServiceZone(timeZone)
  // Asking for the offset takes longer than all else that a row needs, and rows come in the order of their times.
  let [quarter, offsetMs] = [Number.NaN, 0]
  return (atMs) => {
    const now = Math.floor(atMs / QUARTER_MS)
    if (now !== quarter) [quarter, offsetMs] = [now, zone.offsetMinutes(atMs) * 60_000]
    const at = new Date(atMs + offsetMs)
    return {
      year: at.getUTCFullYear(),
      month: at.getUTCMonth() + 1,
      day: at.getUTCDate(),
      hour: at.getUTCHours(),
      minute: at.getUTCMinutes(),
      second: at.getUTCSeconds(),
      fraction: '',
    }
  }
}

/** `2026-11-20 14:05:09`. */
export function wallText({ year, month, day, hour, minute, second }: ServiceTime): string {
  const date = [String(year).padStart(4, '0'), two(month), two(day)].join('-')
  return `${date} ${[hour, minute, second].map(two).join(':')}`
}
