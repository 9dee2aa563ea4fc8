/** Nothing that is longer belongs into a log; cutting it could leave half of a secret that no rule knows any more. */
const LENGTH_MAX = 2_000

/** Account numbers have ten digits and cards sixteen; spaces between them hide neither. */
const DIGITS = /[0-9](?: ?[0-9]){7,}/gu
const BEARER = /\bbearer\s+\S+/giu
/** Tokens, keys and identifiers: long, and in no language. A date with its time is shorter. */
const LONG_RUN = /[A-Za-z0-9+=_-]{20,}/gu
/** So long without a digit, it is no word either. */
const LETTERS_MAX = 32
const UNSEEN = /[\p{C}\p{Zl}\p{Zp}]+/gu

/**
 * A text as it may stand in a log or in a file for support: in one line, and without what looks like an account number,
 * a token or a key, whoever put it there. What is taken out leaves its length behind.
 */
export function redacted(text: string): string {
  if (text.length > LENGTH_MAX) return placeholder(text.length, 'characters')
  return text
    .replace(UNSEEN, ' ')
    .replace(BEARER, (found) => placeholder(found.length, 'characters'))
    .replace(LONG_RUN, (run) => (isWord(run) ? run : placeholder(run.length, 'characters')))
    .replace(DIGITS, (run) => placeholder(run.replaceAll(' ', '').length, 'digits'))
}

function isWord(run: string): boolean {
  return !/[0-9]/u.test(run) && run.length < LETTERS_MAX
}

function placeholder(count: number, what: string): string {
  return `[${count} ${what}]`
}
