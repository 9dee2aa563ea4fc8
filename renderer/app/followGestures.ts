import { lockOf } from '../core/locked.ts'
import { type Gesture, gestureOf, isSame, type Press, type Surface } from './gesture.ts'

interface GesturePorts {
  /** A character or a tap came from a gesture that began on the lock screen, and went nowhere. */
  readonly onUnseen: () => void
}

const POINTER_EVENTS = [
  'pointerup',
  'mousedown',
  'mouseup',
  'touchstart',
  'touchend',
  'click',
  'dblclick',
] as const

/**
 * Drops the events of a gesture that began on another screen (gesture.ts), and lets Enter submit a form when it is
 * released. It listens before any component, and after the scans, whose last key is not a person's.
 */
export function followGestures(target: Window, ports: GesturePorts): void {
  let last: Gesture | null = null
  /** The keys that are down, by their place on the keyboard. */
  const down = new Map<string, Gesture>()
  let point: Gesture | undefined
  /** What Enter, still down, is going to submit. */
  let waiting: { readonly form: HTMLFormElement; readonly by: HTMLElement | null } | null = null
  let isReleasing = false

  const isAstray = (gesture: Gesture | undefined): boolean =>
    gesture !== undefined && !isSame(gesture.origin, surfaceNow())

  function begin(press: Press): Gesture {
    last = gestureOf(last, press)
    if (isAstray(last) && last.origin.lock !== null && press.key !== 'Enter') ports.onUnseen()
    return last
  }

  function enter(): Gesture | undefined {
    return [...down.values()].find(({ press }) => press.key === 'Enter')
  }

  function release(gesture: Gesture | undefined): void {
    const held = waiting
    waiting = null
    if (held === null || gesture === undefined || isAstray(gesture)) return
    isReleasing = true
    held.form.requestSubmit(held.by)
    isReleasing = false
  }

  function keyDown(event: KeyboardEvent): void {
    const { key, code, repeat, timeStamp, isComposing } = event
    if (isComposing) return
    // Fast hands press the next key before they release Enter, which was meant for what is there now.
    if (!repeat) release(enter())
    const hasModifier = event.ctrlKey || event.altKey || event.metaKey
    const press = { key, hasModifier, x: 0, y: 0, atMs: timeStamp, surface: surfaceNow() }
    const gesture = repeat ? down.get(code) : begin(press)
    if (gesture !== undefined) down.set(code, gesture)
    // Enter that is held down was meant once.
    if ((repeat && key === 'Enter') || isAstray(gesture)) drop(event)
  }

  function keyUp(event: KeyboardEvent): void {
    const gesture = down.get(event.code)
    down.delete(event.code)
    if (event.key === 'Enter') release(gesture)
    if (isAstray(gesture) && !MODIFIERS.has(event.key)) drop(event)
  }

  /** Enter submits at once when it goes down; the screen that shows the form must also see it released. */
  function hold(event: SubmitEvent): void {
    const { target: form, submitter } = event
    if (!(form instanceof HTMLFormElement) || isReleasing || enter() === undefined) return
    drop(event)
    waiting = { form, by: submitter }
  }

  function pointerDown(event: PointerEvent): void {
    const { clientX: x, clientY: y, timeStamp: atMs } = event
    const surface = surfaceNow()
    point = begin({ key: null, hasModifier: false, x, y, atMs, surface })
    // The frame around two screens is the same on both, so that a second press there meets what the hand saw.
    const { element, lock } = point.origin
    if (isOnFrame(event.target) && element === surface.element && lock === null) {
      point = { press: point.press, origin: surface }
      last = point
    }
    if (isAstray(point)) drop(event)
  }

  function pointerGoesOn(event: Event): void {
    // A click without a pointer comes from a key or from an aid.
    if (event instanceof MouseEvent && event.type === 'click' && event.detail === 0) return
    if (!isAstray(point)) return
    drop(event)
    // A button that was pressed before, and is covered now, must not wait for the release.
    if (event instanceof PointerEvent && event.type === 'pointerup') {
      const { pointerId, pointerType } = event
      document.dispatchEvent(new PointerEvent('pointercancel', { pointerId, pointerType, bubbles: true }))
    }
  }

  target.addEventListener('keydown', keyDown, true)
  target.addEventListener('keyup', keyUp, true)
  target.addEventListener('submit', hold, true)
  target.addEventListener('pointerdown', pointerDown, true)
  for (const kind of POINTER_EVENTS)
    target.addEventListener(kind, pointerGoesOn, { capture: true, passive: false })
  // Keys that are released over another window are never seen again.
  target.addEventListener('blur', () => {
    down.clear()
    waiting = null
  })
}

const isOnFrame = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('main, [data-modal]') === null

const MODIFIERS: ReadonlySet<string> = new Set(['Shift', 'Control', 'Alt', 'Meta', 'AltGraph'])

function drop(event: Event): void {
  event.preventDefault()
  event.stopImmediatePropagation()
}

/** The dialog in front, or else the screen. Under a dialog a screen may change. */
function surfaceNow(): Surface {
  const dialogs = document.querySelectorAll('[data-modal]')
  const dialog = dialogs.item(dialogs.length - 1)
  const main = document.querySelector('main')
  const name = dialog === null ? (main?.dataset['surface'] ?? '') : ''
  return { element: dialog ?? main, name, lock: lockOf(name) }
}
