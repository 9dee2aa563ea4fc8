import type { EntryExtra, SaleDraft, SaleProblems } from './problems.ts'

/** A question to the person about the sale just entered, or important news about it. */
export type EntryQuestion =
  'largeAmount' | 'secondSale' | 'removedSlip' | 'alikeSlip' | 'unchanged' | 'notSaved'

/** An entry that a lock interrupted. It waits beside the form until a person takes it up or drops it. */
export type LaidAside = Pick<Entry, 'draft' | 'corrects' | 'begunWith'>

export interface Entry {
  readonly draft: SaleDraft
  readonly problems: SaleProblems
  /** A sentence above the fields, where a message at one field is not enough. */
  readonly notice: string | null
  readonly isSaving: boolean
  readonly question: EntryQuestion | null
  readonly confirmedAmount: boolean
  readonly confirmedSecondSale: boolean
  readonly confirmedRemovedSlip: boolean
  readonly confirmedAlikeSlip: boolean
  readonly confirmedUnchanged: boolean
  /** The earlier sale that the question or the notice is about, by its reference. */
  readonly earlierId: string | null
  /** How many more sales of the same amount are open. */
  readonly otherCount: number
  /** The reference of the sale that this one replaces. */
  readonly corrects: string | null
  /** The hand-over whose facts are in the draft, while it is recorded or asked about; null for a typed sale. */
  readonly handoverId: number | null
  /** The draft that a correction began with; null for an ordinary sale. */
  readonly begunWith: SaleDraft | null
  /** The amount of the last saved sale, until the next entry begins; null before the first. */
  readonly savedKobo: number | null
  /** The fields behind links that are shown though empty. */
  readonly opened: readonly EntryExtra[]
  /** The field that a link or a key has just opened, and that gets the focus; a new object each time. */
  readonly asked: { readonly field: EntryExtra } | null
  /** The newest first. */
  readonly aside: readonly LaidAside[]
  /** Presses that followed a PIN too quickly to be meant for this form went nowhere; until the next sale. */
  readonly hasMissed: boolean
  /** Grows with each saved sale, so that the screen moves the focus back to Amount. */
  readonly savedCount: number
}
