/** The account is in every terminal and every record (docs/service.md 2.2, 2.3), and no other key ends so. */
const PREFIXED = /"([A-Za-z][A-Za-z0-9]{0,31})AccountNumber"\s*:/iu

/**
 * How the bank's own field names begin, as the text of an answer shows it.
 * @returns null where no field has a prefix
 */
export function fieldPrefixIn(body: string | null): string | null {
  return (body === null ? null : PREFIXED.exec(body)?.[1]) ?? null
}
