import path from 'node:path'
import { app, dialog, powerMonitor, shell } from 'electron'
import type { DeskPorts, ProfileFiles, PickedFiles } from '../ports.ts'
import { localServer } from './localServer.ts'
import { logDir } from './places.ts'
import { createProfileFiles, type AskWhich } from './profileFiles.ts'
import { createFiles } from './saveFile.ts'
import { createMachine, createPresence, systemClock, systemTimers } from './systemPorts.ts'
import { createReadStream } from 'node:fs'

/** The ports that a person sees or hears: files, notices, the desktop, updates. */
export function deskPorts(
  outside: Pick<DeskPorts, 'notify' | 'desktop' | 'updater' | 'leaving' | 'papers'>,
): DeskPorts {
  return {
    presence: createPresence(powerMonitor, process.platform, systemTimers),
    files: createFiles(
      (options) => dialog.showSaveDialog(options),
      // People expect a file that they export in their documents folder.
      () => app.getPath('documents'),
      (file) => shell.showItemInFolder(file),
      process.platform === 'darwin' ? () => path.join(app.getPath('userData'), 'parts') : null,
    ),
    profileFiles: profileFiles(),
    pickedFiles: createPickedFiles((options) => dialog.showOpenDialog(options)),
    machine: createMachine(logDir()),
    leave: () => app.quit(),
    localServer,
    ...outside,
  }
}

/** Profiles, picked in the system's dialog. */
export function profileFiles(): ProfileFiles {
  return createProfileFiles((options) => dialog.showOpenDialog(options), systemClock.wallNowMs)
}

/** An error box of the system, for messages that no window can show. */
export const errorBox = {
  showErrorBox: (title: string, content: string): void => dialog.showErrorBox(title, content),
}

/** The path comes from the dialog alone; no page can name one. */
function createPickedFiles(askWhich: AskWhich): PickedFiles {
  return {
    ask: async (ending) => {
      const { canceled, filePaths } = await askWhich({
        properties: ['openFile'],
        filters: ending === null ? [] : [{ name: 'Tillside backup', extensions: [ending] }],
      })
      const [file] = filePaths
      return canceled || file === undefined || file === '' ? null : path.resolve(file)
    },
    read: (file) => createReadStream(file),
  }
}
