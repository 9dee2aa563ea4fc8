/**
 * Opens a sales file as the app does, in a process of its own, to be killed: one that an older Tillside wrote, or one
 * that is damaged. Every step of the storage is announced (steppedFs.ts, steppedDatabase.ts).
 */
import { salesOfFile } from '../electron/outbox/doubt.ts'
import { migrations } from '../electron/storage/migrations.ts'
import { openSalesFile } from '../electron/storage/salesFile.ts'
import { NEXT_MIGRATION, type OpeningOrders } from './orders.ts'
import { createStepper, tell } from './stepper.ts'
import { hearStorageSteps } from './storageSteps.ts'

/** A damaged file is kept under a name with the time in it, and a step is known by its file's name. */
const WALL_MS = 0

function main({ dataDir, kind, stopAt }: OpeningOrders): void {
  hearStorageSteps(createStepper(stopAt, 'each'))
  const file = openSalesFile({
    dataDir,
    // Only the file beside is there to remember what was seen last, as after the settings were lost.
    settings: { get: () => undefined, set: () => undefined },
    sales: salesOfFile,
    wallNowMs: () => WALL_MS,
    log: () => undefined,
    migrations: kind === 'older' ? [...migrations, NEXT_MIGRATION] : migrations,
  })
  // A damage that no start stumbles upon shows when the whole file is looked through.
  if (kind === 'damaged') file.reopen({ awakeNowMs: 0, isDamaged: true })
  file.close()
  tell({ kind: 'opened' })
}

main(JSON.parse(process.argv[2] ?? '') as OpeningOrders)
