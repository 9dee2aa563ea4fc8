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

/** What a grid listens to, for all of its rows at once. */
interface Grid {
  readonly table: RefObject<HTMLTableElement | null>
  readonly onClick: (event: MouseEvent<HTMLTableElement>) => void
  readonly onKeyDown: (event: KeyboardEvent<HTMLTableElement>) => void
  readonly onFocus: (event: FocusEvent<HTMLTableElement>) => void
  readonly onBlur: (event: FocusEvent<HTMLTableElement>) => void
}

/** The row that had the focus last: coming back leads there, and to its neighbour where it is gone. */
interface Last {
  readonly key: string
  readonly at: number
}

/**
 * One stop for Tab, with its rows and cells behind the arrows. Which of them has the focus is known to the document alone, so
 * that moving about draws nothing.
 */
export function useGrid(items: readonly object[], onOpen: (id: string) => void, onSort: () => void): Grid {
  const table = useRef<HTMLTableElement>(null)
  const last = useRef<Last | null>(null)
  const [typeAhead] = useState(createTypeAhead)

  // Where the row that has the focus goes, because the list has changed, the focus stays at its place.
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
      // Inside, Tab is to leave the grid and not to come back to it.
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

/** Where Tab comes in: where one was last, else at the end that is nearer. */
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

/** Before Tab moves the focus, it is put to the edge of the grid: nothing inside is to be its next stop. */
function leave(grid: HTMLElement, isBackwards: boolean): void {
  if (!isBackwards) return lastStop(grid)?.focus()
  grid.querySelector<HTMLElement>('[role="columnheader"]')?.focus({ preventScroll: true })
}
