import { nairaText, parseAmount } from '../../shared/money.ts'
import type { CallError } from '../../shared/contract.ts'
import { formatKobo } from '../format/money.ts'
import { strings } from '../strings.ts'
import { grouped } from '../words/amountEntry.ts'
import { checkDraft, fieldTexts, problemText, type SaleDraft } from '../words/problems.ts'
import { mergeSales, refreshVisible } from './salesSlice.ts'
import type { Actions, Deps, Entry, Get, Set } from './types.ts'

export const emptyDraft: SaleDraft = { amountText: '', transactionId: '', note: '' }

export const emptyEntry: Entry = {
  draft: emptyDraft,
  problems: {},
  notice: null,
  isSaving: false,
  question: null,
  confirmedAmount: false,
  confirmedSecondSale: false,
  corrects: null,
  savedKobo: null,
  savedCount: 0,
}

type EntryActions = Pick<
  Actions,
  'setDraft' | 'submitEntry' | 'answerQuestion' | 'startCorrection' | 'cancelCorrection'
>

export function entrySlice(set: Set, get: Get, deps: Deps): EntryActions {
  const change = (part: Partial<Entry>): void => set(({ entry }) => ({ entry: { ...entry, ...part } }))

  async function save(): Promise<void> {
    const { entry, app } = get()
    if (entry.isSaving || app === null) return
    const problems = checkDraft(entry.draft, app.transactionIdPattern)
    if (Object.keys(problems).length > 0) {
      change({ problems, notice: strings.sale.summary })
      return
    }
    change({ isSaving: true, problems: {}, notice: null, question: null })
    const { draft, confirmedAmount, confirmedSecondSale, corrects } = entry
    const ticket = deps.nextTicket()
    const answer = await deps.client.call('sales.record', {
      ...draft,
      confirmedAmount,
      confirmedSecondSale,
      ...(corrects === null ? {} : { corrects }),
    })
    if (!answer.ok) {
      // What it speaks of is the entry that was handed over, whatever was typed since.
      change({ isSaving: false, draft, ...afterRefusal(answer.error, entry) })
      refreshVisible(get)
      return
    }
    const sale = answer.value
    set(({ sales, entry: now }) => ({
      sales: mergeSales(sales, [sale], ticket),
      entry: {
        ...emptyEntry,
        draft: typedSince(draft, now.draft),
        savedKobo: sale.amountKobo,
        savedCount: now.savedCount + 1,
      },
      announcement: strings.sale.saved(formatKobo(sale.amountKobo)),
    }))
    refreshVisible(get)
  }

  return {
    setDraft(part) {
      set(({ entry }) => {
        const problems = { ...entry.problems }
        for (const field of Object.keys(part)) delete problems[field as keyof SaleDraft]
        // Another entry than the one that was agreed to needs agreement of its own.
        return {
          entry: {
            ...entry,
            draft: { ...entry.draft, ...part },
            problems,
            notice: null,
            savedKobo: null,
            confirmedAmount: false,
            confirmedSecondSale: false,
          },
        }
      })
    },
    submitEntry: save,
    startCorrection(sale) {
      get().show('sale')
      set(({ entry, newSalePresses }) => ({
        newSalePresses: newSalePresses + 1,
        entry: {
          ...emptyEntry,
          savedCount: entry.savedCount,
          corrects: sale.transactionId,
          draft: { amountText: grouped(nairaText(sale.amountKobo)), transactionId: '', note: sale.note },
        },
      }))
    },
    cancelCorrection() {
      set(({ entry }) => ({ entry: { ...emptyEntry, savedCount: entry.savedCount } }))
    },
    async answerQuestion(yes) {
      const { question } = get().entry
      if (question === null) return
      if (!yes) {
        change({ question: null, confirmedAmount: false, confirmedSecondSale: false })
        return
      }
      change({
        question: null,
        ...(question === 'largeAmount' ? { confirmedAmount: true } : {}),
        ...(question === 'secondSale' ? { confirmedSecondSale: true } : {}),
      })
      await save()
    },
  }
}

/** What was typed while a sale was being saved is of the next one. */
function typedSince(saved: SaleDraft, now: SaleDraft): SaleDraft {
  return {
    amountText: now.amountText === saved.amountText ? '' : now.amountText,
    transactionId: now.transactionId === saved.transactionId ? '' : now.transactionId,
    note: now.note === saved.note ? '' : now.note,
  }
}

/** What a refusal of main means for the entry; the entry itself always stays. */
function afterRefusal(error: CallError, entry: Entry): Partial<Entry> {
  switch (error.code) {
    case 'needsAmountConfirmation':
      return { question: 'largeAmount' }
    case 'needsSecondSaleConfirmation':
      return { question: 'secondSale' }
    case 'notSaved':
      return { question: 'notSaved' }
    case 'invalid': {
      const problems = fieldTexts(error.fields)
      return {
        problems,
        notice: Object.keys(problems).length > 0 ? strings.sale.summary : problemText(error),
      }
    }
    case 'notAllowed':
      return { notice: entry.corrects === null ? problemText(error) : correctionProblem(error) }
    case 'noTerminal':
      return { notice: strings.sale.noTerminal }
    case 'notSignedIn':
      return { notice: strings.sale.notSignedIn }
    case 'internal':
      // The call may have broken after the sale was written, so the screen must not say that it was not.
      return { notice: strings.sale.unclear }
    default:
      return { notice: problemText(error) }
  }
}

function correctionProblem({ detail }: CallError): string {
  return detail === 'corrected' ? strings.correct.already : strings.correct.movedOn
}

/** The amount that the entry stands for, in words, or its raw text where it cannot be read. */
export function entryAmountText(draft: SaleDraft): string {
  const amount = parseAmount(draft.amountText)
  return amount.ok ? formatKobo(amount.value) : draft.amountText
}
