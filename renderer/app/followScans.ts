import { giveFieldBack } from '../ui/giveBack.ts'
import { type Burst, codeOf, type ScanSettings, takePress } from './scan.ts'

/** What a scan does depends on the field's `data-scan` attribute. */
type Landing =
  /** Not followed: a search box wants text and Enter, and a secret is never a code. */
  | 'own'
  /** A reference field: the text stays, but the scanner's Enter does not submit. */
  | 'keep'
  /** The box in Settings where a scanner is tested. */
  | 'test'
  /** The lock screen: no field gets a code, and what its first keys did is undone. */
  | 'held'
  /** Anywhere else: the field gets its text back, and the code is looked up. */
  | 'elsewhere'

export interface ScanPorts {
  readonly settings: () => ScanSettings
  readonly isOn: () => boolean
  /** @returns a function that cancels it */
  readonly later: (delayMs: number, run: () => void) => () => void
  readonly onScan: (code: string) => void
  readonly onTestScan: (code: string) => void
  /** Whether it is the field that digits typed where nothing takes them go into. */
  readonly isAmount: (target: EventTarget | null) => boolean
  /** Digits that a person typed where nothing takes them. */
  readonly onTyped: (digits: string) => void
  /** Whether the lock screen takes the keys. */
  readonly isHeld: () => boolean
  readonly onHeld: (burst: HeldBurst) => void
}

/** On the lock screen, keys as fast as a scan's: they go on, they were a scan, or they were a person's after all. */
export type HeldBurst = 'goesOn' | 'scan' | 'typed'

interface Before {
  /** An element of the system, or the holder of a field that consists of several. */
  readonly field: HTMLElement
  readonly value: string
  readonly caret: number | null
}

/**
 * Listens to the page's keys and detects scans, before any field or command gets the last key.
 * @returns a function that stops listening
 */
export function followScans(target: Window, ports: ScanPorts): () => void {
  let burst: Burst | null = null
  let before: Before | null = null
  let landing: Landing = 'own'
  let place: EventTarget | 'held' | null = null
  let isHolding = false
  /** Digits that no field took, until a pause says that they are no scan. */
  let loose = ''
  let callOff = (): void => {}

  function finish(code: string): void {
    burst = null
    loose = ''
    if (landing === 'held') {
      isHolding = false
      ports.onHeld('scan')
      return
    }
    if (landing === 'keep') return
    if (before !== null) giveBack(before)
    if (landing === 'test') ports.onTestScan(code)
    else ports.onScan(code)
  }

  function hold(goesOn: boolean): void {
    if (goesOn !== isHolding) ports.onHeld(goesOn ? 'goesOn' : 'typed')
    isHolding = goesOn
  }

  function press(event: KeyboardEvent): void {
    callOff()
    callOff = () => {}
    const target = wholeField(event.target) ?? event.target
    const lands = ports.isHeld() ? 'held' : ports.isOn() ? landingOf(target) : 'own'
    // Keys typed into another field are not part of a scan into this one. On the lock screen a digit moves the focus.
    const here = lands === 'held' ? lands : target
    if (here !== place) burst = null
    place = here
    const missed = loose
    loose = looseAfter(loose, event, lands === 'elsewhere' && takesNoText(target))
    // Amount took the focus between two digits, as on a busy computer: those that missed it come first.
    if (missed !== '' && loose === '' && DIGIT.test(event.key) && ports.isAmount(target))
      ports.onTyped(missed)
    if (lands === 'own') {
      burst = null
      hold(false)
      return
    }
    const hasModifier = event.ctrlKey || event.altKey || event.metaKey
    const settings = ports.settings()
    const { key, repeat, timeStamp } = event
    const step = takePress(burst, { key, atMs: timeStamp, isRepeat: repeat, hasModifier }, settings)
    burst = step.burst
    if (step.isFirst) {
      before = textOf(target)
      landing = lands
    }
    if (step.code !== null) {
      // The scanner's Enter would record a sale, or answer a question.
      event.preventDefault()
      event.stopImmediatePropagation()
      finish(step.code)
      return
    }
    hold(lands === 'held' && (burst?.text.length ?? 0) > 1)
    callOff = ports.later(settings.silenceMs, () => {
      // On a busy computer keys may wait behind this timer: they are handled first, and cancel it.
      callOff = ports.later(0, () => {
        const code = burst === null ? null : codeOf(burst, settings)
        burst = null
        if (code !== null) return finish(code)
        hold(false)
        const digits = loose
        loose = ''
        if (digits !== '') ports.onTyped(digits)
      })
    })
  }

  target.addEventListener('keydown', press, true)
  return () => {
    callOff()
    target.removeEventListener('keydown', press, true)
  }
}

const DIGIT = /^[0-9]$/u

/** Any other key ends them: it was no amount that began there. */
function looseAfter(
  before: string,
  { key, ctrlKey, altKey, metaKey, repeat }: KeyboardEvent,
  isLoose: boolean,
): string {
  if (!isLoose || ctrlKey || altKey || metaKey || repeat) return ''
  if (key === 'Shift') return before
  return DIGIT.test(key) || (key === '.' && before !== '') ? before + key : ''
}

/** Neither a field nor a choice, which a digit may choose from. */
function takesNoText(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement) || textOf(target) !== null) return false
  return target.closest('select, [aria-haspopup], [role="listbox"], [role="menu"], [role="dialog"]') === null
}

function landingOf(target: EventTarget | null): Landing {
  if (!(target instanceof HTMLElement)) return 'elsewhere'
  if (target instanceof HTMLInputElement && target.type === 'password') return 'own'
  const { scan } = target.dataset
  return scan === 'own' || scan === 'keep' || scan === 'test' ? scan : 'elsewhere'
}

/** The parts of a date are one field, of which typed digits pass from part to part. */
function wholeField(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>('[data-given-back]') : null
}

function textOf(target: EventTarget | null): Before | null {
  if (target instanceof HTMLInputElement) {
    return { field: target, value: target.value, caret: target.selectionStart }
  }
  if (target instanceof HTMLTextAreaElement) return { field: target, value: target.value, caret: null }
  if (!(target instanceof HTMLElement)) return null
  const { givenBack } = target.dataset
  return givenBack === undefined ? null : { field: target, value: givenBack, caret: null }
}

/** Uses the element's own setter and an event, so that React sees a change by the person. */
function giveBack({ field, value, caret }: Before): void {
  if (!field.isConnected) return
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) {
    giveFieldBack(field, value)
    return
  }
  if (field.value === value) return
  const kind = field instanceof HTMLInputElement ? HTMLInputElement : HTMLTextAreaElement
  Object.getOwnPropertyDescriptor(kind.prototype, 'value')?.set?.call(field, value)
  field.dispatchEvent(new Event('input', { bubbles: true }))
  if (caret !== null && field instanceof HTMLInputElement) field.setSelectionRange(caret, caret)
}
