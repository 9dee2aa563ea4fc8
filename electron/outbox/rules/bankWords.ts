import * as z from 'zod/mini'
import { parseUnknown } from '../../../shared/parse.ts'
import { canonicalJson } from '../../storage/canonicalJson.ts'

const Words = z.strictObject({ bankMessage: z.string() })

/** The form in which an audit entry keeps the bank's words, beside our own verdict in `detail`. */
export function contentOfWords(bankMessage: string): string {
  return canonicalJson({ bankMessage })
}

/** @returns undefined if the content is something else or missing */
export function wordsFromContent(content: string | null): string | undefined {
  if (content === null) return undefined
  try {
    const read = parseUnknown(Words, JSON.parse(content))
    return read.ok ? read.value.bankMessage : undefined
  } catch {
    return undefined
  }
}
