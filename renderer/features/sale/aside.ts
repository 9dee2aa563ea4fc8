import type { Entry, LaidAside } from '../../core/entryTypes.ts'
import { isLocked } from '../../core/locked.ts'
import type { AppStore } from '../../core/types.ts'
import { strings } from '../../strings/strings.ts'
import { entryAmountText, isBlank, nextEntry } from './entryState.ts'

/** An entry that was begun does not outlast a lock: the next Enter may be another person's, or a habit after the PIN. */
export function followLock(store: AppStore): void {
  store.subscribe((state, before) => {
    const isOther = state.people.view?.currentId !== before.people.view?.currentId
    if (isOther || (isLocked(state) && !isLocked(before))) state.layEntryAside()
  })
}

/** @returns an empty entry, with what had been typed beside it */
export function withLaidAside(entry: Entry): Entry {
  const next = nextEntry(entry)
  // What a till handed over still waits.
  return isBlank(entry.draft) || entry.handoverId !== null
    ? next
    : { ...next, aside: [laidAsideOf(entry), ...entry.aside] }
}

/** What had been typed meanwhile changes places with it, so that neither is lost. */
export function withTakenUp(entry: Entry): Entry {
  const [taken, ...rest] = entry.aside
  if (taken === undefined) return entry
  return { ...nextEntry(entry), ...taken, aside: isBlank(entry.draft) ? rest : [laidAsideOf(entry), ...rest] }
}

/** Says what was typed, as far as a line has room for it. */
export function asideText({ draft, corrects }: LaidAside, slipLabel: string): string {
  const { amountText, transactionId, note } = draft
  const parts = [
    amountText.trim() === '' ? null : entryAmountText(draft),
    transactionId.trim() === '' ? null : strings.counterView.slip(slipLabel, transactionId.trim()),
    note.trim() === '' ? null : note.trim(),
  ].filter((part) => part !== null)
  return strings.aside.typed(parts.join(', '), corrects)
}

function laidAsideOf({ draft, corrects, begunWith }: Entry): LaidAside {
  return { draft, corrects, begunWith }
}
