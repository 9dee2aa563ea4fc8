import path from 'node:path'
import { app, autoUpdater as squirrel } from 'electron'
import type { Profile } from '../gateway/profile.ts'
import type { Log, UpdaterPort } from '../ports.ts'
import { err } from '../../shared/result.ts'
import { platformOf } from './places.ts'
import { createUpdater } from './updater.ts'

/** The updater of this computer. If the profile names no feed, electron-updater is not even loaded. */
export function updaterHere({ updates: { feed, channel } }: Pick<Profile, 'updates'>, log: Log): UpdaterPort {
  if (feed === null) return noUpdater
  return createUpdater({
    feed,
    channel,
    platform: platformOf(process.platform),
    load: async () => (await import('electron-updater')).default.autoUpdater,
    configFile: path.join(path.dirname(app.getAppPath()), 'app-update.yml'),
    squirrel,
    log,
  })
}

const noUpdater: UpdaterPort = {
  canInstall: false,
  check: async () => err('notPackaged'),
  download: async () => err('notPackaged'),
  prepare: async () => err('notPackaged'),
  install: (onFailed) => onFailed(),
}
