import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { DisputeFile } from '../../shared/dispute.ts'
import { plainText, shortText } from '../../shared/plainText.ts'
import { withMaskedNumbers } from '../../shared/redact.ts'
import { err, ok, type Result } from '../../shared/result.ts'
import type { FileProblem } from '../ports.ts'
import { problemOfWrite, renameDurably, syncFile } from './files.ts'

/** Copies of a case's files, beside the sales. Each is named by its hash, so a copy is never another one. */
export interface Attachments {
  /** @param name as the person's computer has it, with or without its folder */
  keep(
    name: string,
    bytes: AsyncIterable<Uint8Array>,
  ): Promise<Result<DisputeFile, 'tooLarge' | 'unread' | FileProblem>>
  /** @returns null where the copy is gone or is not what it was */
  read(file: Pick<DisputeFile, 'sha256'>): Uint8Array | null
}

export const ATTACHMENT_BYTES_MAX = 10 * 1_024 * 1_024
const NAME_MAX = 100
const FOLDER = 'attachments'

export function attachmentsDir(dataDir: string): string {
  return path.join(dataDir, FOLDER)
}

/** The names of every copy. */
export function attachmentNames(dataDir: string): readonly string[] {
  try {
    return readdirSync(attachmentsDir(dataDir)).filter((name) => /^[0-9a-f]{64}$/u.test(name))
  } catch {
    return []
  }
}

export function createAttachments(dataDir: string): Attachments {
  const dir = attachmentsDir(dataDir)
  return {
    keep: async (name, bytes) => {
      const pieces: Uint8Array[] = []
      let count = 0
      try {
        for await (const piece of bytes) {
          pieces.push(piece)
          count += piece.length
          if (count > ATTACHMENT_BYTES_MAX) return err('tooLarge')
        }
      } catch {
        return err('unread')
      }
      return keepBytes(dir, name, Buffer.concat(pieces))
    },
    read: ({ sha256 }) => {
      try {
        const bytes = readFileSync(path.join(dir, sha256))
        return hashOf(bytes) === sha256 ? bytes : null
      } catch {
        return null
      }
    },
  }
}

/** Writes a copy, whole or not at all. */
export function keepBytes(dir: string, name: string, bytes: Uint8Array): Result<DisputeFile, FileProblem> {
  const sha256 = hashOf(bytes)
  const part = path.join(dir, `${sha256}.part`)
  try {
    mkdirSync(dir, { recursive: true, mode: 0o700 })
    writeFileSync(part, bytes, { mode: 0o600 })
    syncFile(part)
    renameDurably(part, path.join(dir, sha256))
  } catch (error) {
    try {
      rmSync(part, { force: true })
    } catch {
      // The next try writes over it.
    }
    return err(problemOfWrite(error))
  }
  return ok({ name: baseName(name), sha256, bytes: bytes.length })
}

/** The last part of a path of any system, without an account number. */
function baseName(name: string): string {
  const last = withMaskedNumbers(plainText(name.split(/[/\\]/u).at(-1) ?? '').trim())
  return shortText(/^\.*$/u.test(last) ? 'file' : last, NAME_MAX)
}

function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
