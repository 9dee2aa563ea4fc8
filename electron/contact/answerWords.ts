import { quoted } from '../../shared/plainText.ts'
import type { Answer, GatewayError, Page, UnreadableRow } from '../gateway/answer.ts'

/** What came, for a person who compares it with the bank's documents. Secrets are hidden where answers are read. */
export function cameOf({ result, evidence }: Answer<unknown>): string {
  if (!result.ok) return errorWords(result.error)
  return `HTTP ${evidence.httpStatus ?? '?'}, a yes`
}

export function pageWords(page: Page<unknown>): string {
  const count = page.rows.length + (page.unreadable?.length ?? 0)
  return page.totalCount === null ? `${count} rows, without a count` : `${count} of ${page.totalCount} rows`
}

export function errorWords(error: GatewayError): string {
  switch (error.kind) {
    case 'unsent':
      return `no connection (${error.reason})`
    case 'noAnswer':
      return `no answer (${error.reason})`
    case 'http':
      return `HTTP ${error.status}${error.message === null ? '' : `: ${quoted(error.message)}`}`
    case 'malformed':
      return `an answer that cannot be read: ${error.path} ${error.problem}`
    case 'declined':
      return error.message === '' ? 'a no without words' : `a no: ${quoted(error.message)}`
  }
}

const FIELDS_MAX = 3

/** The fields for which rows cannot be read, as the bank writes them; empty if all can. */
export function unreadWords(unreadable: readonly UnreadableRow[] | undefined = []): string {
  const fields = unreadable.map(({ field, problem, shape }) =>
    [field, problem, ...(shape === '' ? [] : [shape])].join(' '),
  )
  return [...new Set(fields)].slice(0, FIELDS_MAX).join('; ')
}
