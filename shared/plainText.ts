/**
 * Control characters, broken halves of a character, and marks that change the order in which a text is read: with one of
 * them in the bank's words, the end of our own sentence stands in front of its beginning.
 */
export const NOT_PLAIN = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/u

const ALL_NOT_PLAIN = new RegExp(NOT_PLAIN, 'gu')
const BREAKS = /[\t\n\v\f\r\u0085\p{Zl}\p{Zp}]+/gu
/** Shows that something stood there that cannot be shown. */
const REPLACEMENT = '\uFFFD'

/** A text that others wrote, as it may be shown: breaks are spaces, everything else of {@link NOT_PLAIN} a mark. */
export function plainText(text: string): string {
  return NOT_PLAIN.test(text) ? text.replaceAll(BREAKS, ' ').replaceAll(ALL_NOT_PLAIN, REPLACEMENT) : text
}

const RIGHT_TO_LEFT =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u
const ISOLATE = '\u2068'
const END_OF_ISOLATE = '\u2069'

/**
 * {@link plainText} within a sentence of ours, where there is no element to hold it: a text that is read from right to
 * left is kept from pulling the words beside it along, as `<bdi>` does.
 */
export function inSentence(text: string): string {
  const plain = plainText(text)
  return RIGHT_TO_LEFT.test(plain) ? `${ISOLATE}${plain}${END_OF_ISOLATE}` : plain
}

/** As much of a text as a row has room for, in UTF-16 units and no character in halves; the detail has the whole. */
export function shortText(text: string, lengthMax: number): string {
  return text.length <= lengthMax ? text : `${text.slice(0, lengthMax - 1).replace(/[\uD800-\uDBFF]$/, '')}…`
}
