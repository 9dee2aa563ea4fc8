/** Opens a damaged sales file as the app does, in a separate process, which is killed while it salvages the file. */
import { salesOfFile } from '../../electron/outbox/worker/recovery.ts'
import { openSalesFile } from '../../electron/storage/salesFile.ts'
import type { SalvageOrders } from './orders.ts'
import { hearFileSteps } from './steppedFiles.ts'
import { createStepper } from './stepper.ts'

/** The kept file's name contains the time, and a step is identified by its file's name. */
const WALL_MS = 0

function main({ dataDir, stopAt }: SalvageOrders): void {
  hearFileSteps(createStepper(stopAt === null ? null : { step: stopAt, how: 'halt', occurrence: 1 }))
  const file = openSalesFile({
    dataDir,
    // Only the file beside remembers the last entry, as after the loss of the settings.
    settings: { get: () => undefined, set: () => undefined },
    sales: salesOfFile,
    wallNowMs: () => WALL_MS,
    log: () => undefined,
  })
  // Damage that no start meets is found when the whole file is checked.
  file.reopen({ awakeNowMs: 0, isDamaged: true })
  file.close()
}

main(JSON.parse(process.argv[2] ?? '') as SalvageOrders)
