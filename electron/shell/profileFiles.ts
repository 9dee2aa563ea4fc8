import { randomBytes } from 'node:crypto'
import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { readProfileFile } from '../gateway/profileFile.ts'
import type { ProfileFiles } from '../ports.ts'
import { copyDurably, nameBeside, problemOfWrite, renameDurably, stampOf } from '../storage/files.ts'
import { err, ok } from '../../shared/result.ts'

/** Electron's `dialog.showOpenDialog`, as far as needed. */
export type AskWhich = (options: {
  readonly properties: 'openFile'[]
  readonly filters: { name: string; extensions: string[] }[]
}) => Promise<{ readonly canceled: boolean; readonly filePaths: readonly string[] }>

/** The path comes from the dialog alone; no page can name one. */
export function createProfileFiles(askWhich: AskWhich, wallNowMs: () => number): ProfileFiles {
  return {
    ask: async () => {
      const { canceled, filePaths } = await askWhich({
        properties: ['openFile'],
        filters: [{ name: 'Profile', extensions: ['json'] }],
      })
      const [file] = filePaths
      if (canceled || file === undefined || file === '') return null
      return { file, text: readProfileFile(file) }
    },
    place: (file, text) => {
      try {
        return ok(replaceWhole(file, text, wallNowMs()))
      } catch (error) {
        return err(problemOfWrite(error))
      }
    },
  }
}

/** At every moment the place has the old profile or the new one, whole: a counter without its profile is Practice. */
function replaceWhole(place: string, text: string, nowMs: number): { readonly keptAs: string | null } {
  const isReplaced = existsSync(place)
  // Where the place is a link, its target is replaced, so that the next start still finds the file by the link.
  const file = isReplaced ? realpathSync(place) : place
  const keptAs = isReplaced ? nameBeside(file, `before-${stampOf(nowMs)}`) : null
  if (keptAs !== null) copyDurably(file, keptAs)
  const mode = isReplaced ? statSync(file).mode & 0o777 : 0o600
  const part = path.join(path.dirname(file), `.${randomBytes(8).toString('hex')}.part`)
  const descriptor = openSync(part, 'wx', mode)
  try {
    try {
      // Not `writeSync`, which may take a part of the text and report no error.
      writeFileSync(descriptor, text)
      fsyncSync(descriptor)
    } finally {
      closeSync(descriptor)
    }
    if (readFileSync(part, 'utf8') !== text) throw new Error('the file is not what was written')
    renameDurably(part, file)
  } catch (error) {
    rmSync(part, { force: true })
    throw error
  }
  return { keptAs }
}
