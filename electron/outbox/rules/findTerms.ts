import { parseAmount } from '../../../shared/money.ts'
import { withoutSpaces } from '../../../shared/referenceGroups.ts'
import { folded, searchWords } from '../../../shared/searchText.ts'
import { TRANSACTION_ID_LENGTH_MAX } from '../../../shared/transactionId.ts'

/** Rows show the last four characters of a reference; fewer would meet too many sales. */
const END_LENGTH_MIN = 4
const START_LENGTH_MIN = 2
/** Of the longest word: a single letter is in nearly every note. */
const WORD_LENGTH_MIN = 2

/** What a typed text can be. One text can be several things: `4472` is an amount and the end of a reference. */
export interface FindTerms {
  /** The beginning of a reference, as typed and without spaces; empty where it cannot be one. */
  readonly starts: readonly string[]
  /** Letters and digits only, in capitals: part of a reference, ours or the bank's. Null where it cannot be one. */
  readonly code: string | null
  /** It was typed as rows show it, `…7A7V`, so it is an end and no beginning. */
  readonly isEnd: boolean
  readonly amountKobo: number | null
  /** Folded words, all of which a note or an account name must have; empty for none. */
  readonly words: readonly string[]
}

/** `12,500`, `₦12 500.00`, `N12,500` and `NGN 12500` are one amount. */
function amountIn(text: string): number | null {
  const bare = text.replace(/^(?:₦|NGN|N)\s*(?=[0-9])/iu, '')
  const together = /^[0-9]{1,3}(?: [0-9]{3})+(?:\.[0-9]*)?$/u.test(bare) ? withoutSpaces(bare) : bare
  const amount = parseAmount(together)
  return amount.ok ? amount.value : null
}

/** Written as money, so it is not a reference too. */
const IS_MONEY = /₦|^NGN\b|[0-9],[0-9]|^[0-9]+\.[0-9]{1,2}$/iu

/** Only letters and digits, in capitals: people leave out dashes and spaces, or type others. */
export function codeOf(text: string): string {
  return text.replaceAll(/[^\p{L}\p{N}]/gu, '').toUpperCase()
}

export function findTerms(search: string): FindTerms {
  const text = search.trim()
  const bare = text.replace(/^(?:…|\.{2,})\s*/u, '')
  const isEnd = bare !== text
  const amountKobo = isEnd ? null : amountIn(bare)
  const isMoney = amountKobo !== null && IS_MONEY.test(bare)
  const mayBeReference = !isMoney && withoutSpaces(bare).length <= TRANSACTION_ID_LENGTH_MAX
  const starts = mayBeReference && !isEnd ? [...new Set([bare, withoutSpaces(bare)])] : []
  const code = mayBeReference ? codeOf(bare) : ''
  const words = isEnd ? [] : searchWords(bare)
  return {
    starts: starts.filter(({ length }) => length >= START_LENGTH_MIN),
    code: code.length >= END_LENGTH_MIN ? code : null,
    isEnd,
    amountKobo,
    words: words.some(({ length }) => length >= WORD_LENGTH_MIN) ? words : [],
  }
}

/** Whether a text has each of the words; case and marks do not matter. */
export function hasWords(text: string, words: readonly string[]): boolean {
  if (text === '' || words.length === 0) return false
  const plain = folded(text)
  return words.every((word) => plain.includes(word))
}
