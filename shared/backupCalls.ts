import { BackupChoice, BackupMade, BackupView } from './backup.ts'
import { empty } from './doorBounds.ts'

/** The calls about backups; a part of the contract. No request names a path: main asks in the system's dialog. */
export const backupCalls = {
  'backup.view': { request: empty, response: BackupView },
  /** Writes a backup while sending goes on, and reads it back. It holds no secret, so it needs no guard. */
  'backup.make': { request: empty, response: BackupMade },
  /** A last backup; from then on nothing is recorded and sent here. Then Tillside starts again. */
  'backup.giveAway': { guard: 'pinIsSet', request: empty, response: BackupMade },
  /** The sales go on here after all; then Tillside starts again. */
  'backup.takeBack': { guard: 'pinIsSet', request: empty, response: empty },
  /** Asks for a backup, and checks it. Only a computer without sales takes one. */
  'backup.choose': { guard: 'pinIsSet', request: empty, response: BackupChoice },
  /** Takes what was chosen, and starts Tillside again. */
  'backup.bring': { guard: 'pinIsSet', request: empty, response: empty },
} as const
