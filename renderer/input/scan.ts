import type { ScannerSettings } from '../../shared/settings.ts'

/**
 * Tells a barcode scanner from a person. A scanner types like a keyboard, only faster than anyone can, and ends with
 * Enter or Tab. Nothing here knows the page or a clock: presses come in with their time.
 */
export interface ScanSettings {
  /** Fewer keys than this are never a scan. */
  readonly keysMin: number
  /** The longest time between two keys of a scan. */
  readonly gapMaxMs: number
  /** So long after the last key a scan without a closing key has ended. */
  readonly silenceMs: number
  /** Keys that close a scan and belong to it. */
  readonly suffixes: readonly string[]
  /** What the scanner puts before every code; it is taken off. */
  readonly prefix: string
}

export const defaultScanSettings: ScanSettings = {
  keysMin: 6,
  gapMaxMs: 50,
  silenceMs: 100,
  suffixes: ['Enter', 'Tab'],
  prefix: '',
}

const SUFFIXES: Readonly<Record<ScannerSettings['suffix'], readonly string[]>> = {
  enterOrTab: ['Enter', 'Tab'],
  enter: ['Enter'],
  tab: ['Tab'],
  silence: [],
}

/** How main keeps the scanner's settings, as this detector reads them. */
export function scanSettingsOf(scanner: ScannerSettings | undefined): ScanSettings {
  if (scanner === undefined) return defaultScanSettings
  const { minKeys, maxGapMs, suffix, prefix } = scanner
  // Silence has to be longer than any gap within a scan.
  const silenceMs = Math.max(defaultScanSettings.silenceMs, maxGapMs * 2)
  return { keysMin: minKeys, gapMaxMs: maxGapMs, silenceMs, suffixes: SUFFIXES[suffix], prefix }
}

/** A code is a reference of at most 64 characters; whatever types on and on is no scan that could be looked for. */
const CODE_LENGTH_MAX = 200

/** Keys that came fast enough to be a scan so far. */
export interface Burst {
  readonly text: string
  readonly lastAtMs: number
}

export interface ScanPress {
  readonly key: string
  readonly atMs: number
  /** A key held down repeats about as fast as a scanner types. */
  readonly isRepeat: boolean
  /** Ctrl, Alt or ⌘ is down: a command, never part of a code. */
  readonly hasModifier: boolean
}

export interface ScanStep {
  readonly burst: Burst | null
  /** This press began a burst: what the field holds now is what it held before. */
  readonly isFirst: boolean
  /** The code of the scan that this press has closed. */
  readonly code: string | null
}

const nothing: ScanStep = { burst: null, isFirst: false, code: null }

/** Takes one press. A closing key counts only as close behind the others as they are to one another. */
export function takePress(burst: Burst | null, press: ScanPress, settings: ScanSettings): ScanStep {
  // Capitals come with a Shift of their own.
  if (press.key === 'Shift') return { ...nothing, burst }
  if (press.isRepeat || press.hasModifier) return nothing
  const isNext = burst !== null && press.atMs - burst.lastAtMs <= settings.gapMaxMs
  // Whatever the scanner is said to end with, its Enter must not record a sale.
  const isSuffix = press.key === 'Enter' || settings.suffixes.includes(press.key)
  if (isNext && isSuffix) return { ...nothing, code: codeOf(burst, settings) }
  if (press.key.length !== 1) return nothing
  if (!isNext) return { ...nothing, burst: { text: press.key, lastAtMs: press.atMs }, isFirst: true }
  const text = (burst.text + press.key).slice(0, CODE_LENGTH_MAX)
  return { ...nothing, burst: { text, lastAtMs: press.atMs } }
}

/** The code of a burst that has ended, or null where it was none. */
export function codeOf(burst: Burst, { keysMin, prefix }: ScanSettings): string | null {
  if (burst.text.length < keysMin) return null
  const bare = burst.text.replaceAll(/[\r\n\0]/gu, '')
  const code = (prefix !== '' && bare.startsWith(prefix) ? bare.slice(prefix.length) : bare).trim()
  return code === '' ? null : code
}
