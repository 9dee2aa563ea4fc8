import { readFileSync } from 'node:fs'
import process, { argv, stderr, stdout } from 'node:process'
import { parseProfile, profileProblemText, type Profile } from '../electron/gateway/profile.ts'

/** `npm run profile:check FILE`: `ok` with what the profile says, or a line for each problem and exit code 1. */
function main(path: string | undefined): number {
  if (path === undefined || argv.length > 3) {
    stderr.write('usage: npm run profile:check FILE\n')
    return 1
  }
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch {
    stderr.write(`${path}: must be a file that can be read\n`)
    return 1
  }
  const profile = parseProfile(text, path)
  if (!profile.ok) {
    for (const problem of profile.error) stderr.write(`${profileProblemText(problem)}\n`)
    return 1
  }
  stdout.write(`ok: ${summary(profile.value)}\n`)
  return 0
}

function summary(profile: Profile): string {
  const { outbox, limits } = profile
  return [
    `"${profile.name}" (${profile.environment})`,
    `service ${profile.partnerUrl ?? 'inside the app'}`,
    `fields ${profile.fieldPrefix}…`,
    `GET parameters in the ${profile.getParameters}`,
    `terminal ${profile.terminalId ?? 'chosen at the counter'}`,
    `${outbox.requestsPerSecond} requests a second, time-out ${outbox.timeoutSeconds} s`,
    `confirm above ${limits.confirmAboveNaira} naira`,
    profile.locked.length === 0 ? 'nothing locked' : `locked: ${profile.locked.join(', ')}`,
  ].join('; ')
}

process.exitCode = main(argv[2])
