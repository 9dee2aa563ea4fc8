import type { Leaving, Log, SettingsStore, UpdaterPort } from '../ports.ts'
import { keepSetting } from './keepSetting.ts'

/** The version that was about to be installed when this program ended. */
const INSTALLING = 'updates:installing'

/**
 * Stops this run and installs the version. Nothing is installed while a sale is in flight. After the stop this run is
 * over, even if the rest fails.
 */
export function createLeaveAndInstall(options: {
  readonly updater: Pick<UpdaterPort, 'install'>
  readonly leaving: Leaving
  /** The window must not ask about waiting sales: the manager was already told. */
  readonly onLeaving: () => void
  readonly settings: SettingsStore
  readonly log: Log
}): (version: string | null) => Promise<void> {
  const { updater, leaving, log } = options
  let isRestarting = false

  function restart(): void {
    if (isRestarting) return
    isRestarting = true
    log('error', 'updates.notInstalled')
    leaving.restart()
  }

  return async (version) => {
    const stopped = await leaving.stop().catch(() => 'failed' as const)
    if (stopped === 'quitting') return
    options.onLeaving()
    // If it fails, the next run reports it: this one cannot go on without what was stopped.
    keepSetting(options, INSTALLING, version)
    if (stopped === 'failed') return restart()
    try {
      updater.install(restart)
    } catch {
      restart()
    }
  }
}

/** What the last run was about to install, if anything; told once. */
export function takeInstalling(settings: SettingsStore): unknown {
  const wanted = settings.get(INSTALLING)
  try {
    if (wanted !== undefined) settings.delete(INSTALLING)
  } catch {
    // It is reported once more at the next start.
  }
  return wanted
}
