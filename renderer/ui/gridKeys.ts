/*
 * Keyboard movement in a grid of rows: Right and Left move between a row and its cells, Up from the first row moves to
 * the head. The focused element is the position; there is no other state.
 */

const ROW = '[role="row"][data-key]'
const CELL = '[role="gridcell"], [role="rowheader"]'
const HEAD = '[role="columnheader"]'
const CONTROL = 'button, a[href], input, select, textarea'

const all = (place: Element, selector: string): HTMLElement[] => [
  ...place.querySelectorAll<HTMLElement>(selector),
]
/** A column that is hidden for lack of room cannot take the focus. */
const shown = (elements: readonly HTMLElement[]): HTMLElement[] =>
  elements.filter((element) => element.checkVisibility())

/** Whether the focus is in a list that keeps it while its pane shows another row. */
export function keepsFocus(): boolean {
  return document.activeElement?.closest('[data-keeps-focus]') != null
}

/** The rows of a grid without its head. */
export const rowsOf = (grid: HTMLElement): HTMLElement[] => all(grid, ROW)
const cellsOf = (row: HTMLElement): HTMLElement[] => shown(all(row, CELL))
const headsOf = (grid: HTMLElement): HTMLElement[] => shown(all(grid, HEAD))

/** The row of an element inside a grid. */
export function rowOf(element: Element): HTMLElement | null {
  return element.closest<HTMLElement>(ROW)
}

/** Whether the pressed element is a control itself. */
export function isControl(element: Element, within: Element): boolean {
  const control = element.closest(CONTROL)
  return control !== null && within.contains(control)
}

/** Focuses a row, a head or a cell; in a cell, its control if it has one. */
export function stand(element: HTMLElement | undefined): void {
  const target = element?.matches(CELL) === true ? (all(element, CONTROL)[0] ?? element) : element
  target?.focus()
  target?.scrollIntoView({ block: 'nearest' })
}

/** The element that a key moves the focus to; undefined where it does not move. */
export function destinationOf(
  grid: HTMLElement,
  from: Element,
  { key, ctrlKey }: Pick<KeyboardEvent, 'key' | 'ctrlKey'>,
): HTMLElement | undefined {
  const head = from.closest<HTMLElement>(HEAD)
  if (head !== null) return fromHead(grid, head, key)
  const row = rowOf(from)
  if (row === null) return undefined
  const cell = from.closest<HTMLElement>(CELL)
  return cell === null ? fromRow(grid, row, key) : fromCell(grid, row, cell, key, ctrlKey)
}

function fromHead(grid: HTMLElement, head: HTMLElement, key: string): HTMLElement | undefined {
  const heads = headsOf(grid)
  const at = heads.indexOf(head)
  const [first] = rowsOf(grid)
  if (key === 'ArrowRight') return heads[(at + 1) % heads.length]
  if (key === 'ArrowLeft') return heads.at(at - 1)
  if (key === 'ArrowDown' && first !== undefined) return cellsOf(first)[at]
  if (key === 'Home') return heads[0]
  return key === 'End' ? heads.at(-1) : undefined
}

function fromRow(grid: HTMLElement, row: HTMLElement, key: string): HTMLElement | undefined {
  const rows = rowsOf(grid)
  const at = rows.indexOf(row)
  if (key === 'ArrowDown') return rows[at + 1]
  if (key === 'ArrowUp') return at === 0 ? headsOf(grid)[0] : rows[at - 1]
  if (key === 'ArrowRight') return cellsOf(row)[0]
  if (key === 'ArrowLeft') return cellsOf(row).at(-1)
  if (key === 'Home') return rows[0]
  if (key === 'End') return rows.at(-1)
  return paged(grid, rows, at, key)
}

function fromCell(
  grid: HTMLElement,
  row: HTMLElement,
  cell: HTMLElement,
  key: string,
  isGlobal: boolean,
): HTMLElement | undefined {
  const rows = rowsOf(grid)
  const cells = cellsOf(row)
  const column = cells.indexOf(cell)
  const inRow = (other: HTMLElement | undefined, place = column): HTMLElement | undefined =>
    other === undefined ? undefined : cellsOf(other).at(place)
  const at = rows.indexOf(row)
  if (key === 'ArrowRight') return cells[column + 1] ?? row
  if (key === 'ArrowLeft') return column === 0 ? row : cells[column - 1]
  if (key === 'ArrowDown') return inRow(rows[at + 1])
  if (key === 'ArrowUp') return at === 0 ? headsOf(grid)[column] : inRow(rows[at - 1])
  if (key === 'Home') return inRow(isGlobal ? rows[0] : row, 0)
  if (key === 'End') return inRow(isGlobal ? rows.at(-1) : row, -1)
  return inRow(paged(grid, rows, at, key))
}

/** As many rows as are visible at once. */
function paged(
  grid: HTMLElement,
  rows: readonly HTMLElement[],
  at: number,
  key: string,
): HTMLElement | undefined {
  if (key !== 'PageDown' && key !== 'PageUp') return undefined
  const pageHeight = grid.parentElement?.clientHeight ?? 0
  const rowHeight = Math.max(1, rows[at]?.offsetHeight ?? 1)
  const step = Math.max(1, Math.floor(pageHeight / rowHeight) - 1)
  return key === 'PageDown' ? rows[Math.min(rows.length - 1, at + step)] : rows[Math.max(0, at - step)]
}

/** The last tab stop in the grid: from there, Tab leaves the grid. */
export function lastStop(grid: HTMLElement): HTMLElement | undefined {
  return all(grid, CONTROL).findLast(({ tabIndex }) => tabIndex >= 0)
}

const SEARCH_PAUSE_MS = 1_000
const collator = new Intl.Collator('en-NG', { usage: 'search', sensitivity: 'base' })

/**
 * Typing the beginning of a row's text finds the row. A pause, or a text that no row begins with, starts a new search.
 */
export function createTypeAhead(): (
  grid: HTMLElement,
  from: Element,
  event: KeyboardEvent,
) => HTMLElement | undefined {
  let typed = ''
  let typedAtMs = 0
  return (grid, from, { key, ctrlKey, metaKey, altKey, timeStamp }) => {
    if (timeStamp - typedAtMs > SEARCH_PAUSE_MS) typed = ''
    if (key.length !== 1 || ctrlKey || metaKey || altKey || (key === ' ' && typed === '')) return undefined
    typed += key
    typedAtMs = timeStamp
    const rows = rowsOf(grid)
    const at = Math.max(0, rows.indexOf(rowOf(from) ?? grid))
    const found = [...rows.slice(at), ...rows.slice(0, at)].find(
      ({ dataset: { text = '' } }) => collator.compare(text.slice(0, typed.length), typed) === 0,
    )
    if (found === undefined) typed = ''
    return found
  }
}
