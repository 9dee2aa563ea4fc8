/** Nothing that is longer belongs into a log; cutting it could leave half of a secret that no rule knows any more. */
const LENGTH_MAX = 2_000

/** Account numbers have ten digits and cards sixteen; spaces between them hide neither. */
const DIGITS = /[0-9](?: ?[0-9]){7,}/gu
/** What people group digits by when they write a number down; of any script, and not always to be seen. */
const GROUPING = '\\s\\p{Cf}\\p{Pd}\\u2212_'
/** As long as an account number. Dots are left out here: versions of programs have as many digits. */
const GROUPED_DIGITS = groupedDigits(GROUPING)
const NUMBER = groupedDigits(`${GROUPING}.\\u00B7`)
const ENDING_DIGITS = 4
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
    .replace(GROUPED_DIGITS, (run) => placeholder(digitsIn(run), 'digits'))
    .replace(DIGITS, (run) => placeholder(run.replaceAll(' ', '').length, 'digits'))
}

/**
 * A text without the account numbers that may stand in it: of every ten digits and more, however they are grouped, the
 * last four stay. A telephone number goes the same way; better that than the other.
 */
export function withMaskedNumbers(text: string): string {
  return text.replace(NUMBER, (run) => {
    let left = digitsIn(run)
    return run.replace(/\p{Nd}/gu, (digit) => {
      left -= 1
      return left < ENDING_DIGITS ? digit : '*'
    })
  })
}

/** Ten digits or more with little between them. */
function groupedDigits(grouping: string): RegExp {
  return new RegExp(`\\p{Nd}(?:[${grouping}]{0,3}\\p{Nd}){9,}`, 'gu')
}

function digitsIn(run: string): number {
  return run.match(/\p{Nd}/gu)?.length ?? 0
}

function isWord(run: string): boolean {
  return !/[0-9]/u.test(run) && run.length < LETTERS_MAX
}

function placeholder(count: number, what: string): string {
  return `[${count} ${what}]`
}
