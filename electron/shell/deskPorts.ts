import { app, dialog, powerMonitor } from 'electron'
import type { DeskPorts } from '../ports.ts'
import { createMachine } from './machine.ts'
import { logDir } from './places.ts'
import { createPresence } from './presence.ts'
import { createFiles } from './saveFile.ts'

/** The person's side of this computer. */
export function deskPorts(outside: Pick<DeskPorts, 'notify' | 'desktop' | 'updater' | 'leaving'>): DeskPorts {
  return {
    presence: createPresence(powerMonitor),
    files: createFiles(
      (options) => dialog.showSaveDialog(options),
      // Where a person expects a file that he asked for.
      () => app.getPath('documents'),
    ),
    machine: createMachine(logDir()),
    leave: () => app.quit(),
    ...outside,
  }
}
