/** Whether a dialog is open: it must be answered before any command or scan. */
export function hasOpenQuestion(): boolean {
  return document.querySelector('[data-modal="open"]') !== null
}
