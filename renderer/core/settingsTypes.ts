import type { CallError } from '../../shared/callError.ts'
import type { ConnectionReport } from '../../shared/connectionCheck.ts'
import type { PlacedProfile, ProfileChoice } from '../../shared/profileChoice.ts'

/** The tabs of Settings. */
export const settingsPlaces = ['counter', 'cashiers', 'tills', 'bank', 'computer', 'diagnostics'] as const
export type SettingsPlace = (typeof settingsPlaces)[number]

/** A check of the connection to the bank. */
export interface ConnectionCheckState {
  readonly isBusy: boolean
  /** Null before the first. */
  readonly report: ConnectionReport | null
  readonly problem: CallError | null
}

/** Another profile, from a file that main asked for. */
export interface ProfileChoiceState {
  readonly isBusy: boolean
  /** What the file says, until it is answered; null for none. */
  readonly chosen: ProfileChoice | null
  /** It is in its place and waits for a restart. */
  readonly placed: PlacedProfile | null
}

/** A scan in the test box of Settings. */
export interface TestedScan {
  readonly code: string
  /** Between two of its characters. */
  readonly longestGapMs: number
}
