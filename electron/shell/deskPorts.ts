import path from 'node:path'
import { app, dialog, powerMonitor } from 'electron'
import type { DeskPorts } from '../ports.ts'
import { logDir } from './places.ts'
import { createFiles } from './saveFile.ts'
import { createMachine, createPresence, systemTimers } from './systemPorts.ts'

/** The person's side of this computer. */
export function deskPorts(outside: Pick<DeskPorts, 'notify' | 'desktop' | 'updater' | 'leaving'>): DeskPorts {
  return {
    presence: createPresence(powerMonitor, process.platform, systemTimers),
    files: createFiles(
      (options) => dialog.showSaveDialog(options),
      // Where a person expects a file that he asked for.
      () => app.getPath('documents'),
      process.platform === 'darwin' ? () => path.join(app.getPath('userData'), 'parts') : null,
    ),
    machine: createMachine(logDir()),
    leave: () => app.quit(),
    ...outside,
  }
}

/** A box of the system, for what no window can say. */
export const errorBox = {
  showErrorBox: (title: string, content: string): void => dialog.showErrorBox(title, content),
}
