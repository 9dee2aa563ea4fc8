import process, { argv, stderr, stdout } from 'node:process'
import type { Profile } from '../electron/gateway/profile.ts'
import { canMakeReference } from '../electron/outbox/rules/saleEntry.ts'
import { checkProfileFile, profileCautions } from './profileFile.ts'

/** `npm run profile:check FILE`: `ok` with content and cautions, or a line for each problem and exit code 1. */
function main(path: string | undefined): number {
  if (path === undefined || path.startsWith('-') || argv.length > 3) {
    stderr.write('usage: npm run profile:check FILE\n')
    return 1
  }
  const profile = checkProfileFile(path)
  if (!profile.ok) {
    for (const line of profile.error) stderr.write(`${line}\n`)
    return 1
  }
  stdout.write(`ok: ${summary(profile.value)}\n`)
  for (const line of profileCautions(profile.value)) stdout.write(`take care: ${line}\n`)
  return 0
}

function summary(profile: Profile): string {
  const { outbox, limits } = profile
  return [
    `"${profile.name}" (${profile.environment})`,
    `service ${profile.partnerUrl ?? 'inside the app'}`,
    `fields ${profile.fieldPrefix}…`,
    `GET parameters in the ${profile.getParameters}`,
    `1500 naira written as ${profile.amountFormat === 'plain' ? '1500' : '1500.00'}`,
    `account names ${nameCheckOf(profile)}`,
    `references ${canMakeReference(profile.transactionIdPattern) ? 'made where none is typed' : 'always typed'}`,
    `terminal ${profile.terminalId ?? 'chosen at the counter'}`,
    `${outbox.requestsPerSecond} requests a second, time-out ${outbox.timeoutSeconds} s`,
    `confirm above ${limits.confirmAboveNaira} naira`,
    profile.locked.length === 0 ? 'nothing locked' : `locked: ${profile.locked.join(', ')}`,
  ].join('; ')
}

function nameCheckOf({ partnerUrl, businessUrl, enquiry }: Profile): string {
  if (partnerUrl === null) return 'checked inside the app'
  return enquiry.serviceType === '' || businessUrl === null ? 'not checked' : `checked at ${businessUrl}`
}

process.exitCode = main(argv[2])
