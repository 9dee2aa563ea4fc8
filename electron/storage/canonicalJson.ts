/** The values of a canonical text: no number that two machines could write differently. */
export type Canonical =
  string | number | boolean | null | readonly Canonical[] | { readonly [key: string]: Canonical }

/**
 * Exactly one text for each value: keys in the order of their code units, no spaces, whole numbers only.
 * @throws RangeError for a number that is not a safe integer
 */
export function canonicalJson(value: Canonical): string {
  if (typeof value === 'number') {
    if (!Number.isSafeInteger(value) || Object.is(value, -0)) {
      throw new RangeError('a canonical text holds whole numbers only')
    }
    return String(value)
  }
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  if (isList(value)) return `[${value.map(canonicalJson).join(',')}]`
  const members = Object.keys(value)
    // The default order is by code units; a locale's order differs between machines.
    .toSorted()
    .map((key) => `${JSON.stringify(key)}:${canonicalJson(value[key] ?? null)}`)
  return `{${members.join(',')}}`
}

function isList(value: object): value is readonly Canonical[] {
  return Array.isArray(value)
}
