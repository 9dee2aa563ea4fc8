import { callError, type CallError } from '../../shared/callError.ts'
import type { ChoiceValue } from '../../shared/diagnostics.ts'
import { parseUnknown } from '../../shared/parse.ts'
import { ok, type Result } from '../../shared/result.ts'
import {
  changedSettings,
  ScannerSettings,
  SettingsChange,
  SettingsView,
  STANDARD_SETTINGS,
} from '../../shared/settings.ts'
import type { Log, SettingsStore } from '../ports.ts'

export interface Preferences {
  get(): SettingsView
  change(change: SettingsChange): Result<SettingsView, CallError>
}

const KEY = 'preferences'

/** Each choice in dotted form, with whether a person made it here. */
export function choicesOf(view: SettingsView): ChoiceValue[] {
  const standard = new Map(entriesOf(STANDARD_SETTINGS))
  return entriesOf(view).map(([key, value]) => ({
    key,
    value,
    source: standard.get(key) === value ? 'default' : 'here',
  }))
}

function entriesOf({ scanner, ...others }: SettingsView): readonly (readonly [string, string])[] {
  const inScanner = Object.entries(scanner).map(([key, value]) => [`scanner.${key}`, value] as const)
  return [...Object.entries(others), ...inScanner].map(([key, value]) => [key, String(value)] as const)
}

export function createPreferences(options: {
  readonly settings: SettingsStore
  readonly log: Log
  readonly onChange: (view: SettingsView) => void
}): Preferences {
  const { settings, log, onChange } = options
  let current = readKept(settings.get(KEY))
  return {
    get: () => current,
    change: (change) => {
      const next = changedSettings(current, change)
      try {
        settings.set(KEY, next)
      } catch {
        log('error', 'preferences.notKept')
        return callError('notSaved')
      }
      current = next
      onChange(current)
      return ok(current)
    },
  }
}

/** Value by value: a wrong one takes its default and affects no other. */
function readKept(kept: unknown): SettingsView {
  const values = partsOf(kept)
  const scanner = validParts(ScannerSettings.shape, partsOf(values['scanner']))
  const valid = { ...validParts(SettingsView.shape, values), scanner }
  const parsed = parseUnknown(SettingsChange, valid)
  return parsed.ok ? changedSettings(STANDARD_SETTINGS, parsed.value) : STANDARD_SETTINGS
}

/** Every key of the schema, so that a new one is stored without a change here. */
function validParts(
  shape: Readonly<Record<string, Parameters<typeof parseUnknown>[0]>>,
  values: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const valid = Object.entries(shape).filter(([key, schema]) => parseUnknown(schema, values[key]).ok)
  return Object.fromEntries(valid.map(([key]) => [key, values[key]]))
}

function partsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {}
}
