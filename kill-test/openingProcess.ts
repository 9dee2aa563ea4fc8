/**
 * Opens a sales file as the app does, in a separate process, to be killed: one of an older Tillside, or a damaged one.
 * Every step of the storage is announced (steppedFs.ts, steppedDatabase.ts).
 */
import { salesOfFile } from '../electron/outbox/worker/markUncertain.ts'
import { migrations } from '../electron/storage/migrations.ts'
import { openSalesFile } from '../electron/storage/salesFile.ts'
import { NEXT_MIGRATION, type OpeningOrders } from './orders.ts'
import { createStepper, tell } from './stepper.ts'
import { hearStorageSteps } from './storageSteps.ts'

/** A damaged file's new name contains the time, and a step is identified by its file's name. */
const WALL_MS = 0

function main({ dataDir, kind, stopAt }: OpeningOrders): void {
  hearStorageSteps(createStepper(stopAt, 'each'))
  const file = openSalesFile({
    dataDir,
    // Only the file beside remembers the last entry, as after the loss of the settings.
    settings: { get: () => undefined, set: () => undefined },
    sales: salesOfFile,
    wallNowMs: () => WALL_MS,
    log: () => undefined,
    migrations: kind === 'older' ? [...migrations, NEXT_MIGRATION] : migrations,
  })
  // Damage that no start meets is found when the whole file is checked.
  if (kind === 'damaged') file.reopen({ awakeNowMs: 0, isDamaged: true })
  file.close()
  tell({ kind: 'opened' })
}

main(JSON.parse(process.argv[2] ?? '') as OpeningOrders)
