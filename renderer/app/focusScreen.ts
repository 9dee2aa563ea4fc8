/** Focuses the list of the screen in view, or else its heading. The Sell screen focuses Amount by itself. */
export function focusScreen(): void {
  const main = document.querySelector('main')
  if (main === null || main.contains(document.activeElement)) return
  const list = main.querySelector<HTMLElement>('[role="grid"]')
  const heading = main.querySelector<HTMLElement>('h1')
  if (list !== null) return (list.querySelector<HTMLElement>('[data-key]') ?? list).focus()
  if (heading === null) return
  heading.tabIndex = -1
  heading.focus()
}
