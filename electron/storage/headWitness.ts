import { closeSync, openSync, readFileSync, writeSync } from 'node:fs'
import path from 'node:path'
import * as z from 'zod/mini'
import { parseUnknown } from '../../shared/parse.ts'
import type { SettingsStore } from '../ports.ts'

/**
 * What the sales file last held, kept outside it. With that a restored backup, a truncated log or a file that is gone
 * is seen for what it is at the next start, instead of looking like a file with fewer sales.
 */
const Witness = z.object({
  /** The newest audit entry; the file must hold it, and so everything before it. */
  id: z.int(),
  hash: z.string(),
  /** The highest local sequence of a sale. */
  sequence: z.int(),
})
export type Witness = z.output<typeof Witness>

const SETTING = 'salesFileHead'
/** A fixed length, so that one write replaces the other whole. */
const LINE_BYTES = 160

export interface HeadWitness {
  /** Everything that is remembered, one or two places; empty where no sale was ever recorded here. */
  recall(): readonly Witness[]
  /** After each commit: into a small file beside, in one write and without waiting for the disk. */
  remember(witness: Witness): void
  /** At start and stop: into the settings file as well, which survives a `sales.*` that somebody deletes. */
  rememberWell(witness: Witness): void
  close(): void
}

export function witnessFile(dataDir: string): string {
  return path.join(dataDir, 'sales.head')
}

export function createHeadWitness(
  dataDir: string,
  settings: Pick<SettingsStore, 'get' | 'set'>,
): HeadWitness {
  let descriptor: number | null = null

  function remember(witness: Witness): void {
    try {
      descriptor ??= openForUpdate(witnessFile(dataDir))
      writeSync(descriptor, `${JSON.stringify(witness).padEnd(LINE_BYTES - 1)}\n`, 0)
    } catch {
      // The commit stands without its witness; an older one is still true of this file.
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
  }
}

/** Creates the file where it is missing and leaves its bytes where it is not. */
function openForUpdate(file: string): number {
  closeSync(openSync(file, 'a', 0o600))
  return openSync(file, 'r+')
}

/** A settings file that cannot be read leaves the other witness. */
function fromSettings(settings: Pick<SettingsStore, 'get'>): unknown {
  try {
    return settings.get(SETTING)
  } catch {
    return null
  }
}

function fromFile(dataDir: string): unknown {
  try {
    return JSON.parse(readFileSync(witnessFile(dataDir), 'utf8')) as unknown
  } catch {
    return null
  }
}

function parse(value: unknown): Witness | null {
  const parsed = parseUnknown(Witness, value)
  return parsed.ok ? parsed.value : null
}
