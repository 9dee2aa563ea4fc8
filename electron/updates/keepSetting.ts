import type { Log, SettingsStore } from '../ports.ts'

/** On a full disk the next start may lack a message or check once too often, and nothing else. */
export function keepSetting(
  { settings, log }: { readonly settings: SettingsStore; readonly log: Log },
  key: string,
  value: unknown,
): void {
  try {
    settings.set(key, value)
  } catch (error) {
    log('warn', 'updates.notKept', { name: error instanceof Error ? error.name : 'unknown' })
  }
}
