import { callError, type CallError } from '../../shared/callError.ts'
import type { PlacedProfile, ProfileChoice } from '../../shared/profileChoice.ts'
import { ok, type Result } from '../../shared/result.ts'
import { checkProfile } from '../gateway/findProfile.ts'
import { serviceAddress, type Profile } from '../gateway/profile.ts'
import type { Leaving, Log, ProfileFiles } from '../ports.ts'
import { serviceHostOf } from './profileView.ts'

/** Another profile, from a file that a person picks. It counts from the next start; sales stay as they are. */
export interface ProfileChooser {
  /** Asks for a file and checks it. Nothing is changed. */
  choose(): Promise<Result<ProfileChoice, CallError>>
  /** Puts what was chosen, as it was checked, in its place. */
  place(): Result<PlacedProfile, CallError>
  /** Stops cleanly and starts again, once a profile was placed. */
  restart(): Promise<Result<Record<string, never>, CallError>>
}

export function createProfileChooser(options: {
  readonly files: ProfileFiles
  /** The file that the next start reads. */
  readonly nextProfile: string
  readonly profile: Profile
  /** Sales that are not accepted yet. */
  readonly openCount: () => number
  readonly leaving: Leaving
  /** The window must not ask about waiting sales: the person was told. */
  readonly onLeaving: () => void
  readonly log: Log
}): ProfileChooser {
  const { files, nextProfile, profile, openCount, leaving, onLeaving, log } = options
  let chosenText: string | null = null
  let isPlaced = false

  return {
    choose: async () => {
      chosenText = null
      const asked = await files.ask()
      if (asked === null) return ok({ kind: 'none' })
      const { file } = asked
      const read = checkProfile(asked)
      if (!read.ok) {
        return ok({ kind: 'wrong', file, faults: read.error.map(({ key, problem }) => ({ key, problem })) })
      }
      const next = read.value.profile
      chosenText = read.value.text
      return ok({
        kind: 'right',
        file,
        name: next.name,
        environment: next.environment,
        serviceHost: serviceHostOf(next),
        place: nextProfile,
        leftWaiting: isSameBank(profile, next) ? 0 : openCount(),
      })
    },
    place: () => {
      if (chosenText === null) return callError('notFound')
      const placed = files.place(nextProfile, chosenText)
      if (!placed.ok) return callError('fileNotWritten', { reason: placed.error })
      chosenText = null
      isPlaced = true
      log('warn', 'profile.placed', { keptOld: placed.value.keptAs !== null })
      return ok({ place: nextProfile, ...placed.value })
    },
    restart: async () => {
      if (!isPlaced) return callError('notFound')
      const stopped = await leaving.stop().catch(() => 'failed' as const)
      if (stopped === 'quitting') return ok({})
      onLeaving()
      leaving.restart()
      return ok({})
    },
  }
}

/** Waiting sales go on with the next profile only if they belong to the same environment and address. */
function isSameBank(before: Profile, next: Profile): boolean {
  return before.environment === next.environment && serviceAddress(before) === serviceAddress(next)
}
