import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import { parseUnknown } from '../../shared/parse.ts'
import { IncompleteReason } from '../../shared/record.ts'
import { TerminalView } from '../../shared/terminal.ts'
import type { KeptFiles, Log } from '../ports.ts'
import { inSlices, SLICE_SIZE, type Turn } from '../slices.ts'
import { knownTerminal, withRows, type KnownList, type KnownTerminal } from './knownTerminals.ts'

export const keptFacts = {
  totalCount: z.nullable(z.int()),
  pagesRead: z.int(),
  isComplete: z.boolean(),
  incompleteReason: z.nullable(IncompleteReason),
  readAtMs: z.nullable(z.number()),
  /** Missing in lists of an earlier version. */
  readSince: z._default(z.nullable(z.strictObject({ atMs: z.number(), countBefore: z.int() })), null),
} as const

const FORMAT = 1
/** Six times 50,000 rows, on the disk. A larger list is read, but not kept. */
export const LIST_BYTES_MAX = 100_000_000
/** Three times the first line. */
const HEAD_LENGTH_MAX = 1_000
/** More than a row with every field at its limit. */
const ROW_LENGTH_MAX = 1_000_000

const Head = z.strictObject({
  format: z.literal(FORMAT),
  /** Its owner: a file in another's place is rejected. */
  name: z.string(),
  /** Of the following lines, in hex: a damaged row could still look like a row. */
  sha256: z.string(),
  ...keptFacts,
})

/** One list of terminals in a file: a line of facts, then a line for each row. Account numbers are already masked here. */
export interface KeptList {
  /** @returns null if nothing valid is stored */
  read(): Promise<KnownList | null>
  write(list: KnownList): Promise<boolean>
}

/**
 * Tens of thousands of rows are megabytes. They have a file of their own, since each access reads and writes all
 * settings, and are processed in slices, with turns for others in between.
 * @param owner whose list it is, from the widest to the narrowest
 */
export function createKeptList(
  options: { readonly keptFiles: KeptFiles; readonly turn: Turn; readonly log: Log },
  owner: readonly string[],
  bytesMax: number = LIST_BYTES_MAX,
): KeptList {
  const { keptFiles, turn, log } = options
  const name = `terminals-${createHash('sha256').update(JSON.stringify(owner)).digest('hex').slice(0, 32)}`

  /** Ends at the first invalid line, so a file full of them costs only one. */
  async function rowsIn(
    text: string,
    start: number,
    sha256: string,
  ): Promise<Map<number, KnownTerminal> | null> {
    const rows = new Map<number, KnownTerminal>()
    const hash = createHash('sha256')
    for (let at = start; at <= text.length;) {
      if (rows.size > 0 && rows.size % SLICE_SIZE === 0) await turn()
      const line = lineAt(text, at, ROW_LENGTH_MAX)
      const row = line === null ? null : viewIn(line)
      if (line === null || row === null || rows.has(row.recordId)) return null
      hash.update(line)
      rows.set(row.recordId, knownTerminal(row))
      at += line.length + 1
    }
    return hash.digest('hex') === sha256 ? rows : null
  }

  async function listIn(text: string): Promise<KnownList | null> {
    const first = lineAt(text, 0, HEAD_LENGTH_MAX)
    const head = parseUnknown(Head, first === null ? null : jsonIn(first))
    if (first === null || !head.ok || head.value.name !== name) return null
    const { format: _format, name: _name, sha256, ...facts } = head.value
    const rows = await rowsIn(text, first.length + 1, sha256)
    return rows === null ? null : withRows(facts, rows)
  }

  return {
    async read() {
      const text = await keptFiles.read(name)
      if (text === null) return null
      const list = await listIn(text)
      // The next reading replaces it. Its content is not logged.
      if (list === null) log('warn', 'terminals.keptUnreadable', { length: text.length })
      return list
    },
    async write({ rows, ...facts }) {
      const hash = createHash('sha256')
      const lines: string[] = []
      let bytes = 0
      let longest = 0
      await inSlices(rows, turn, ({ view }) => {
        const line = JSON.stringify(view)
        hash.update(line)
        bytes += Buffer.byteLength(line) + 1
        longest = Math.max(longest, line.length)
        if (bytes <= bytesMax) lines.push(line)
      })
      const head: z.output<typeof Head> = {
        format: FORMAT,
        name,
        sha256: hash.digest('hex'),
        ...facts,
      }
      const first = JSON.stringify(head)
      bytes += Buffer.byteLength(first)
      const isReadable = bytes <= bytesMax && longest <= ROW_LENGTH_MAX
      const isWritten = isReadable && (await keptFiles.write(name, [first, ...lines].join('\n')))
      if (!isWritten) log('error', 'terminals.notKept', { bytes })
      return isWritten
    },
  }
}

/** @returns null if it is longer */
function lineAt(text: string, start: number, lengthMax: number): string | null {
  const piece = text.slice(start, start + lengthMax + 1)
  const end = piece.indexOf('\n')
  if (end >= 0) return piece.slice(0, end)
  return piece.length <= lengthMax ? piece : null
}

function jsonIn(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}

function viewIn(line: string): TerminalView | null {
  const parsed = parseUnknown(TerminalView, jsonIn(line))
  return parsed.ok ? parsed.value : null
}
