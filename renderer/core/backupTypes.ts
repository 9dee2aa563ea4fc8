import type { BackupChoice, BackupMade, BackupView } from '../../shared/backup.ts'
import type { CallError } from '../../shared/callError.ts'

/** Backups of this counter's sales, and sales from another computer's backup. */
export interface BackupState {
  /** Null until it was read. */
  readonly view: BackupView | null
  readonly isBusy: boolean
  /** What became of the last backup; null before the first. */
  readonly made: BackupMade | null
  /** What a chosen file is, until it is answered; null for none. */
  readonly chosen: BackupChoice | null
  readonly problem: CallError | null
}

export interface BackupActions {
  loadBackup(): Promise<void>
  makeBackup(): Promise<void>
  /** A last backup, after which this computer only shows its sales. */
  giveAwaySales(): Promise<void>
  takeBackSales(): Promise<void>
  /** Asks for a backup of another computer, which main checks. */
  chooseBackup(): Promise<void>
  /** @param yes its sales become this computer's, and Tillside starts again */
  answerBackup(yes: boolean): Promise<void>
}
