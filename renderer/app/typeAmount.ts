import type { AppStore } from '../core/types.ts'
import { grouped } from '../features/sale/amountEntry.ts'

/**
 * Digits that were typed where nothing takes them are an amount: the next sale's from another screen, and what is
 * missing of the one on the screen. A terminal's form has numbers of its own.
 */
export function typeAmount(store: AppStore, digits: string): void {
  const { screen, terminalTask, show, setDraft, entry } = store.getState()
  if (screen === 'terminal' && terminalTask !== null) return
  // The form that comes up must not select them: on a busy computer the next digit would replace them.
  store.setState({ newSalePresses: 0 })
  if (screen !== 'sale') show('sale')
  setDraft({ amountText: grouped(screen === 'sale' ? entry.draft.amountText + digits : digits) })
  // Once the form is drawn.
  requestAnimationFrame(() => {
    const field = amountField()
    field?.focus()
    field?.setSelectionRange(field.value.length, field.value.length)
  })
}

/** Null on the other screens. */
export function amountField(): HTMLInputElement | null {
  return document.querySelector<HTMLInputElement>('[data-entry] input')
}
