/** Hausa letters without a decomposition to a keyboard's letter. */
const HOOKED: Readonly<Record<string, string>> = { ɓ: 'b', ɗ: 'd', ƙ: 'k', ƴ: 'y' }
const APOSTROPHES = /[ʼ‘’]/gu
// oxlint-disable-next-line no-control-regex -- the whole of ASCII, where there is nothing to fold but the case
const ASCII = /^[\u0000-\u007f]*$/u

/** A text for comparison: without case, Yoruba and Igbo marks, and Hausa hooks, which few keyboards have. */
export function folded(text: string): string {
  const lower = text.toLowerCase()
  if (ASCII.test(lower)) return lower
  return lower
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[ɓɗƙƴ]/gu, (letter) => HOOKED[letter] ?? letter)
    .replace(APOSTROPHES, "'")
}

/** Separates the fields of one text: no search word spans it. */
const BETWEEN = '\n'

export function searchText(fields: readonly string[]): string {
  return folded(fields.join(BETWEEN))
}

/** @returns the words of a search, each of which must be in the text; none means everything */
export function searchWords(search: string): readonly string[] {
  return folded(search)
    .split(/\s+/u)
    .filter((word) => word !== '')
}
