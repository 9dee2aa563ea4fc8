import type { PlacedProfile, ProfileChoice } from '../../shared/profileChoice.ts'

/** A part of Settings; the heading's id ends with it. */
export type SettingsPlace = 'cashiers' | 'bank'

/** Another profile, from a file that main asked for. */
export interface ProfileChoiceState {
  readonly isBusy: boolean
  /** What the file says, until it is answered; null for none. */
  readonly chosen: ProfileChoice | null
  /** It is in its place and waits for a restart. */
  readonly placed: PlacedProfile | null
}
