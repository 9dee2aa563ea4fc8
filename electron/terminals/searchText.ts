/** Letters of Hausa that no decomposition leads back to the letter that a keyboard has. */
const HOOKED: Readonly<Record<string, string>> = { ɓ: 'b', ɗ: 'd', ƙ: 'k', ƴ: 'y' }
const APOSTROPHES = /[ʼ‘’]/gu
// oxlint-disable-next-line no-control-regex -- the whole of ASCII, where there is nothing to fold but the case
const ASCII = /^[\u0000-\u007f]*$/u

/**
 * A text as a search compares it: without regard to case, to the tones and dots of Yoruba and Igbo, and to the hooks of
 * Hausa. Names come from the bank as somebody wrote them there, and few keyboards have these letters.
 */
export function folded(text: string): string {
  const lower = text.toLowerCase()
  if (ASCII.test(lower)) return lower
  return lower
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[ɓɗƙƴ]/gu, (letter) => HOOKED[letter] ?? letter)
    .replace(APOSTROPHES, "'")
}

/** Stands between the fields of one text: no word that is searched for reaches over it. */
const BETWEEN = '\n'

export function searchText(fields: readonly string[]): string {
  return folded(fields.join(BETWEEN))
}

/** @returns the words of a search, each of which has to be in the text; none of them where everything is asked for */
export function searchWords(search: string): readonly string[] {
  return folded(search)
    .split(/\s+/u)
    .filter((word) => word !== '')
}
