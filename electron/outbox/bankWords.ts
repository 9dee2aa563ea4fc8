import * as z from 'zod/mini'
import { parseUnknown } from '../../shared/parse.ts'
import { canonicalJson } from '../storage/canonicalJson.ts'

const Words = z.strictObject({ bankMessage: z.string() })

/** What an audit entry keeps of the bank's words, beside our own verdict in its `detail`. */
export function contentOfWords(bankMessage: string): string {
  return canonicalJson({ bankMessage })
}

/** @returns undefined where the content of an entry is something else, or nothing */
export function wordsFromContent(content: string | null): string | undefined {
  if (content === null) return undefined
  try {
    const read = parseUnknown(Words, JSON.parse(content))
    return read.ok ? read.value.bankMessage : undefined
  } catch {
    return undefined
  }
}
