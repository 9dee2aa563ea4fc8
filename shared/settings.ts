import * as z from 'zod/mini'
import { PaperWidth, PrinterAddress } from './paper.ts'

/** The bounds of a person's choices; the screen shows them, main enforces them. */
export const SETTING_BOUNDS = {
  scannerMinKeys: { min: 3, max: 32 },
  scannerMaxGapMs: { min: 10, max: 200 },
  scannerPrefixLength: { min: 0, max: 10 },
  idleLockMinutes: { min: 1, max: 30 },
  cashierLockMinutes: { min: 0, max: 120 },
  tillPort: { min: 1_024, max: 65_535 },
} as const

const bounded = ({ min, max }: { readonly min: number; readonly max: number }) =>
  z.int().check(z.minimum(min), z.maximum(max))

export const HOLIDAYS_MAX = 100

/** How to tell a keyboard-wedge scanner from a person. */
export const ScannerSettings = z.strictObject({
  /** A burst of fewer keys comes from a person. */
  minKeys: bounded(SETTING_BOUNDS.scannerMinKeys),
  /** Longest time between two keys of a burst. */
  maxGapMs: bounded(SETTING_BOUNDS.scannerMaxGapMs),
  /** What ends a burst; silence always does. */
  suffix: z.enum(['enterOrTab', 'enter', 'tab', 'silence']),
  /** Characters that the scanner sends before every code; they are removed. */
  prefix: z.string().check(z.regex(/^[\u0020-\u007e]{0,10}$/u)),
})
export type ScannerSettings = z.output<typeof ScannerSettings>

export const SettingsView = z.strictObject({
  theme: z.enum(['system', 'light', 'dark']),
  density: z.enum(['comfortable', 'compact']),
  scanner: ScannerSettings,
  idleLockMinutes: bounded(SETTING_BOUNDS.idleLockMinutes),
  /** Minutes without input until a counter with cashiers locks; 0: it does not by itself. */
  cashierLockMinutes: bounded(SETTING_BOUNDS.cashierLockMinutes),
  /** A tray icon with the number of waiting sales. */
  tray: z.boolean(),
  /** What the close button does if there is a tray icon; without one it ends Tillside. */
  whenClosed: z.enum(['ask', 'keepRunning', 'end']),
  startAtLogin: z.boolean(),
  /** A sound when a sale is paid, and another when one needs a person. */
  sounds: z.boolean(),
  /** What the receipt printer takes. */
  receiptPaper: PaperWidth,
  /** Of a receipt printer that rolls are sent to. */
  printer: PrinterAddress,
  /** Whether the shop's own programs may hand sales over, on 127.0.0.1. */
  tillDoor: z.boolean(),
  tillPort: bounded(SETTING_BOUNDS.tillPort),
  /** Days on which the bank does not work, `YYYY-MM-DD`. */
  holidays: z
    .array(z.string().check(z.regex(/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/u)))
    .check(z.maxLength(HOLIDAYS_MAX)),
})
export type SettingsView = z.output<typeof SettingsView>

/** A computer where nobody has chosen anything. */
export const STANDARD_SETTINGS: SettingsView = {
  theme: 'system',
  density: 'comfortable',
  scanner: { minKeys: 6, maxGapMs: 50, suffix: 'enterOrTab', prefix: '' },
  idleLockMinutes: 5,
  cashierLockMinutes: 0,
  tray: false,
  whenClosed: 'ask',
  startAtLogin: false,
  sounds: false,
  receiptPaper: '80',
  printer: '',
  tillDoor: false,
  tillPort: 4717,
  holidays: [],
}

/** What to change; omitted parts stay. */
export const SettingsChange = z.partial(z.extend(SettingsView, { scanner: z.partial(ScannerSettings) }))
export type SettingsChange = z.output<typeof SettingsChange>

export function changedSettings(before: SettingsView, change: SettingsChange): SettingsView {
  return merged(before, { ...change, scanner: merged(before.scanner, change.scanner ?? {}) })
}

/** An undefined part counts as omitted. */
function merged<Whole extends object>(
  before: Whole,
  change: { readonly [Key in keyof Whole]?: Whole[Key] | undefined },
): Whole {
  const given = Object.entries(change).filter(([, value]) => value !== undefined)
  return { ...before, ...Object.fromEntries(given) }
}

/** One value of the profile, for the installer. A profile holds no secret. */
export const ProfileValue = z.strictObject({
  /** As in the file, in dotted form. */
  key: z.string(),
  value: z.string(),
  source: z.enum(['profile', 'default']),
  /** The profile forbids a change here. */
  isLocked: z.boolean(),
})
export type ProfileValue = z.output<typeof ProfileValue>

export const ProfileView = z.strictObject({
  values: z.array(ProfileValue),
  /** The file it came from; null for the built-in practice profile. */
  file: z.nullable(z.string()),
  /** How that file was found. */
  origin: z.enum([
    /** `--profile` */
    'argument',
    /** `TILLSIDE_PROFILE` */
    'variable',
    /** The folder for all users of this computer. */
    'machine',
    /** Chosen on the screen. */
    'chosen',
    'package',
    /** No file. */
    'builtIn',
  ]),
  /** Host and port of the service; null for the practice bank inside the app. */
  serviceHost: z.nullable(z.string()),
  dataDir: z.string(),
  /** `TILLSIDE_DATA_DIR` sets it. */
  isDataDirMoved: z.boolean(),
  logDir: z.string(),
  version: z.string(),
})
export type ProfileView = z.output<typeof ProfileView>
