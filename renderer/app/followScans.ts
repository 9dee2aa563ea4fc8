import type { TestedScan } from '../core/settingsTypes.ts'
import { giveFieldBack } from '../ui/giveBack.ts'
import { codeOf, handOfEnter, isScan, isWithinScan, type Run, runWith, type ScanSettings } from './scan.ts'

/** What a scan does depends on the field's `data-scan` attribute. */
type Landing =
  /** A search box: it wants the text and the Enter. */
  | 'search'
  /** A reference field: the text stays, but the scanner's Enter does not submit. */
  | 'keep'
  /** The box in Settings where a scanner is tested. */
  | 'test'
  /** The lock screen: no field gets a code, and what its first keys did is undone. */
  | 'held'
  /** A secret, or the sign-in screen: the field gets its text back, and the code goes nowhere. */
  | 'secret'
  /** Anywhere else: the field gets its text back, and the code is looked up. */
  | 'elsewhere'

export interface ScanPorts {
  readonly settings: () => ScanSettings
  readonly isOn: () => boolean
  /** @returns a function that cancels it */
  readonly later: (delayMs: number, run: () => void) => () => void
  readonly onScan: (code: string) => void
  readonly onTestScan: (scan: TestedScan) => void
  /** What came into a secret, or at the sign-in, was taken out again. */
  readonly onTakenOut: () => void
  /** Enter did nothing, since it came as fast as a scanner's. */
  readonly onTooFast: () => void
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
  /** What was selected, and is replaced; null where the field does not say. */
  readonly selected: readonly [from: number, to: number] | null
}

/** In the test box a scanner may be slower than one that Tillside can tell from a person. */
const TEST_SILENCE_MS = 400

/**
 * Listens to all that writes into the page, before any field or command. It detects scans, and lets Enter, and Space on a
 * button, pass only where they are shown to be a person's: they come later than a scanner's gap after the last change of
 * any field and the last closing key, and the characters before them came at the pace of a hand (scan.ts). So nothing
 * else has to know of scanners.
 * @returns a function that stops listening
 */
export function followScans(target: Window, ports: ScanPorts): () => void {
  let run: Run | null = null
  /** What the field had before the first character of the run. */
  let before: Before | null = null
  let landing: Landing = 'elsewhere'
  let place: EventTarget | 'held' | null = null
  let isHolding = false
  /** The last change of any field, from any source. */
  let changedAtMs = Number.NEGATIVE_INFINITY
  /** Until when another Enter belongs to the last one. */
  let closesUntilMs = Number.NEGATIVE_INFINITY
  /** Until when any key but a character belongs to the scan that ended. */
  let scannedUntilMs = Number.NEGATIVE_INFINITY
  /** The character that the key just pressed is about to write. */
  let written: string | null = null
  let isGivingBack = false
  let isEnterDown = false
  /** Digits that no field took, until a pause says that they are no scan. */
  let loose = ''
  let callOff = (): void => {}

  const settingsHere = (): ScanSettings => {
    const settings = ports.settings()
    return landing === 'test' ? { ...settings, silenceMs: TEST_SILENCE_MS } : settings
  }

  function finish({ text, longestGapMs }: Run): void {
    const code = codeOf(text, ports.settings())
    run = null
    loose = ''
    if (landing === 'held') {
      isHolding = false
      ports.onHeld('scan')
      return
    }
    isGivingBack = true
    if (landing === 'search' || landing === 'keep') withoutPrefix(text, code)
    else if (before !== null) giveBack(before)
    isGivingBack = false
    if (landing === 'secret') ports.onTakenOut()
    if (code === '') return
    if (landing === 'test') ports.onTestScan({ code, longestGapMs })
    else if (landing === 'elsewhere') ports.onScan(code)
  }

  /** Only where the prefix of the scanner is there: what a field does to a text otherwise is its own. */
  function withoutPrefix(text: string, code: string): void {
    if (before === null || text.trim() === code || before.selected === null) return
    const [from, to] = before.selected
    giveBack({
      ...before,
      value: before.value.slice(0, from) + code + before.value.slice(to),
      selected: null,
    })
  }

  function hold(goesOn: boolean): void {
    if (goesOn !== isHolding) ports.onHeld(goesOn ? 'goesOn' : 'typed')
    isHolding = goesOn
  }

  /** Characters written into another field are not part of a run in this one. On the lock screen a digit moves the focus. */
  function land(on: EventTarget | null): EventTarget | null {
    const whole = wholeField(on) ?? on
    const lands = ports.isHeld() ? 'held' : landingOf(whole, ports.isOn())
    const here = lands === 'held' ? lands : whole
    if (here !== place) run = null
    place = here
    if (run === null) landing = lands
    return whole
  }

  function add(on: EventTarget | null, text: string, atMs: number): void {
    const next = runWith(run, text, atMs, settingsHere())
    if (next.comings === 1) before = textOf(on)
    run = next
    changedAtMs = atMs
  }

  const isTest = ({ comings }: Run): boolean => landing === 'test' && comings > 1
  const isWhole = (ended: Run | null): ended is Run =>
    ended !== null && (isScan(ended, settingsHere()) || isTest(ended))

  function endAfterSilence(): void {
    callOff = ports.later(settingsHere().silenceMs, () => {
      // On a busy computer keys may wait behind this timer: they are handled first, and cancel it.
      callOff = ports.later(0, () => {
        if (isWhole(run)) return finish(run)
        run = null
        hold(false)
        const digits = loose
        loose = ''
        if (digits !== '') ports.onTyped(digits)
      })
    })
  }

  function closed(atMs: number): void {
    scannedUntilMs = atMs + settingsHere().silenceMs
    closesUntilMs = scannedUntilMs
  }

  /** @returns whether Enter, or Space on a button, goes on */
  function enters(atMs: number): boolean {
    const settings = settingsHere()
    const isAgain = atMs <= closesUntilMs
    const isSoon = atMs - changedAtMs <= settings.gapMaxMs
    const hand = handOfEnter(run, atMs, settings)
    const isLate = run !== null && atMs - run.lastAtMs > settings.silenceMs
    if (run !== null && (hand === 'scanner' || isTest(run) || (isLate && isWhole(run)))) {
      closed(atMs)
      const isWanted = landing === 'search'
      finish(run)
      return isWanted
    }
    run = null
    hold(false)
    closesUntilMs = atMs + settings.gapMaxMs
    if (isAgain) {
      if (atMs <= scannedUntilMs) closed(atMs)
      return false
    }
    if (landing === 'search' || (hand === 'person' && !isSoon)) return true
    ports.onTooFast()
    return false
  }

  function press(event: KeyboardEvent): void {
    const { key, timeStamp: atMs } = event
    if (MODIFIER.test(key)) return
    // In a field its character comes by itself.
    if (UNNAMED.test(key) && textOf(event.target) !== null) return
    written = null
    callOff()
    const on = land(event.target)
    const missed = loose
    loose = looseAfter(loose, event, landing === 'elsewhere' && takesNoText(on))
    // Amount took the focus between two digits, as on a busy computer: those that missed it come first.
    if (missed !== '' && loose === '' && DIGIT.test(key) && ports.isAmount(on)) ports.onTyped(missed)
    if (key === 'Enter') isEnterDown = true
    if (!goesOn(event, on, atMs)) drop(event)
    const isHeldScan = landing === 'held' && run !== null && run.characters > 1
    if (key !== 'Enter') hold(isHeldScan && isQuick(run, settingsHere()))
    if (run !== null || loose !== '') endAfterSilence()
  }

  function goesOn(event: KeyboardEvent, on: EventTarget | null, atMs: number): boolean {
    const { key, repeat } = event
    const settings = settingsHere()
    // Enter that is held down was meant once.
    if (key === 'Enter') return !repeat && enters(atMs)
    if (repeat) {
      run = null
      return true
    }
    if (!isCommand(event) && settings.suffixes.includes(key)) return !closes(atMs)
    const isWithin = isWithinScan(run, atMs, settings)
    if (UNNAMED.test(key)) {
      add(on, UNKNOWN, atMs)
      return true
    }
    if (isCommand(event) || key.length !== 1) {
      // A control character of a code comes as a key with Ctrl, and would be a command.
      if (isWithin || atMs <= scannedUntilMs) {
        if (run !== null) run = { ...run, lastAtMs: atMs }
        return false
      }
      run = null
      return true
    }
    // On a button it is a press, unless it stands in a code.
    if (key === ' ' && textOf(on) === null && !isWithin) return enters(atMs)
    // What came at once is not the beginning of what keys write.
    if (run !== null && run.comings === 1 && run.characters > 1) run = null
    add(on, key, atMs)
    written = key
    return key !== ' ' || textOf(on) !== null
  }

  /** @returns whether a closing key other than Enter belongs to a scan */
  function closes(atMs: number): boolean {
    if (run !== null && handOfEnter(run, atMs, settingsHere()) === 'scanner') finish(run)
    else if (atMs > scannedUntilMs) return false
    closed(atMs)
    return true
  }

  /** Characters may come without a key: from an input method, the number pad with Alt, or another program. */
  function write(event: InputEvent): void {
    if (isGivingBack) return
    const { data, inputType, timeStamp } = event
    const byKey = written
    written = null
    if (byKey !== null && data === byKey) return
    changedAtMs = Math.max(changedAtMs, timeStamp)
    if (data === null || !WRITES.test(inputType)) {
      if (byKey === null) run = null
      return
    }
    callOff()
    const on = land(event.target)
    // An input method repeats what it is composing.
    const text = inputType === 'insertCompositionText' ? data.slice(-1) : data
    if (text !== '') add(on, text, timeStamp)
    endAfterSilence()
  }

  /** A change that no `beforeinput` announced, such as one by another program. */
  function change(event: Event): void {
    if (!isGivingBack && !(event instanceof InputEvent)) changedAtMs = Math.max(changedAtMs, event.timeStamp)
  }

  /** A character or an Enter without its key going down, as from another program. */
  function character(event: KeyboardEvent): void {
    const { key, timeStamp: atMs } = event
    if (key === 'Enter' ? isEnterDown : written === key) return
    callOff()
    const on = land(event.target)
    if (key === 'Enter') {
      if (!enters(atMs)) drop(event)
    } else if (key.length === 1 && !isCommand(event)) {
      add(on, key, atMs)
      written = key
    }
    if (run !== null) endAfterSilence()
  }

  function release({ key }: KeyboardEvent): void {
    if (key === 'Enter') isEnterDown = false
  }

  const listeners = [
    ['keydown', press],
    ['keypress', character],
    ['keyup', release],
    ['beforeinput', write],
    ['input', change],
  ] as const
  for (const [kind, listen] of listeners) target.addEventListener(kind, listen as EventListener, true)
  return () => {
    callOff()
    for (const [kind, listen] of listeners) target.removeEventListener(kind, listen as EventListener, true)
  }
}

/** They stand between the characters of a code. */
const MODIFIER = /^(?:Shift|Control|Alt|AltGraph|Meta|CapsLock|NumLock)$/u
/** Keys that do not say what they write. */
const UNNAMED = /^(?:Process|Unidentified|Dead)$/u
/** A character that no code has. */
const UNKNOWN = '\0'

const isCommand = (event: KeyboardEvent): boolean =>
  (event.ctrlKey || event.altKey || event.metaKey) && !event.getModifierState('AltGraph')

/** What a person pastes, drops or undoes is no scan. */
const WRITES = /^insert(?:Text|CompositionText|FromComposition)$/u

/** As fast as a scan so far. */
function isQuick(run: Run | null, { gapMaxMs }: ScanSettings): boolean {
  if (run === null) return false
  const { firstAtMs, lastAtMs, characters, longestGapMs } = run
  return longestGapMs <= gapMaxMs || lastAtMs - firstAtMs <= 1.5 * gapMaxMs * (characters - 1)
}

function drop(event: Event): void {
  event.preventDefault()
  event.stopImmediatePropagation()
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

function landingOf(target: EventTarget | null, isOn: boolean): Landing {
  if (!isOn || (target instanceof HTMLInputElement && target.type === 'password')) return 'secret'
  const scan = target instanceof HTMLElement ? target.dataset['scan'] : undefined
  return scan === 'search' || scan === 'keep' || scan === 'test' ? scan : 'elsewhere'
}

/** The parts of a date are one field, of which typed digits pass from part to part. */
function wholeField(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>('[data-given-back]') : null
}

function textOf(target: EventTarget | null): Before | null {
  if (target instanceof HTMLInputElement) {
    const { value, selectionStart: from, selectionEnd: to } = target
    return { field: target, value, selected: from === null || to === null ? null : [from, to] }
  }
  if (target instanceof HTMLTextAreaElement) return { field: target, value: target.value, selected: null }
  if (!(target instanceof HTMLElement)) return null
  const { givenBack } = target.dataset
  return givenBack === undefined ? null : { field: target, value: givenBack, selected: null }
}

/** Uses the element's own setter and an event, so that React sees a change by the person. */
function giveBack({ field, value, selected }: Before): void {
  if (!field.isConnected) return
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) {
    giveFieldBack(field, value)
    return
  }
  if (field.value === value) return
  const kind = field instanceof HTMLInputElement ? HTMLInputElement : HTMLTextAreaElement
  Object.getOwnPropertyDescriptor(kind.prototype, 'value')?.set?.call(field, value)
  field.dispatchEvent(new Event('input', { bubbles: true }))
  if (selected !== null && field instanceof HTMLInputElement) field.setSelectionRange(...selected)
}
