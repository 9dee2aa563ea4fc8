/**
 * Whether a spreadsheet would convert a text to a number, a day, a time or a truth value, quoted or not: `1E-5` becomes
 * 0.00001, `DEC-20` the first of a month, and a long run of digits loses its end. A needless guard does no harm.
 */
export function isTakenForValue(text: string): boolean {
  if (TRUTH.has(text.trim().toLowerCase())) return true
  return VALUE_CHARACTERS.test(text) && (text.match(WORDS) ?? []).every(isWordOfValue)
}

/** At least one digit, and only characters of numbers, amounts, days or times. */
const VALUE_CHARACTERS = /^(?=.*\p{N})[\p{L}\p{M}\p{N}\p{Sc}\p{Z}\t.,:;/'’%()+-]+$/u
const WORDS = /[\p{L}\p{M}]+/gu

const TRUTH: ReadonlySet<string> = new Set([
  'true',
  'false',
  'vrai',
  'faux',
  'wahr',
  'falsch',
  'verdadero',
  'falso',
])

function isWordOfValue(word: string): boolean {
  return wordsOfValue().has(word.toLowerCase())
}

/** Of exponents, clocks, zones and amounts; the names of months are added. */
const OTHER_WORDS = ['e', 'a', 'p', 'am', 'pm', 't', 'z', 'utc', 'gmt', 'ngn', 'usd', 'eur', 'gbp']
/** Spreadsheets know the months of the computer's own language, and of English. */
const LANGUAGES = ['en', 'ha', 'yo', 'ig', 'fr', 'ar', 'pt', 'es', 'de', 'it', 'nl', 'sw']
const SOME_YEAR = 2026
const MONTHS_OF_A_YEAR = 12

let known: ReadonlySet<string> | null = null

/** Built on first use: the names of a dozen languages take a few milliseconds. */
function wordsOfValue(): ReadonlySet<string> {
  known ??= new Set([...OTHER_WORDS, 'sept', ...monthWords()])
  return known
}

function monthWords(): readonly string[] {
  const days = Array.from(
    { length: MONTHS_OF_A_YEAR },
    (_, month) => new Date(Date.UTC(SOME_YEAR, month, 15)),
  )
  return LANGUAGES.flatMap((language) =>
    (['short', 'long'] as const).flatMap((month) => {
      const format = new Intl.DateTimeFormat(language, { month, timeZone: 'UTC' })
      return days.flatMap((day) => format.format(day).toLowerCase().match(WORDS) ?? [])
    }),
  )
}
