import {
  appendFileSync,
  closeSync,
  constants,
  fstatSync,
  mkdirSync,
  openSync,
  readSync,
  renameSync,
  statSync,
} from 'node:fs'
import path from 'node:path'
import { safeForLog } from '../../shared/redact.ts'
import type { Log } from '../ports.ts'

/** There are at most two files of this size: enough for weeks, and too small to fill a disk. */
export const LOG_FILE_BYTES_MAX = 1_000_000
/** A fact is a code, a count or a reference, so a longer one is cut. */
const FACT_LENGTH_MAX = 200
const FACTS_MAX = 20
const EVENT_LENGTH_MAX = 64
/** The fields of every line. A fact must not replace one of them. */
const FIXED: readonly string[] = ['time', 'level', 'event']
/** Much more than the lines that callers ask for. */
const TAIL_BYTES_MAX = 500_000
const LINE_LENGTH_MAX = 1_000

/**
 * Opening a pipe would block until its other end is opened, and a link may lead to any file. Windows has neither flag,
 * and its pipes are not in the file system.
 */
const AS_IT_IS = (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0)
const FOR_READING = constants.O_RDONLY | AS_IT_IS
const FOR_APPENDING = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | AS_IT_IS

type Fact = string | number | boolean | null

const fileIn = (dir: string): string => path.join(dir, 'tillside.log')
const fileBeforeIn = (dir: string): string => path.join(dir, 'tillside.1.log')

/**
 * A log with one JSON line per event, in `dir`/tillside.log. The previous file is tillside.1.log. Facts are safe by
 * construction (see {@link Log}); in addition this bounds them and hides what looks like an account number or a token.
 * A log that cannot be written never stops a sale.
 */
export function openLog(
  dir: string,
  wallNowMs: () => number,
  fileBytesMax: number = LOG_FILE_BYTES_MAX,
): Log {
  const file = fileIn(dir)
  let size = sizeOf(dir, file)
  return (level, event, facts = {}) => {
    const bounded = Object.entries(facts)
      .slice(0, FACTS_MAX)
      .map(([key, value]) => [nameOf(key), factOf(value)])
    const time = new Date(wallNowMs()).toISOString()
    const fixed = { time, level, event: safeForLog(event).slice(0, EVENT_LENGTH_MAX) }
    const line = Buffer.from(`${JSON.stringify({ ...fixed, ...Object.fromEntries(bounded) })}\n`)
    try {
      if (size + line.length > fileBytesMax) {
        renameSync(file, fileBeforeIn(dir))
        size = 0
      }
      withFile(file, FOR_APPENDING, (descriptor) => appendFileSync(descriptor, line))
      size += line.length
    } catch {
      // The screen reports a full or missing disk in another way.
    }
  }
}

function nameOf(key: string): string {
  const name = safeForLog(key)
    .replace(/[^A-Za-z0-9]/gu, '')
    .slice(0, EVENT_LENGTH_MAX)
  return name === '' || FIXED.includes(name) ? `${name}Fact` : name
}

/** The types allow only facts, but the log must not trust them. */
function factOf(value: unknown): Fact {
  switch (typeof value) {
    case 'string':
      return safeForLog(value).slice(0, FACT_LENGTH_MAX)
    case 'number': {
      const text = String(value)
      return safeForLog(text) === text ? value : safeForLog(text)
    }
    case 'boolean':
      return value
    default:
      return value === null ? null : `[${typeof value}]`
  }
}

/**
 * The newest lines, oldest first. They are checked again, since an older Tillside or an editor may have written them.
 */
export function readLogTail(dir: string, count: number): readonly string[] {
  const text = tailOf(fileBeforeIn(dir)) + tailOf(fileIn(dir))
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  return lines.slice(-count).map((line) => safeForLog(line).slice(0, LINE_LENGTH_MAX))
}

/** The last lines of a file, without a partial first line; empty where there is no file. */
function tailOf(file: string): string {
  try {
    return withFile(file, FOR_READING, (descriptor) => {
      const { size } = fstatSync(descriptor)
      const buffer = Buffer.alloc(Math.min(size, TAIL_BYTES_MAX))
      const read = readSync(descriptor, buffer, 0, buffer.length, size - buffer.length)
      const text = buffer.subarray(0, read).toString('utf8')
      const whole = size > buffer.length ? text.slice(text.indexOf('\n') + 1) : text
      return whole.endsWith('\n') || whole === '' ? whole : `${whole}\n`
    })
  } catch {
    return ''
  }
}

/** @throws where there is no file, or it is not a regular file */
function withFile<Value>(file: string, flags: number, work: (descriptor: number) => Value): Value {
  const descriptor = openSync(file, flags, 0o600)
  try {
    if (!fstatSync(descriptor).isFile()) throw new Error('the log is no file')
    return work(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

function sizeOf(dir: string, file: string): number {
  try {
    mkdirSync(dir, { recursive: true, mode: 0o700 })
    return statSync(file).size
  } catch {
    return 0
  }
}
