import path from 'node:path'
import { app } from 'electron'
import { findProfile, machineWideProfile, type FoundProfile } from '../gateway/findProfile.ts'
import type { ProfileProblem } from '../gateway/profile.ts'
import { readProfileFile } from '../gateway/profileFile.ts'
import type { Result } from '../../shared/result.ts'
import { platformOf } from './places.ts'
import type { StartProblem } from './problemPage.ts'

/** Looks for the profile in the places of this computer (design §7). */
export function findProfileHere(): Result<FoundProfile, readonly ProfileProblem[]> {
  return findProfile({
    argv: process.argv.slice(1),
    env: process.env,
    platform: platformOf(process.platform),
    resourcesDir: app.isPackaged ? path.dirname(app.getAppPath()) : null,
    readFile: readProfileFile,
  })
}

/** Where an administrator puts the profile of the whole computer. */
export function profilePlaceHere(): string {
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
