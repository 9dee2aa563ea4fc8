import * as z from 'zod/mini'

/** The bounds of what a person may choose; the screen shows them, main keeps to them. */
export const SETTING_BOUNDS = {
  scannerMinKeys: { min: 3, max: 32 },
  scannerMaxGapMs: { min: 10, max: 200 },
  scannerPrefixLength: { min: 0, max: 10 },
  idleLockMinutes: { min: 1, max: 30 },
} as const

const bounded = ({ min, max }: { readonly min: number; readonly max: number }) =>
  z.int().check(z.minimum(min), z.maximum(max))

/** How a scanner that types is told from a person. */
export const ScannerSettings = z.strictObject({
  /** A burst of fewer keys is a person. */
  minKeys: bounded(SETTING_BOUNDS.scannerMinKeys),
  /** Longest time between two keys of a burst. */
  maxGapMs: bounded(SETTING_BOUNDS.scannerMaxGapMs),
  /** What ends a burst; silence ends every one. */
  suffix: z.enum(['enterOrTab', 'enter', 'tab', 'silence']),
  /** Characters that the scanner puts in front of every code; they are taken off. */
  prefix: z.string().check(z.regex(/^[\u0020-\u007e]{0,10}$/u)),
})
export type ScannerSettings = z.output<typeof ScannerSettings>

/** The choices of this computer. */
export const SettingsView = z.strictObject({
  theme: z.enum(['system', 'light', 'dark']),
  density: z.enum(['comfortable', 'compact']),
  scanner: ScannerSettings,
  idleLockMinutes: bounded(SETTING_BOUNDS.idleLockMinutes),
  /** A sign of Tillside beside the clock of the system, with how many sales wait. */
  tray: z.boolean(),
  /** What the cross of the window does where there is such a sign; elsewhere it ends Tillside. */
  whenClosed: z.enum(['ask', 'keepRunning', 'end']),
  startAtLogin: z.boolean(),
})
export type SettingsView = z.output<typeof SettingsView>

/** What to change; a part that is left out stays. */
export const SettingsChange = z.strictObject({
  theme: z.optional(SettingsView.shape.theme),
  density: z.optional(SettingsView.shape.density),
  scanner: z.optional(z.partial(ScannerSettings)),
  idleLockMinutes: z.optional(SettingsView.shape.idleLockMinutes),
  tray: z.optional(SettingsView.shape.tray),
  whenClosed: z.optional(SettingsView.shape.whenClosed),
  startAtLogin: z.optional(SettingsView.shape.startAtLogin),
})
export type SettingsChange = z.output<typeof SettingsChange>

export function changedSettings(before: SettingsView, change: SettingsChange): SettingsView {
  const { scanner = {} } = change
  return {
    theme: change.theme ?? before.theme,
    density: change.density ?? before.density,
    scanner: {
      minKeys: scanner.minKeys ?? before.scanner.minKeys,
      maxGapMs: scanner.maxGapMs ?? before.scanner.maxGapMs,
      suffix: scanner.suffix ?? before.scanner.suffix,
      prefix: scanner.prefix ?? before.scanner.prefix,
    },
    idleLockMinutes: change.idleLockMinutes ?? before.idleLockMinutes,
    tray: change.tray ?? before.tray,
    whenClosed: change.whenClosed ?? before.whenClosed,
    startAtLogin: change.startAtLogin ?? before.startAtLogin,
  }
}

/** One value of the profile, for the installer. A profile holds no secret. */
export const ProfileValue = z.strictObject({
  /** As in the file, in dotted form. */
  key: z.string(),
  value: z.string(),
  source: z.enum(['profile', 'default']),
  /** The profile says that it may not be changed here. */
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
    /** The folder for the whole computer. */
    'machine',
    'package',
    /** There is none. */
    'builtIn',
  ]),
  /** Host and port of the service, or null where the practice bank inside the app is used. */
  serviceHost: z.nullable(z.string()),
  dataDir: z.string(),
  /** `TILLSIDE_DATA_DIR` put it there. */
  isDataDirMoved: z.boolean(),
  logDir: z.string(),
  version: z.string(),
})
export type ProfileView = z.output<typeof ProfileView>

/** How Practice is left: a live profile has to be in this file at the next start; null where it is named at the start. */
export const PracticeExit = z.strictObject({ profileFile: z.nullable(z.string()) })
export type PracticeExit = z.output<typeof PracticeExit>
