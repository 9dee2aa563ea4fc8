import { err, ok, type Result } from '../../shared/result.ts'
import { isJsonObject, type Malformed } from './wireFields.ts'

/** The keys of an envelope as they are documented (docs/service.md 2.4). */
const DOCUMENTED: ReadonlyMap<string, string> = new Map(
  ['status', 'isSuccessful', 'message', 'data', 'totalCount', 'hasNextPage', 'currentPage'].map((key) => [
    key.toLowerCase(),
    key,
  ]),
)

/**
 * An envelope under the documented spelling of its keys: deployments write `Status` as well as `status`. Two spellings
 * of one key are refused, since which of them a service means is a guess, and here a guess is about money. What is no
 * object, and keys of no envelope, pass as they are.
 */
export function withDocumentedKeys(answer: unknown): Result<unknown, Malformed> {
  if (!isJsonObject(answer)) return ok(answer)
  const entries = new Map<string, unknown>()
  for (const [key, value] of Object.entries(answer)) {
    const documented = DOCUMENTED.get(key.toLowerCase()) ?? key
    if (entries.has(documented)) return err({ path: key, problem: 'stands there twice, in two spellings' })
    entries.set(documented, value)
  }
  return ok(Object.fromEntries(entries))
}
