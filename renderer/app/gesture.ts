/**
 * One gesture acts on one screen. A gesture is a press and what a hand adds to it out of habit: the release, the
 * repetition of a held key, the second half of a double click. What belongs to a gesture that began on another screen
 * goes nowhere. This module has no page and no clock: each press carries its time and its screen.
 */
export interface Surface {
  /** The dialog in front, or else the screen; null while it is being loaded. */
  readonly element: object | null
  /** Tells two states of the same element apart that a hand must not mistake for each other. */
  readonly name: string
  /** The lock screen: `open` for a PIN, or `checking` one, when no key there means anything. */
  readonly lock: 'open' | 'checking' | null
}

export interface Press {
  /** The key; null for a mouse or a finger. */
  readonly key: string | null
  /** Ctrl, Alt or ⌘ is down: a command. */
  readonly hasModifier: boolean
  readonly x: number
  readonly y: number
  readonly atMs: number
  readonly surface: Surface
}

/** A press together with the screen on which its gesture began. */
export interface Gesture {
  readonly press: Press
  readonly origin: Surface
}

/** Two presses this near each other, in time and place, are one double press, of a mouse or of a finger. */
const DOUBLE_MS = 750
const DOUBLE_PX = 40
/** A press that follows a PIN this quickly is made without looking. A person who reads a new screen takes longer. */
const UNSEEN_MS = 400
/** Once such a press went nowhere, the rest of it must not pass for an amount: it ends with a pause this long. */
const PAUSE_MS = 800

export function isSame(one: Surface, other: Surface): boolean {
  return one.element === other.element && one.name === other.name
}

/** @param before the last press of the same hand, whether it went anywhere or not */
export function gestureOf(before: Gesture | null, press: Press): Gesture {
  return { press, origin: before !== null && isPartOf(before, press) ? before.origin : press.surface }
}

function isPartOf({ press: before, origin }: Gesture, press: Press): boolean {
  if (!acts(press)) return false
  const gapMs = press.atMs - before.atMs
  // No key means anything while a PIN is checked, a command neither.
  const isIgnored = before.surface.lock === 'checking'
  const patienceMs = isIgnored || !isSame(origin, before.surface) ? PAUSE_MS : UNSEEN_MS
  if (origin.lock !== null && (isIgnored || acts(before)) && gapMs < patienceMs) return true
  return gapMs < DOUBLE_MS && isRepeated(before, press)
}

function isRepeated(before: Press, press: Press): boolean {
  if (press.key !== null) return press.key === before.key && (press.key === 'Enter' || press.key === ' ')
  return before.key === null && Math.hypot(press.x - before.x, press.y - before.y) < DOUBLE_PX
}

/** Whether a press can enter or answer anything. Esc, Tab, arrows and commands cannot, and always mean the present screen. */
function acts({ key, hasModifier }: Press): boolean {
  if (key === null) return true
  return !hasModifier && (key.length === 1 || key === 'Enter' || key === 'Backspace')
}
