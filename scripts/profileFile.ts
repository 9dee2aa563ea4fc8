import { readFileSync } from 'node:fs'
import { findProfile, type ProfilePlaces } from '../electron/gateway/findProfile.ts'
import { parseProfile, profileProblemText, type Profile } from '../electron/gateway/profile.ts'
import { err, type Result } from '../shared/result.ts'

const MISSING = 'is not there'

/** Reads and checks one profile file. @returns a line for each problem, every line with the file's name */
export function checkProfileFile(file: string): Result<Profile, readonly string[]> {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    return err([`${file}: ${whyUnreadable(error)}`])
  }
  if (text.replace(/^\uFEFF/u, '').trim() === '') return err([`${file}: is empty`])
  const profile = parseProfile(text, file)
  return profile.ok ? profile : err(profile.error.map(profileProblemText))
}

function whyUnreadable(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : ''
  if (code === 'ENOENT' || code === 'ENOTDIR') return MISSING
  return code === 'EISDIR' ? 'is a folder, not a file' : 'cannot be read by this account'
}

/** What the demo says about a profile that was meant for the app. */
export interface DemoNotice {
  readonly isRight: boolean
  readonly lines: readonly string[]
}

/**
 * The demo runs on a bank and a profile of its own. A profile that the app would have taken is checked all the same, so
 * that whoever named it does not believe that it was used, or that it is right.
 */
export function noticeForDemo(places: Pick<ProfilePlaces, 'argv' | 'env' | 'platform'>): DemoNotice {
  const found = findProfile({ ...places, resourcesDir: null, readFile: readIfThere })
  if (!found.ok) return { isRight: false, lines: found.error.map(profileProblemText) }
  const { path } = found.value
  const lines = path === null ? [] : [`The profile ${path} can be used, but the demo does not use it.`]
  return { isRight: true, lines }
}

function readIfThere(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (whyUnreadable(error) === MISSING) return null
    throw error
  }
}
