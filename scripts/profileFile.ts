import { existsSync } from 'node:fs'
import path from 'node:path'
import { findProfile, machineWideProfile, type ProfilePlaces } from '../electron/gateway/findProfile.ts'
import { parseProfile, profileProblemText, type Profile } from '../electron/gateway/profile.ts'
import { readProfileFile } from '../electron/gateway/profileFile.ts'
import { parseTransactionId } from '../shared/transactionId.ts'
import { err, type Result } from '../shared/result.ts'

/** Reads and checks one profile file. @returns a line for each problem, with the file's name */
export function checkProfileFile(file: string): Result<Profile, readonly string[]> {
  const read = readProfileFile(file)
  if (!read.ok) return err([`${file}: ${read.error}`])
  if (read.value === null) return err([`${path.resolve(file)}: is not there`])
  const profile = parseProfile(read.value, file)
  return profile.ok ? profile : err(profile.error.map(profileProblemText))
}

/** One slip in ways that few banks print: with a space, with full-width digits, with a long dash. */
const ALIKE = ['1234 5678', '１２３４５６７８', '1234–5678', 'ABCD EFGH', 'ＡＢＣＤＥＦＧＨ']

/**
 * Allowed but unusual choices: a counter may then be unable to sell, or pay a sale twice.
 * @returns a line for each, with its key
 */
export function profileCautions(profile: Profile): readonly string[] {
  const { outbox } = profile
  const cautions: readonly (readonly [boolean, string])[] = [
    [
      outbox.resendAfterAbsence === 'auto',
      'outbox.resendAfterAbsence: "auto" sends a sale once more by itself; only where the bank has confirmed in writing that it pays a reference once',
    ],
    [
      outbox.unsentStatuses.length > 0,
      `outbox.unsentStatuses: a sale answered with ${outbox.unsentStatuses.join(', ')} is sent again; only where the bank has confirmed in writing that such an answer never settles it`,
    ],
    [
      ALIKE.some((reference) => parseTransactionId(reference, profile.transactionIdPattern).ok),
      'transactionIdPattern: it allows spaces or other letters than A to Z, so one slip can be typed in many ways; each other way is another sale for the bank, and needs a manager here',
    ],
  ]
  return cautions.filter(([applies]) => applies).map(([, words]) => words)
}

/** What the demo says about a profile meant for the app. */
export interface DemoNotice {
  readonly isRight: boolean
  readonly lines: readonly string[]
}

/** The demo has its own profile. A named one is still checked, and reported as unused. */
export function noticeForDemo(places: Pick<ProfilePlaces, 'argv' | 'env' | 'platform'>): DemoNotice {
  const found = findProfile({
    ...places,
    machineWideDir: null,
    resourcesDir: null,
    readFile: readProfileFile,
  })
  if (!found.ok) return { isRight: false, lines: found.error.map(profileProblemText) }
  const { path: file } = found.value
  const lines = file === null ? [] : [`The profile ${file} can be used, but the demo does not use it.`]
  return { isRight: true, lines }
}

/** A start from a checkout ignores a profile of the whole computer, and says so: the counter opens in Practice. */
export function unreadProfile({
  argv,
  env,
  platform,
}: Pick<ProfilePlaces, 'argv' | 'env' | 'platform'>): string | undefined {
  const isNamed =
    (env['TILLSIDE_PROFILE'] ?? '') !== '' || argv.some((argument) => argument.startsWith('--profile'))
  const file = machineWideProfile(platform, env)
  if (isNamed || !existsSync(file)) return undefined
  return `${file} is for an installed Tillside; this one does not read it. It is named by: npm start -- --profile FILE`
}
