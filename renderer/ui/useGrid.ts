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

interface GridActions {
  readonly onOpen: (id: string) => void
  readonly onSort: (columnId: string) => void
  readonly openId: string | null
  /** While a row is open, moving to another opens that one, and the focus stays in the list. */
  readonly follows: boolean
  readonly onClose: (() => void) | undefined
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
export function useGrid(
  items: readonly object[],
  { onOpen, onSort, openId, follows, onClose }: GridActions,
): Grid {
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

  // The open row stays in view, also when the pane makes the list narrower and its rows higher.
  useLayoutEffect(() => {
    if (openId === null || table.current === null) return
    rowsOf(table.current)
      .find(({ dataset }) => dataset['key'] === openId)
      ?.scrollIntoView({ block: 'nearest' })
  }, [openId])

  function act(target: Element): void {
    const id = rowOf(target)?.dataset['key']
    const columnId = target.closest<HTMLElement>('[data-column]')?.dataset['column']
    if (id !== undefined) onOpen(id)
    else if (columnId !== undefined) onSort(columnId)
  }

  return {
    table,
    onClick({ target, currentTarget }) {
      if (!(target instanceof Element) || isControl(target, currentTarget)) return
      if (follows) keepFocus(currentTarget, rowOf(target))
      act(target)
    },
    onKeyDown(event) {
      const { target, currentTarget: grid, key, nativeEvent } = event
      if (!(target instanceof Element) || target === grid) return
      if (key === 'Tab') return leave(grid, event.shiftKey)
      if (key === 'Escape' && openId !== null) onClose?.()
      const isOnControl = isControl(target, grid)
      if (key === 'Enter' && !isOnControl) {
        event.preventDefault()
        if (event.repeat) return
        giveFocus(grid, rowOf(target)?.dataset['key'] === openId)
        act(target)
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
      const next = rowOf(to)?.dataset['key']
      if (!follows || openId === null || next === undefined || next === openId) return
      keepFocus(grid, null)
      onOpen(next)
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

/** The pane that opens leaves the focus in this list; `keepsFocus` in gridKeys.ts. */
function keepFocus(grid: HTMLElement, row: HTMLElement | null): void {
  grid.dataset['keepsFocus'] = ''
  // Not its cell: the pane may take the room of that column.
  row?.focus({ preventScroll: true })
}

/** The pane that opens takes the focus. @param isOpen it is open already, so nothing else would move the focus */
function giveFocus(grid: HTMLElement, isOpen: boolean): void {
  delete grid.dataset['keepsFocus']
  if (isOpen) document.querySelector<HTMLElement>('main aside h2')?.focus()
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
