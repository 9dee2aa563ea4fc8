import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { createTypeAhead, destinationOf, isControl, lastStop, rowOf, rowsOf, stand } from './gridKeys.ts'

/** The grid's event handlers, each for all of its rows. */
interface Grid {
  readonly table: RefObject<HTMLTableElement | null>
  readonly onClick: (event: MouseEvent<HTMLTableElement>) => void
  readonly onKeyDown: (event: KeyboardEvent<HTMLTableElement>) => void
  readonly onFocus: (event: FocusEvent<HTMLTableElement>) => void
  readonly onBlur: (event: FocusEvent<HTMLTableElement>) => void
}

/** The row that last had the focus: the focus returns to it, or to its neighbour if it is gone. */
interface Last {
  readonly key: string
  readonly at: number
}

/**
 * A grid is one tab stop; the arrows move between its rows and cells. Only the document knows which of them has the
 * focus, so moving it renders nothing.
 */
export function useGrid(items: readonly object[], onOpen: (id: string) => void, onSort: () => void): Grid {
  const table = useRef<HTMLTableElement>(null)
  const last = useRef<Last | null>(null)
  const [typeAhead] = useState(createTypeAhead)

  // A list that was called by its key before its rows were read: the first one takes the focus.
  useLayoutEffect(() => {
    const grid = table.current
    if (grid !== null && document.activeElement === grid) stand(rowsOf(grid)[0])
  }, [items])

  // If the focused row disappears from the list, the row that takes its place gets the focus.
  useLayoutEffect(() => {
    const grid = table.current
    if (grid === null || last.current === null) return
    const { key, at } = last.current
    const ids = rowIds(grid)
    if (ids.includes(key)) return
    const isLost = document.activeElement === document.body && grid.tabIndex === -1
    last.current = null
    grid.tabIndex = 0
    if (isLost) stand(rowsOf(grid)[Math.min(at, ids.length - 1)])
  }, [items])

  function act(target: Element): void {
    const id = rowOf(target)?.dataset['key']
    if (id !== undefined) onOpen(id)
    else if (target.closest('[aria-sort]') !== null) onSort()
  }

  return {
    table,
    onClick({ target, currentTarget }) {
      if (target instanceof Element && !isControl(target, currentTarget)) act(target)
    },
    onKeyDown(event) {
      const { target, currentTarget: grid, key, nativeEvent } = event
      if (!(target instanceof Element) || target === grid) return
      if (key === 'Tab') return leave(grid, event.shiftKey)
      const isOnControl = isControl(target, grid)
      if (key === 'Enter' && !isOnControl) {
        event.preventDefault()
        if (!event.repeat) act(target)
        return
      }
      if (key === ' ' && !isOnControl && target.closest('[aria-sort]') !== null) {
        event.preventDefault()
        if (!event.repeat) act(target)
        return
      }
      const to = destinationOf(grid, target, event) ?? typeAhead(grid, target, nativeEvent)
      if (to === undefined) return
      event.preventDefault()
      stand(to)
    },
    onFocus({ target, currentTarget: grid, relatedTarget }) {
      if (target === grid) return stand(entryOf(grid, relatedTarget, last.current?.key))
      // While the focus is inside, Shift+Tab must leave the grid, not stop at the grid itself.
      grid.tabIndex = -1
      const row = rowOf(target)
      const key = row?.dataset['key']
      if (key !== undefined) last.current = { key, at: rowIds(grid).indexOf(key) }
    },
    onBlur({ currentTarget: grid, relatedTarget }) {
      if (!grid.contains(relatedTarget)) grid.tabIndex = 0
    },
  }
}

function rowIds(grid: HTMLElement): readonly string[] {
  return rowsOf(grid).map(({ dataset }) => dataset['key'] ?? '')
}

/** Where Tab enters: the row that last had the focus, or else the nearer end. */
function entryOf(
  grid: HTMLElement,
  from: Element | null,
  lastKey: string | undefined,
): HTMLElement | undefined {
  const rows = rowsOf(grid)
  const isBackwards =
    from !== null && (grid.compareDocumentPosition(from) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0
  return rows.find(({ dataset }) => dataset['key'] === lastKey) ?? rows.at(isBackwards ? -1 : 0)
}

/** Moves the focus to the edge of the grid before Tab does its work, so that the next tab stop is outside. */
function leave(grid: HTMLElement, isBackwards: boolean): void {
  if (!isBackwards) return lastStop(grid)?.focus()
  grid.querySelector<HTMLElement>('[role="columnheader"]')?.focus({ preventScroll: true })
}
