import type { KeptReference } from '../keptReference.ts'
import type { Deviation } from './changes.ts'

function keeps(keptReference: KeptReference, what: string, findsWhole = false): Deviation {
  const asked = findsWhole ? ', and finds it by the whole one too' : ''
  return { meaning: `it keeps of a reference ${what}${asked}`, options: { keptReference, findsWhole } }
}

/** In which form a bank may keep a reference, since its length and characters are open. */
export const referenceDeviations = {
  keepsFirst12: keeps('first12', 'the first 12 characters'),
  keepsFirst16: keeps('first16', 'the first 16 characters'),
  keepsFirst20: keeps('first20', 'the first 20 characters'),
  keepsFirst25: keeps('first25', 'the first 25 characters'),
  keepsLast12: keeps('last12', 'the last 12 characters'),
  keepsLast20: keeps('last20', 'the last 20 characters'),
  keepsDigits: keeps('digits', 'the digits'),
  keepsNoLeadingZeros: keeps('noLeadingZeros', 'all but leading zeros'),
  keepsUpperCase: keeps('upperCase', 'the letters as capitals'),
  keepsNoSeparators: keeps('noSeparators', 'all but separators'),
  keepsPadded: keeps('padded', 'all, with zeros before it'),
  keepsFirstEight: keeps('firstEight', 'the first 8 characters, so that two become one'),
  keepsFirst20FindsWhole: keeps('first20', 'the first 20 characters', true),
} satisfies Readonly<Record<string, Deviation>>
