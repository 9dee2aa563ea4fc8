/** Longer log texts are dropped: cutting one could leave half of a secret, which no rule recognises. */
const LENGTH_MAX = 2_000

/** Account numbers have ten digits, cards sixteen; spaces between them do not hide either. */
const DIGITS = /[0-9](?: ?[0-9]){7,}/gu
/** The characters that people group digits with; of any script, and some are invisible. */
const GROUPING = '\\s\\p{Cf}\\p{Pd}\\u2212_'
/** As long as an account number. Dots are excluded: version numbers have as many digits. */
const GROUPED_DIGITS = groupedDigits(GROUPING)
const NUMBER = groupedDigits(`${GROUPING}.\\u00B7`)
const ENDING_DIGITS = 4
const BEARER = /\bbearer\s+\S+/giu
/** Tokens, keys and identifiers: long, and not words. A date with its time is shorter. */
const LONG_RUN = /[A-Za-z0-9+=_-]{20,}/gu
/** A longer run is not a word, even without a digit. */
const LETTERS_MAX = 32
const UNSEEN = /[\p{C}\p{Zl}\p{Zp}]+/gu

/** A text safe for a log or a support file: one line, without account numbers, tokens or keys. */
export function safeForLog(text: string): string {
  if (text.length > LENGTH_MAX) return placeholder(text.length, 'characters')
  return text
    .replace(UNSEEN, ' ')
    .replace(BEARER, (found) => placeholder(found.length, 'characters'))
    .replace(LONG_RUN, (run) => (isWord(run) ? run : placeholder(run.length, 'characters')))
    .replace(GROUPED_DIGITS, (run) => placeholder(digitsIn(run), 'digits'))
    .replace(DIGITS, (run) => placeholder(run.replaceAll(' ', '').length, 'digits'))
}

/** Masks account numbers: of ten or more digits, the last four stay. Telephone numbers are masked too. */
export function withMaskedNumbers(text: string): string {
  return text.replace(NUMBER, (run) => {
    let left = digitsIn(run)
    return run.replace(/\p{Nd}/gu, (digit) => {
      left -= 1
      return left < ENDING_DIGITS ? digit : '*'
    })
  })
}

/** Ten or more digits with little between them. */
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
