import path from 'node:path'
import { app } from 'electron'
import { findProfile, machineWideProfile, type FoundProfile } from '../gateway/findProfile.ts'
import type { ProfileProblem } from '../gateway/profile.ts'
import { readProfileFile } from '../gateway/profileFile.ts'
import type { Result } from '../../shared/result.ts'
import { platformOf } from './places.ts'
import type { StartProblem } from './problemPage.ts'

/** Looks for the profile in the places of this computer (docs/profile.md). */
export function findProfileHere(): Result<FoundProfile, readonly ProfileProblem[]> {
  return findProfile({
    argv: process.argv.slice(1),
    env: process.env,
    platform: platformOf(process.platform),
    // A checkout must not open the till of the installed program, nor migrate its file.
    ...(app.isPackaged ? {} : { machineWideDir: null }),
    resourcesDir: app.isPackaged ? path.dirname(app.getAppPath()) : null,
    readFile: readProfileFile,
  })
}

/** Where an administrator puts the profile of the whole computer; null in a checkout, which reads none. */
export function profilePlaceHere(): string | null {
  if (!app.isPackaged) return null
  return machineWideProfile(platformOf(process.platform), process.env)
}

/** A profile that cannot be used is shown with its file and its keys; Tillside never goes on without it. */
export function profileProblem(problems: readonly ProfileProblem[]): StartProblem {
  return {
    title: 'The profile cannot be used.',
    file: problems[0]?.source ?? null,
    lines: problems.map(({ key, problem }) => (key === '' ? problem : `${key}: ${problem}`)),
  }
}
