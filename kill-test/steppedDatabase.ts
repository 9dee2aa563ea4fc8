/** Replaces `database.ts` in the opening process (bundle.ts): every statement that writes is a step. */
import { openDatabase as openReally, type Database } from '../electron/storage/database.ts'
import { aroundStep, stepOf } from './storageSteps.ts'
import { watchDatabase } from './steps.ts'

export * from '../electron/storage/database.ts'

export function openDatabase(file: string): Database {
  const database = aroundStep('open', file, () => openReally(file))
  return {
    ...watchDatabase(database, (step) => stepOf(step, file)),
    // Closing merges the log into the file.
    close: () => aroundStep('close', file, () => database.close()),
  }
}
