import { parseAmount } from '../../../shared/money.ts'

/** The longest amount that is regrouped; longer text is not changed and is refused on submit. */
const GROUPING_LENGTH_MAX = 40

export interface AmountEntry {
  readonly text: string
  readonly caret: number
}

/**
 * Puts commas between thousands while a person types, and keeps the caret beside the same digit. It only moves commas
 * that it set itself: a typed or pasted comma stays, because `1500,50` regrouped as `150,050` would be a hundred times
 * too much.
 * @param inserted the text that this change inserted, empty for a deletion; null where it is not known, as after
 * pasting
 */
export function groupWhileTyping(before: string, after: AmountEntry, inserted: string | null): AmountEntry {
  const { text, caret } = after
  const isOurs = !before.includes(',') || before === grouped(before)
  const leftAlone =
    inserted === null ||
    inserted.includes(',') ||
    !isOurs ||
    text.length > GROUPING_LENGTH_MAX ||
    !/^[0-9,]*\.?[0-9]*$/u.test(text)
  if (leftAlone) return after
  const next = grouped(text)
  const digitsLeft = caret - commas(text.slice(0, caret))
  return { text: next, caret: caretAfter(next, digitsLeft) }
}

/** The text that an input event inserted: typed text, '' for a deletion, null for anything else. */
export function insertedBy(inputType: string, data: string | null): string | null {
  if (inputType.startsWith('delete')) return ''
  return inputType === 'insertText' ? data : null
}

/** A pasted amount, as if it had been typed: `NGN 1 500.50` → `1,500.50`; null where it is not an amount. */
export function pastedAmount(text: string): string | null {
  const bare = text.trim().replace(SIGN, '')
  const amount = SPACED.test(bare) ? bare.replaceAll(/\s/gu, ',') : bare
  return parseAmount(amount).ok ? grouped(amount) : null
}

/** One sign of the naira, before or after an amount. */
const SIGN = /^(?:₦|NGN|N)\s*|\s*(?:₦|NGN)$/iu
/** Spaces of one kind between thousands, without commas: then there is one reading. */
const SPACED = /^[0-9]{1,3}(?:([ \u00A0\u2009\u202F])[0-9]{3})(?:\1[0-9]{3})*(?:\.[0-9]*)?$/u

/** Digits with commas between thousands: `1500.5` → `1,500.5`. */
export function grouped(text: string): string {
  const [whole = '', ...rest] = text.replaceAll(',', '').split('.')
  const withCommas = whole.replace(/\B(?=(?:[0-9]{3})+$)/gu, ',')
  return [withCommas, ...rest].join('.')
}

function commas(text: string): number {
  return text.length - text.replaceAll(',', '').length
}

function caretAfter(text: string, characters: number): number {
  let seen = 0
  for (let place = 0; place < text.length; place += 1) {
    if (seen === characters) return place
    if (text[place] !== ',') seen += 1
  }
  return text.length
}
