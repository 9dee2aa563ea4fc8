/** Whether a dialog stands over the page: it wants its answer before any command or scan. */
export function hasOpenQuestion(): boolean {
  return document.querySelector('[data-modal="open"]') !== null
}
