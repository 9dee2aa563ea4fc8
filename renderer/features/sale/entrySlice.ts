import { nairaText, parseAmount } from '../../../shared/money.ts'
import type { CallError, CallErrorOf } from '../../../shared/callError.ts'
import { formatKobo } from '../../ui/format/money.ts'
import { strings } from '../../strings/strings.ts'
import { grouped } from './amountEntry.ts'
import { withLaidAside, withTakenUp } from './aside.ts'
import { CALM_MS } from '../sales/calm.ts'
import { usedAdvice, usedText } from './earlierSale.ts'
import { isBlank, nextEntry } from './entryState.ts'
import { checkDraft, type EntryExtra, fieldTexts, problemText, type SaleDraft } from '../../core/problems.ts'
import { mergeSales, refreshVisible } from '../sales/saleLists.ts'
import type { Entry } from '../../core/entryTypes.ts'
import type { Actions, Deps, Get, Guarded, Set } from '../../core/types.ts'

type EntryActions = Pick<
  Actions,
  | 'setDraft'
  | 'openField'
  | 'openCounterView'
  | 'submitEntry'
  | 'submitHanded'
  | 'answerQuestion'
  | 'showEarlier'
  | 'startCorrection'
  | 'cancelCorrection'
  | 'layEntryAside'
  | 'takeUpAside'
  | 'dropAside'
  | 'missPress'
>

export function entrySlice(set: Set, get: Get, deps: Deps, guarded: Guarded): EntryActions {
  /** How often an entry had to be laid aside, also while one was being saved. */
  let locks = 0
  const change = (part: Partial<Entry>): void => set(({ entry }) => ({ entry: { ...entry, ...part } }))

  async function save(): Promise<void> {
    const { entry, app } = get()
    if (entry.isSaving || app === null) return
    const problems = checkDraft(entry.draft, app)
    if (Object.keys(problems).length > 0) {
      // Of an empty entry there is nothing to be recorded, and the sale before it may just have been.
      change({ problems, notice: isBlank(entry.draft) ? null : strings.sale.summary })
      return
    }
    if (!entry.confirmedUnchanged && isUnchanged(entry)) {
      change({ question: 'unchanged', problems: {}, notice: null })
      return
    }
    change({ isSaving: true, problems: {}, notice: null, question: null, earlierId: null })
    const {
      draft,
      confirmedAmount,
      confirmedSecondSale,
      confirmedRemovedSlip,
      confirmedAlikeSlip,
      corrects,
      handoverId,
    } = entry
    const ticket = deps.nextTicket()
    const locksBefore = locks
    const answer = await guarded(() =>
      deps.client.call('sales.record', {
        ...draft,
        confirmedAmount,
        confirmedSecondSale,
        ...(confirmedRemovedSlip ? { confirmedRemovedSlip } : {}),
        ...(confirmedAlikeSlip ? { confirmedAlikeSlip } : {}),
        ...(corrects === null ? {} : { corrects }),
        ...(handoverId === null ? {} : { handoverId }),
      }),
    )
    if (!answer.ok) {
      const sale = 'sale' in answer.error ? answer.error.sale : undefined
      if (sale !== undefined) set(({ sales }) => ({ sales: mergeSales(sales, [sale], ticket) }))
      // The answer is about the entry that was sent, not about what was typed since.
      const after = afterRefusal(answer.error, entry, deps.nowMs())
      if (handoverId === null) change({ isSaving: false, draft, ...after })
      else set(({ entry: now }) => ({ entry: handedAfter({ ...now, draft, isSaving: false, ...after }) }))
      if (locks !== locksBefore) set(({ entry: now }) => ({ entry: answeredAside(now) }))
      // The sale may have been written before the call failed, so the lists are read again.
      if (answer.error.code === 'internal') refreshVisible(get)
      return
    }
    const sale = answer.value
    set(({ sales, entry: now }) => ({
      sales: mergeSales(sales, [sale], ticket),
      entry: {
        ...nextEntry(now),
        draft: typedSince(draft, now.draft),
        savedKobo: sale.amountKobo,
        // A shop that types slip numbers finds the field open for the next sale too.
        opened: handoverId === null ? usedFields(draft).filter((field) => draft[field].trim() !== '') : [],
        savedCount: now.savedCount + 1,
      },
      announcement: strings.sale.saved(formatKobo(sale.amountKobo)),
      nowMs: deps.nowMs(),
    }))
    if (locks !== locksBefore)
      set(({ entry: now }) => ({ entry: withLaidAside(now), announcement: strings.people.locked }))
    // Its chip is calm until then.
    deps.later(CALM_MS, () => get().tick())
  }

  return {
    setDraft(part) {
      set(({ entry }) => {
        const problems = { ...entry.problems }
        for (const field of Object.keys(part)) delete problems[field as keyof SaleDraft]
        // A changed entry needs a new confirmation.
        const forgotten = { ...unconfirmed, notice: null, savedKobo: null, earlierId: null }
        // A field that is being used stays, also while it is empty.
        const opened = withFields(entry.opened, usedFields(part))
        return { entry: { ...entry, ...forgotten, opened, draft: { ...entry.draft, ...part }, problems } }
      })
    },
    openField(field) {
      if (field === null) {
        change({ asked: null })
        return
      }
      if (get().screen !== 'sale') get().show('sale')
      const { opened } = get().entry
      change({ opened: withFields(opened, [field]), asked: { field } })
    },
    openCounterView: (counterViewId) => set({ counterViewId }),
    async submitEntry() {
      const { entry, tills } = get()
      // Enter in an empty entry takes what a till handed over.
      if (isBlank(entry.draft) && entry.corrects === null && (tills.handed?.count ?? 0) > 0)
        await get().recordHanded()
      else await save()
    },
    async submitHanded({ handoverId, amountKobo, slip, note }) {
      const draft = { amountText: grouped(nairaText(amountKobo)), transactionId: slip, note }
      set(({ entry }) => ({ entry: { ...nextEntry(entry), handoverId, draft } }))
      await save()
    },
    startCorrection(sale) {
      get().show('sale')
      const draft = { amountText: grouped(nairaText(sale.amountKobo)), transactionId: '', note: sale.note }
      set(({ entry, newSalePresses }) => ({
        newSalePresses: newSalePresses + 1,
        entry: {
          ...nextEntry(entry),
          corrects: sale.transactionId,
          begunWith: draft,
          draft,
        },
      }))
    },
    cancelCorrection() {
      set(({ entry }) => ({ entry: nextEntry(entry) }))
    },
    layEntryAside() {
      locks += 1
      // The answer to a sale that is being saved decides what is left of it.
      set(({ entry }) => (entry.isSaving ? {} : { entry: withLaidAside(entry) }))
    },
    takeUpAside: () => set(({ entry }) => ({ entry: withTakenUp(entry) })),
    dropAside: () => set(({ entry }) => ({ entry: { ...entry, aside: entry.aside.slice(1) } })),
    missPress: () => change({ hasMissed: true }),
    async answerQuestion(yes) {
      const { question } = get().entry
      if (question === null) return
      if (!yes)
        return set(({ entry }) => ({ entry: handedAfter({ ...entry, ...unconfirmed, question: null }) }))
      change({
        question: null,
        ...(question === 'largeAmount' ? { confirmedAmount: true } : {}),
        ...(question === 'secondSale' ? { confirmedSecondSale: true } : {}),
        ...(question === 'removedSlip' ? { confirmedRemovedSlip: true } : {}),
        ...(question === 'alikeSlip' ? { confirmedAlikeSlip: true } : {}),
        ...(question === 'unchanged' ? { confirmedUnchanged: true } : {}),
      })
      await save()
    },
    showEarlier() {
      const { earlierId } = get().entry
      if (earlierId === null) return
      set(({ entry }) => ({ entry: handedAfter({ ...entry, ...unconfirmed, question: null }) }))
      get().showSale(earlierId)
    },
  }
}

/** Unless it is asked about, a sale that a till handed over leaves the fields again: it still waits beside them. */
function handedAfter(entry: Entry): Entry {
  const { handoverId, question, notice, earlierId } = entry
  if (handoverId === null || (question !== null && question !== 'notSaved')) return entry
  const said = question === 'notSaved' ? strings.handed.notSaved : notice
  return { ...nextEntry(entry), notice: said, earlierId }
}

/** The entry after a refusal that came when the counter was locked: no question waits for the next person. */
function answeredAside(entry: Entry): Entry {
  const notice = entry.question === 'notSaved' ? strings.sale.notSavedTitle : entry.notice
  return { ...withLaidAside(entry), notice }
}

const unconfirmed = {
  confirmedAmount: false,
  confirmedSecondSale: false,
  confirmedRemovedSlip: false,
  confirmedAlikeSlip: false,
  confirmedUnchanged: false,
} as const

/** A correction that is the same as the sale it began with. */
function isUnchanged({ draft, begunWith }: Entry): boolean {
  if (begunWith === null) return false
  const { amountText, transactionId, note } = begunWith
  return (
    koboIn(draft.amountText) === koboIn(amountText) &&
    draft.transactionId.trim() === transactionId &&
    draft.note.trim() === note
  )
}

/** Compares amounts, not their text: `9900` and `9,900.00` are the same. */
function koboIn(amountText: string): number | null {
  const amount = parseAmount(amountText)
  return amount.ok ? amount.value : null
}

function usedFields(part: Partial<SaleDraft>): readonly EntryExtra[] {
  return (['transactionId', 'note'] as const).filter((field) => part[field] !== undefined)
}

function withFields(opened: readonly EntryExtra[], more: readonly EntryExtra[]): readonly EntryExtra[] {
  return [...new globalThis.Set([...opened, ...more])]
}

/** Keeps what was typed while a sale was being saved: it belongs to the next one. */
function typedSince(saved: SaleDraft, now: SaleDraft): SaleDraft {
  return {
    amountText: now.amountText === saved.amountText ? '' : now.amountText,
    transactionId: now.transactionId === saved.transactionId ? '' : now.transactionId,
    note: now.note === saved.note ? '' : now.note,
  }
}

/** How main's refusal changes the entry. What was typed always stays. */
function afterRefusal(error: CallError, entry: Entry, nowMs: number): Partial<Entry> {
  switch (error.code) {
    case 'needsAmountConfirmation':
      return { question: 'largeAmount' }
    case 'needsSecondSaleConfirmation':
      return {
        question: 'secondSale',
        earlierId: error.sale.transactionId,
        otherCount: error.otherCount,
      }
    case 'needsRemovedSlipConfirmation':
      return { question: 'removedSlip', earlierId: error.sale.transactionId }
    case 'needsAlikeSlipConfirmation':
      return { question: 'alikeSlip', earlierId: error.sale.transactionId }
    case 'needsManager':
      // The PIN was asked for and not given.
      return { ...unconfirmed }
    case 'notSaved':
      return { question: 'notSaved' }
    case 'needsCashier':
      return { ...unconfirmed }
    case 'invalid': {
      if (error.fields.some(({ problem }) => problem === 'used')) return afterUsed(error, nowMs)
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
      // The call may have failed after the sale was written, so the screen must not say that it was not saved.
      return { notice: strings.sale.unclear }
    default:
      return { notice: problemText(error) }
  }
}

/** Says which sale has the reference. It never suggests another reference for the same sale. */
function afterUsed({ fields, sale }: CallErrorOf<'invalid'>, nowMs: number): Partial<Entry> {
  const problems = fieldTexts(fields)
  return {
    problems: sale === undefined ? problems : { ...problems, transactionId: usedText(sale, nowMs) },
    notice: usedAdvice(sale),
    earlierId: sale?.transactionId ?? null,
  }
}

function correctionProblem({ reason }: CallErrorOf<'notAllowed'>): string {
  return reason === 'corrected' ? strings.correct.already : strings.correct.movedOn
}
