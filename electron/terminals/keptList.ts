import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import { parseUnknown } from '../../shared/parse.ts'
import { IncompleteReason } from '../../shared/record.ts'
import { TerminalView } from '../../shared/terminal.ts'
import type { KeptFiles, Log } from '../ports.ts'
import { inSlices, type Turn } from '../slices.ts'
import { knownTerminal, withRows, type KnownList, type KnownTerminal } from './knownTerminals.ts'

/** What is kept of a list besides its rows. */
export const keptFacts = {
  totalCount: z.nullable(z.int()),
  pagesRead: z.int(),
  isComplete: z.boolean(),
  incompleteReason: z.nullable(IncompleteReason),
  readAtMs: z.nullable(z.number()),
} as const

const FORMAT = 1
/** In characters: six times 50,000 rows. A service that fills its rows with more is read, but not kept. */
const LENGTH_MAX = 100_000_000

const Head = z.strictObject({
  format: z.literal(FORMAT),
  /** Whose it is: a file that was put in the place of another is nobody's. */
  name: z.string(),
  /** Of the lines that follow, in hex: a row that was damaged could well be a row still. */
  sha256: z.string(),
  ...keptFacts,
})

/** One list of terminals in a file: a line of facts, then a line a row. Account numbers are masked before they come here. */
export interface KeptList {
  /** @returns null where nothing is kept that could be believed */
  read(): Promise<KnownList | null>
  /** @returns whether it was written */
  write(list: KnownList): Promise<boolean>
}

/**
 * Tens of thousands of rows are megabytes. They have a file of their own, since the settings are read and written whole
 * at every access, and are gone through in slices, with a turn for others in between.
 * @param owner whose list it is, from the widest to the narrowest
 */
export function createKeptList(
  options: { readonly keptFiles: KeptFiles; readonly turn: Turn; readonly log: Log },
  owner: readonly string[],
  lengthMax: number = LENGTH_MAX,
): KeptList {
  const { keptFiles, turn, log } = options
  const name = `terminals-${createHash('sha256').update(JSON.stringify(owner)).digest('hex').slice(0, 32)}`

  async function rowsOf(
    lines: readonly string[],
    sha256: string,
  ): Promise<Map<number, KnownTerminal> | null> {
    const rows = new Map<number, KnownTerminal>()
    const hash = createHash('sha256')
    await inSlices(lines, turn, (line) => {
      hash.update(line)
      const row = viewIn(line)
      if (row !== null) rows.set(row.recordId, knownTerminal(row))
    })
    return hash.digest('hex') === sha256 && rows.size === lines.length ? rows : null
  }

  async function listIn(text: string): Promise<KnownList | null> {
    const [first = '', ...lines] = text.split('\n')
    const head = parseUnknown(Head, jsonIn(first))
    if (!head.ok || head.value.name !== name) return null
    const { totalCount, pagesRead, isComplete, incompleteReason, readAtMs, sha256 } = head.value
    const rows = await rowsOf(lines, sha256)
    if (rows === null) return null
    return withRows({ totalCount, pagesRead, isComplete, incompleteReason, readAtMs }, rows)
  }

  return {
    async read() {
      const text = await keptFiles.read(name)
      if (text === null) return null
      const list = await listIn(text)
      // The next reading takes its place. What is in it is told to nobody.
      if (list === null) log('warn', 'terminals.keptUnreadable', { length: text.length })
      return list
    },
    async write({ rows, ...facts }) {
      const hash = createHash('sha256')
      const lines: string[] = []
      let length = 0
      await inSlices(rows, turn, ({ view }) => {
        const line = JSON.stringify(view)
        hash.update(line)
        length += line.length
        lines.push(line)
      })
      const head: z.output<typeof Head> = {
        format: FORMAT,
        name,
        sha256: hash.digest('hex'),
        ...facts,
      }
      const isWritten =
        length <= lengthMax && (await keptFiles.write(name, [JSON.stringify(head), ...lines].join('\n')))
      if (!isWritten) log('error', 'terminals.notKept', { length })
      return isWritten
    },
  }
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
