import {
  closeSync,
  existsSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import path from 'node:path'
import * as z from 'zod/mini'
import { parseUnknown } from '../../shared/parse.ts'
import type { SettingsStore } from '../ports.ts'
import { StorageError } from './database.ts'
import { syncFile } from './files.ts'

/**
 * What the sales file last held, kept outside it. At the next start it shows that the file is a restored backup, has a
 * truncated log, or is gone, instead of a file with fewer sales.
 */
const Witness = z.object({
  /** The newest audit entry; the file must have it, and so everything before it. */
  id: z.int(),
  hash: z.string(),
  sequence: z.int(),
})
export type Witness = z.output<typeof Witness>

const SETTING = 'salesFileHead'
/** A fixed length, so that one write replaces the whole line. */
const LINE_BYTES = 160

export interface AuditCheckpoint {
  /** Everything remembered, from one or two places; empty if no sale was ever recorded here. */
  recall(): readonly Witness[]
  /** After each commit: writes a small file beside, in one write without a sync. */
  remember(witness: Witness): void
  /** At start and stop: writes the settings file as well, which survives if a person deletes `sales.*`. */
  rememberWell(witness: Witness): void
  close(): void
  /** The sales file was closed in order under a name of its own, and no log is left beside it. */
  noteClosed(closedAs: string): void
  /**
   * What the last run noted so, once: the note is gone before the file is used. Null where there is none, or where it
   * cannot be removed, since a note that stays would be said of a later run.
   */
  takeClosed(): string | null
}

export function witnessFile(dataDir: string): string {
  return path.join(dataDir, 'sales.head')
}

/**
 * A pipe in place of the file would stop the start without a word, and a folder would leave an older file unnoticed.
 * @throws StorageError `headFile`
 */
export function assertNothingInTheWay(dataDir: string): void {
  const file = witnessFile(dataDir)
  if (isInTheWay(file))
    throw new StorageError('headFile', 'Something else stands in place of sales.head', { file })
}

function isInTheWay(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false })?.isFile() === false
}

export function createAuditCheckpoint(
  dataDir: string,
  settings: Pick<SettingsStore, 'get' | 'set'>,
): AuditCheckpoint {
  let descriptor: number | null = null

  function remember(witness: Witness): void {
    try {
      descriptor ??= openForUpdate(witnessFile(dataDir))
      writeSync(descriptor, `${JSON.stringify(witness).padEnd(LINE_BYTES - 1)}\n`, 0)
    } catch {
      // The commit succeeded without its witness; an older one is still true of this file.
    }
  }

  return {
    recall: () => [parse(fromSettings(settings)), parse(fromFile(dataDir))].filter((each) => each !== null),
    remember,
    rememberWell: (witness) => {
      remember(witness)
      try {
        settings.set(SETTING, witness)
      } catch {
        // As above.
      }
    },
    close: () => {
      if (descriptor !== null) closeSync(descriptor)
      descriptor = null
    },
    noteClosed: (closedAs) => {
      try {
        writeFileSync(closedFile(dataDir), closedAs, { mode: 0o600 })
      } catch {
        // Without it, a log beside the file is read, as after a crash.
      }
    },
    takeClosed: () => {
      const file = closedFile(dataDir)
      if (!existsSync(file) || isInTheWay(file)) return null
      try {
        const noted = readFileSync(file, 'utf8')
        // A folder cannot be synced everywhere, and a note that came back with the power would be said of this run.
        writeFileSync(file, '')
        syncFile(file)
        rmSync(file)
        return noted === '' ? null : noted
      } catch {
        return null
      }
    },
  }
}

/** There from the orderly end of a run to the start of the next one. */
function closedFile(dataDir: string): string {
  return path.join(dataDir, 'sales.closed')
}

/** Creates a missing file, and keeps the bytes of an existing one. */
function openForUpdate(file: string): number {
  closeSync(openSync(file, 'a', 0o600))
  return openSync(file, 'r+')
}

/** If the settings cannot be read, the other witness is left. */
function fromSettings(settings: Pick<SettingsStore, 'get'>): unknown {
  try {
    return settings.get(SETTING)
  } catch {
    return null
  }
}

function fromFile(dataDir: string): unknown {
  try {
    const file = witnessFile(dataDir)
    return isInTheWay(file) ? null : (JSON.parse(readFileSync(file, 'utf8')) as unknown)
  } catch {
    return null
  }
}

function parse(value: unknown): Witness | null {
  const parsed = parseUnknown(Witness, value)
  return parsed.ok ? parsed.value : null
}
