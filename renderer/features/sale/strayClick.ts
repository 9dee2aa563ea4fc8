import { type MouseEvent, type PointerEvent, useRef } from 'react'

/** Two presses this near each other, in time (ms) and place (px), are one double click. */
const DOUBLE_MS = 700
const DOUBLE_PX = 8

interface Press {
  readonly button: Element | null
  readonly atMs: number
  readonly x: number
  readonly y: number
}

interface StrayClickGuard {
  readonly onPointerDownCapture: (event: PointerEvent) => void
  readonly onClickCapture: (event: MouseEvent) => void
}

/**
 * A link that opens a field moves the Record button under the pointer, so the second half of a double click would
 * record the sale. Such a click is dropped unless both halves met the same button.
 */
export function useStrayClickGuard(): StrayClickGuard {
  const before = useRef<Press | null>(null)
  const last = useRef<Press | null>(null)
  return {
    onPointerDownCapture: ({ target, timeStamp: atMs, clientX: x, clientY: y }) => {
      before.current = last.current
      last.current = { button: target instanceof Element ? target.closest('button') : null, atMs, x, y }
    },
    onClickCapture: (event) => {
      const first = before.current
      const second = last.current
      // Enter clicks without a pointer.
      if (event.detail === 0 || first === null || second === null) return
      const isDouble =
        second.atMs - first.atMs < DOUBLE_MS && Math.hypot(second.x - first.x, second.y - first.y) < DOUBLE_PX
      if (!isDouble || first.button === null || first.button === second.button) return
      event.preventDefault()
      event.stopPropagation()
    },
  }
}
