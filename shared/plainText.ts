/** Control characters, lone surrogates, and marks that could change the reading order of our own sentence. */
export const NOT_PLAIN = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/u

const ALL_NOT_PLAIN = new RegExp(NOT_PLAIN, 'gu')
const BREAKS = /[\t\n\v\f\r\u0085\p{Zl}\p{Zp}]+/gu
/** Shows that a character was replaced. */
const REPLACEMENT = '\uFFFD'

/** A foreign text, made safe to show: line breaks become spaces, other characters of {@link NOT_PLAIN} a mark. */
export function plainText(text: string): string {
  return NOT_PLAIN.test(text) ? text.replaceAll(BREAKS, ' ').replaceAll(ALL_NOT_PLAIN, REPLACEMENT) : text
}

const RIGHT_TO_LEFT =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u
const ISOLATE = '\u2068'
const END_OF_ISOLATE = '\u2069'

/** {@link plainText} within our sentence: isolates a right-to-left text, as `<bdi>` does. */
export function inSentence(text: string): string {
  const plain = plainText(text)
  return RIGHT_TO_LEFT.test(plain) ? `${ISOLATE}${plain}${END_OF_ISOLATE}` : plain
}

/** More than any name or ID; the words of a bank are bounded where they are read. */
export const NAME_LENGTH_MAX = 80
const QUOTES = /[‘’‚‛“”„‟«»‹›]/gu

/**
 * A foreign text in a sentence of ours, in quotes that it cannot close, so that no reader takes its words for ours. It
 * cannot change the direction of the sentence, nor, as a name, fill the screen.
 */
export function quoted(text: string, lengthMax: number = Number.POSITIVE_INFINITY): string {
  return `‘${inSentence(shortText(text.replaceAll(QUOTES, "'"), lengthMax))}’`
}

/** As much of a text as fits a row, in UTF-16 units and whole characters; the detail has all of it. */
export function shortText(text: string, lengthMax: number): string {
  return text.length <= lengthMax ? text : `${text.slice(0, lengthMax - 1).replace(/[\uD800-\uDBFF]$/, '')}…`
}
