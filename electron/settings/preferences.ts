import { callError, type CallError } from '../../shared/contract.ts'
import { parseUnknown } from '../../shared/parse.ts'
import { ok, type Result } from '../../shared/result.ts'
import { changedSettings, ScannerSettings, SettingsView, type SettingsChange } from '../../shared/settings.ts'
import type { Log, SettingsStore } from '../ports.ts'

/** The choices of this computer. */
export interface Preferences {
  get(): SettingsView
  change(change: SettingsChange): Result<SettingsView, CallError>
}

const KEY = 'preferences'

const STANDARD: SettingsView = {
  theme: 'system',
  density: 'comfortable',
  scanner: { minKeys: 6, maxGapMs: 50, suffix: 'enterOrTab', prefix: '' },
  idleLockMinutes: 5,
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
        return callError('notSaved', { detail: 'settings' })
      }
      current = next
      onChange(current)
      return ok(current)
    },
  }
}

/** Each value by itself: one that is wrong takes its standard and no other along. */
function readKept(kept: unknown): SettingsView {
  const values = partsOf(kept)
  const scanner = partsOf(values['scanner'])
  const part = <Schema extends Parameters<typeof parseUnknown>[0]>(schema: Schema, value: unknown) => {
    const parsed = parseUnknown(schema, value)
    return parsed.ok ? parsed.value : undefined
  }
  const { theme, density, idleLockMinutes } = SettingsView.shape
  const { minKeys, maxGapMs, suffix, prefix } = ScannerSettings.shape
  return changedSettings(STANDARD, {
    theme: part(theme, values['theme']),
    density: part(density, values['density']),
    idleLockMinutes: part(idleLockMinutes, values['idleLockMinutes']),
    scanner: {
      minKeys: part(minKeys, scanner['minKeys']),
      maxGapMs: part(maxGapMs, scanner['maxGapMs']),
      suffix: part(suffix, scanner['suffix']),
      prefix: part(prefix, scanner['prefix']),
    },
  })
}

function partsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {}
}
