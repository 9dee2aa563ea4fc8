import type { AppStore } from '../core/types.ts'
import { grouped } from '../features/sale/amountEntry.ts'

/**
 * Digits that were typed where nothing takes them are an amount: the next sale's from another screen, and what is
 * missing of the one on the screen. A terminal's form has numbers of its own.
 */
export function typeAmount(store: AppStore, digits: string): void {
  const { screen, terminalTask, show, setDraft, entry } = store.getState()
  if (screen === 'terminal' && terminalTask !== null) return
  if (screen !== 'sale') show('sale')
  setDraft({ amountText: grouped(screen === 'sale' ? entry.draft.amountText + digits : digits) })
  // Once the form is drawn, which selects the amount for a person who would type over it.
  requestAnimationFrame(() => {
    const field = document.querySelector<HTMLInputElement>('[data-entry] input')
    field?.focus()
    field?.setSelectionRange(field.value.length, field.value.length)
  })
}
