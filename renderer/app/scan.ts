import type { ScannerSettings } from '../../shared/settings.ts'

/**
 * Tells a barcode scanner from a person. A scanner types like a keyboard, but faster than any person, and ends with
 * Enter or Tab. This module has no page and no clock: each press carries its time.
 */
export interface ScanSettings {
  /** A scan has at least this many keys. */
  readonly keysMin: number
  /** The longest time between two keys of a scan. */
  readonly gapMaxMs: number
  /** A scan without a closing key ends this long after its last key. */
  readonly silenceMs: number
  /** Keys that close a scan and belong to it. */
  readonly suffixes: readonly string[]
  /** The prefix that the scanner puts before every code; it is removed. */
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

/** Turns main's scanner settings into those of this detector. */
export function scanSettingsOf(scanner: ScannerSettings | undefined): ScanSettings {
  if (scanner === undefined) return defaultScanSettings
  const { minKeys, maxGapMs, suffix, prefix } = scanner
  // The silence must be longer than any gap within a scan.
  const silenceMs = Math.max(defaultScanSettings.silenceMs, maxGapMs * 2)
  return { keysMin: minKeys, gapMaxMs: maxGapMs, silenceMs, suffixes: SUFFIXES[suffix], prefix }
}

/** A reference has at most 64 characters, so a longer run of keys is not a scan. */
const CODE_LENGTH_MAX = 200

/** Keys that came fast enough to be a scan so far. */
export interface Burst {
  readonly text: string
  readonly lastAtMs: number
}

export interface ScanPress {
  readonly key: string
  readonly atMs: number
  /** A held key repeats about as fast as a scanner types. */
  readonly isRepeat: boolean
  /** Ctrl, Alt or ⌘ is down: a command, never part of a code. */
  readonly hasModifier: boolean
}

export interface ScanStep {
  readonly burst: Burst | null
  /** This press began a burst: the field's present text is its text before the scan. */
  readonly isFirst: boolean
  /** The code of the scan that this press closed. */
  readonly code: string | null
}

const nothing: ScanStep = { burst: null, isFirst: false, code: null }

/** Takes one press. A closing key counts only if it comes as fast as the keys before it. */
export function takePress(burst: Burst | null, press: ScanPress, settings: ScanSettings): ScanStep {
  // Shift is a press of its own before a capital letter.
  if (press.key === 'Shift') return { ...nothing, burst }
  if (press.isRepeat || press.hasModifier) return nothing
  const isNext = burst !== null && press.atMs - burst.lastAtMs <= settings.gapMaxMs
  // The scanner's Enter must never record a sale, whichever suffix is set.
  const isSuffix = press.key === 'Enter' || settings.suffixes.includes(press.key)
  if (isNext && isSuffix) return { ...nothing, code: codeOf(burst, settings) }
  if (press.key.length !== 1) return nothing
  if (!isNext) return { ...nothing, burst: { text: press.key, lastAtMs: press.atMs }, isFirst: true }
  const text = (burst.text + press.key).slice(0, CODE_LENGTH_MAX)
  return { ...nothing, burst: { text, lastAtMs: press.atMs } }
}

/** The code of a burst that has ended, or null where it was not a scan. */
export function codeOf(burst: Burst, { keysMin, prefix }: ScanSettings): string | null {
  if (burst.text.length < keysMin) return null
  const bare = burst.text.replaceAll(/[\r\n\0]/gu, '')
  const code = (prefix !== '' && bare.startsWith(prefix) ? bare.slice(prefix.length) : bare).trim()
  return code === '' ? null : code
}
