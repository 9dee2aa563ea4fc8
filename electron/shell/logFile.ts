import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs'
import path from 'node:path'
import type { Log } from '../ports.ts'

/** Two files of this size at most: enough for weeks of a counter's day, and never a disk full. */
export const LOG_FILE_BYTES_MAX = 1_000_000
/** A fact is a code, a count or a reference; nothing longer belongs into a log. */
const FACT_LENGTH_MAX = 200

/**
 * A log of one JSON line an event, in `dir`/tillside.log, with the file before it in tillside.1.log. Facts are safe by
 * construction (see {@link Log}); this adds bounds. A log that cannot be written never stops a sale.
 */
export function openLog(
  dir: string,
  wallNowMs: () => number,
  fileBytesMax: number = LOG_FILE_BYTES_MAX,
): Log {
  const file = path.join(dir, 'tillside.log')
  let size = sizeOf(dir, file)
  return (level, event, facts = {}) => {
    const bounded = Object.entries(facts).map(([key, value]) => [
      key,
      typeof value === 'string' ? value.slice(0, FACT_LENGTH_MAX) : value,
    ])
    const time = new Date(wallNowMs()).toISOString()
    const line = `${JSON.stringify({ time, level, event, ...Object.fromEntries(bounded) })}\n`
    try {
      if (size + line.length > fileBytesMax) {
        renameSync(file, path.join(dir, 'tillside.1.log'))
        size = 0
      }
      appendFileSync(file, line, { mode: 0o600 })
      size += Buffer.byteLength(line)
    } catch {
      // A full or missing disk has its own message on the screen; the log has nobody to tell.
    }
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
