import type { Ports } from '../ports.ts'
import { createMacKey, type MacKey } from '../session/macKey.ts'
import { createRecordKeeper, type RecordKeeper } from './recordKeeper.ts'
import { RecordReadStore } from './recordReadStore.ts'

/** What is kept of the bank's records. */
export interface Records {
  /** Stands for account numbers where they must not be kept. */
  readonly macKey: MacKey
  readonly keeper: RecordKeeper
  readonly kept: RecordReadStore
}

/** @param onKept false while answers cannot be kept */
export function createRecords(ports: Ports, onKept: (areKept: boolean) => void): Records {
  const macKey = createMacKey(ports)
  return {
    macKey,
    keeper: createRecordKeeper({ ...ports, file: ports.recordsFile, macKey, onKept }),
    kept: new RecordReadStore(ports.recordsFile),
  }
}
