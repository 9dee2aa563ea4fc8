import type { ScannerSettings } from '../../shared/settings.ts'

/**
 * Tells a barcode scanner from a person. A scanner types like a keyboard, but faster or more evenly than any person. This
 * module has no page and no clock: each character carries its time.
 */
export interface ScanSettings {
  /** A burst of at least this many characters is a scan if every gap is at most `gapMaxMs`, whatever ends it. */
  readonly keysMin: number
  /** The longest time between two keys of a scan. An Enter that comes as soon after a change of a field is no person's. */
  readonly gapMaxMs: number
  /** Characters that come later than this belong to another run. */
  readonly silenceMs: number
  /** Keys that close a scan and belong to it. */
  readonly suffixes: readonly string[]
  /** The prefix that the scanner puts before every code; it is removed. */
  readonly prefix: string
}

/** Longer than any gap within a scan by cable or radio. */
const SILENCE_MS_MIN = 120

export const defaultScanSettings: ScanSettings = {
  keysMin: 6,
  gapMaxMs: 50,
  silenceMs: SILENCE_MS_MIN,
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
  const silenceMs = Math.max(SILENCE_MS_MIN, maxGapMs * 2)
  return { keysMin: minKeys, gapMaxMs: maxGapMs, silenceMs, suffixes: SUFFIXES[suffix], prefix }
}

/** A reference has at most 64 characters. */
const CODE_LENGTH_MAX = 200

/** Characters that came one after the other, from keys or without any, and the times between them. */
export interface Run {
  readonly text: string
  /** How often something came: an input method may bring several characters at once. */
  readonly comings: number
  readonly characters: number
  readonly firstAtMs: number
  readonly lastAtMs: number
  readonly longestGapMs: number
  readonly squaredGaps: number
}

/** @returns the run that these characters continue, or begin */
export function runWith(run: Run | null, text: string, atMs: number, settings: ScanSettings): Run {
  if (run === null || atMs - run.lastAtMs > settings.silenceMs) {
    const characters = text.length
    return { text, comings: 1, characters, firstAtMs: atMs, lastAtMs: atMs, longestGapMs: 0, squaredGaps: 0 }
  }
  const gapMs = Math.max(0, atMs - run.lastAtMs)
  return {
    ...run,
    text: (run.text + text).slice(0, CODE_LENGTH_MAX),
    comings: run.comings + 1,
    characters: run.characters + text.length,
    lastAtMs: run.lastAtMs + gapMs,
    longestGapMs: Math.max(run.longestGapMs, gapMs),
    squaredGaps: run.squaredGaps + gapMs ** 2,
  }
}

/** `tooFast`: not surely a scanner's, and not shown to be a person's either. */
export type Hand = 'scanner' | 'tooFast' | 'person'

/** No hand strikes three keys this close together, each after the other. */
const NO_HAND_MS = 20
/** 25 keys a second, and 13, over a whole run: an expert's fastest is about 10. */
const FASTER_THAN_HANDS_MS = 40
const FAST_MS = 75
/** A run of hands is rarely faster. */
const DOUBTFUL_MS = 60
/** The deviation of the gaps by their mean: of hands about 0.3, of a scanner by cable none, by radio under 0.1. */
const EVEN = { few: 0.02, many: 0.04 }
const RATHER_EVEN = { few: 0.06, many: 0.12 }
/** The fewer gaps, the sooner those of a hand are even by chance. */
const MANY_GAPS = 6
const GAPS_FOR_PACE = 4
const GAPS_FOR_DOUBT = 3

/** Whose Enter comes at a moment, by the run before it. */
export function handOfEnter(run: Run | null, atMs: number, settings: ScanSettings): Hand {
  if (run === null || atMs - run.lastAtMs > settings.silenceMs) return 'person'
  const closed = runWith(run, '\n', atMs, settings)
  const gapMs = Math.max(0, atMs - run.lastAtMs)
  const gaps = run.characters
  const { meanMs } = paceOf(closed)
  const isAtGap = gapMs <= settings.gapMaxMs
  if (
    isAtPace(closed, settings) ||
    (run.characters >= settings.keysMin && closed.longestGapMs <= settings.gapMaxMs) ||
    (gaps >= 2 && closed.longestGapMs <= NO_HAND_MS) ||
    (gaps > GAPS_FOR_PACE && meanMs <= FASTER_THAN_HANDS_MS && isAtGap)
  ) {
    return 'scanner'
  }
  const isDoubtful = gaps >= GAPS_FOR_DOUBT && meanMs <= DOUBTFUL_MS
  return isAtGap || isDoubtful ? 'tooFast' : 'person'
}

/** Whether a run that nothing closed was a scan. What an input method brings at once may be a word of a person. */
export function isScan(run: Run, settings: ScanSettings): boolean {
  if (Math.min(run.characters, run.comings) < settings.keysMin) return false
  return run.longestGapMs <= settings.gapMaxMs || isAtPace(run, settings)
}

/** Whether a key that writes nothing, in the middle of a run, comes as fast as only a scanner's. */
export function isWithinScan(run: Run | null, atMs: number, { gapMaxMs }: ScanSettings): boolean {
  return (
    run !== null &&
    run.comings >= 2 &&
    run.longestGapMs <= gapMaxMs &&
    Math.max(0, atMs - run.lastAtMs) <= gapMaxMs
  )
}

function isAtPace(run: Run, { silenceMs }: ScanSettings): boolean {
  const { meanMs, deviation } = paceOf(run)
  if (run.characters <= GAPS_FOR_PACE || meanMs > silenceMs) return false
  const how = run.characters > MANY_GAPS ? 'many' : 'few'
  return deviation <= EVEN[how] || (meanMs <= FAST_MS && deviation <= RATHER_EVEN[how])
}

function paceOf({ characters, firstAtMs, lastAtMs, squaredGaps }: Run): {
  readonly meanMs: number
  readonly deviation: number
} {
  const gaps = Math.max(1, characters - 1)
  const meanMs = (lastAtMs - firstAtMs) / gaps
  const variance = Math.max(0, squaredGaps / gaps - meanMs ** 2)
  return { meanMs, deviation: meanMs === 0 ? 0 : Math.sqrt(variance) / meanMs }
}

/** The code of a scan, without the prefix of its scanner: Caps Lock may have turned its letters. Empty if nothing is left. */
export function codeOf(text: string, { prefix }: Pick<ScanSettings, 'prefix'>): string {
  const bare = text.replaceAll(/\p{Cc}/gu, '')
  const hasPrefix = prefix !== '' && bare.slice(0, prefix.length).toLowerCase() === prefix.toLowerCase()
  return (hasPrefix ? bare.slice(prefix.length) : bare).trim()
}
