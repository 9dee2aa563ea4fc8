import type { Totals } from '../../shared/todo.ts'

export type BannerKind =
  | 'storageFailing'
  | 'storageReadOnly'
  | 'storageNews'
  | 'leavingSoon'
  | 'signInAgain'
  | 'clockWrong'
  | 'offline'
  | 'serviceSilent'
  | 'serviceOdd'
  | 'serviceRefuses'
  | 'payout'
  | 'late'
  | 'notChecked'
  | 'thisRunOnly'
  | 'thisRunSoFar'
  | 'backupDue'

/** The banners that a person has put away, each with what it was about then. */
export type PutAway = Readonly<Partial<Record<BannerKind, Totals>>>
