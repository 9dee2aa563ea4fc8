import { createReadStream } from 'node:fs'
import path from 'node:path'
import type { BackupFiles } from '../ports.ts'
import type { AskWhich } from './profileFiles.ts'

/** The path comes from the dialog alone; no page can name one. */
export function createBackupFiles(askWhich: AskWhich): BackupFiles {
  return {
    ask: async (ending) => {
      const { canceled, filePaths } = await askWhich({
        properties: ['openFile'],
        filters: [{ name: 'Tillside backup', extensions: [ending] }],
      })
      const [file] = filePaths
      return canceled || file === undefined || file === '' ? null : path.resolve(file)
    },
    read: (file) => createReadStream(file),
  }
}
