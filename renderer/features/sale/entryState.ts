import { parseAmount } from '../../../shared/money.ts'
import type { Entry } from '../../core/entryTypes.ts'
import type { SaleDraft } from '../../core/problems.ts'
import { formatKobo } from '../../ui/format/money.ts'

const emptyDraft: SaleDraft = { amountText: '', transactionId: '', note: '' }

export const emptyEntry: Entry = {
  draft: emptyDraft,
  problems: {},
  notice: null,
  isSaving: false,
  question: null,
  confirmedAmount: false,
  confirmedSecondSale: false,
  confirmedRemovedSlip: false,
  confirmedAlikeSlip: false,
  confirmedUnchanged: false,
  earlierId: null,
  otherCount: 0,
  corrects: null,
  handoverId: null,
  begunWith: null,
  savedKobo: null,
  opened: [],
  asked: null,
  aside: [],
  hasMissed: false,
  savedCount: 0,
}

export function isBlank({ amountText, transactionId, note }: SaleDraft): boolean {
  return [amountText, transactionId, note].every((text) => text.trim() === '')
}

/** An empty entry after this one. */
export function nextEntry({ savedCount, aside }: Entry): Entry {
  return { ...emptyEntry, savedCount, aside }
}

/** The amount of the entry, formatted, or its raw text where it cannot be read. */
export function entryAmountText(draft: SaleDraft): string {
  const amount = parseAmount(draft.amountText)
  return amount.ok ? formatKobo(amount.value) : draft.amountText
}
