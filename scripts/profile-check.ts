import process, { argv, env, stderr, stdin, stdout } from 'node:process'
import { parseArgs } from 'node:util'
import type { Profile } from '../electron/gateway/profile.ts'
import { readProfileFile } from '../electron/gateway/profileFile.ts'
import { referenceMaker } from '../shared/transactionId.ts'
import { createProfileFiles } from '../electron/shell/profileFiles.ts'
import { settingsOf, type ProfileSetting } from '../shared/connectionCheck.ts'
import { printLine } from './commandLine.ts'
import { askCredentials } from './connect/credentials.ts'
import { firstContact, isUsable, reportLines, withSettings } from './connect/firstContact.ts'
import { checkProfileFile, profileCautions } from './profileFile.ts'

const USAGE = `usage: npm run profile:check -- FILE [--connect [--save]]
  --connect  sign in, and ask the bank what only reads: what it answers, and which keys fit it
  --save     write those keys into the file; the one from before is kept beside it
`

/** `ok` with content and cautions, or a line for each problem and exit code 1. */
async function main(args: readonly string[]): Promise<number> {
  const asked = optionsOf(args)
  if (asked === null) {
    stderr.write(USAGE)
    return 1
  }
  const profile = checkProfileFile(asked.file)
  if (!profile.ok) {
    for (const line of profile.error) printLine(stderr, line)
    return 1
  }
  printLine(stdout, `ok: ${summary(profile.value)}`)
  for (const line of profileCautions(profile.value)) printLine(stdout, `take care: ${line}`)
  return asked.connects ? connect(asked, profile.value) : 0
}

interface Options {
  readonly file: string
  readonly connects: boolean
  readonly saves: boolean
}

function optionsOf(args: readonly string[]): Options | null {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: { connect: { type: 'boolean' }, save: { type: 'boolean' } },
      allowPositionals: true,
    })
    const [file, ...more] = positionals
    const { connect: connects = false, save: saves = false } = values
    return file === undefined || more.length > 0 || (saves && !connects) ? null : { file, connects, saves }
  } catch {
    return null
  }
}

async function connect({ file, saves }: Options, profile: Profile): Promise<number> {
  if (profile.partnerUrl === null) {
    printLine(stderr, 'partnerUrl: names no service to connect to; the practice bank is inside the app')
    return 1
  }
  stdout.write(`\nNothing is changed at ${profile.partnerUrl}: a sign-in, and questions that only read.\n`)
  const credentials = await askCredentials(stdin, (text) => stdout.write(text), stdin.isTTY)
  if (credentials === null) {
    stderr.write('Nothing was sent.\n')
    return 1
  }
  const report = await firstContact(profile, credentials, env)
  for (const line of reportLines(report)) printLine(stdout, line)
  const settings = settingsOf(report)
  if (settings.length === 0) return isUsable(report) ? 0 : 1
  if (!saves) {
    stdout.write('\nSet these keys in the file, or run this once more with --save.\n')
    return 1
  }
  return save(file, settings) ? 0 : 1
}

function save(file: string, settings: readonly ProfileSetting[]): boolean {
  const read = readProfileFile(file)
  const text = read.ok ? read.value : null
  const files = createProfileFiles(() => Promise.resolve({ canceled: true, filePaths: [] }), Date.now)
  const placed = text === null ? null : files.place(file, withSettings(text, settings))
  if (placed?.ok !== true) {
    printLine(stderr, `${file}: could not be written; nothing was changed`)
    return false
  }
  stdout.write(`\nSaved. The file from before: ${placed.value.keptAs ?? 'none'}\nCheck once more.\n`)
  return true
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
    `references ${madeOf(profile)}`,
    `terminal ${profile.terminalId ?? 'chosen at the counter'}`,
    `${outbox.requestsPerSecond} requests a second, time-out ${outbox.timeoutSeconds} s`,
    `confirm above ${limits.confirmAboveNaira} naira`,
    profile.locked.length === 0 ? 'nothing locked' : `locked: ${profile.locked.join(', ')}`,
  ].join('; ')
}

function madeOf({ transactionIdPattern, reference }: Profile): string {
  const make = referenceMaker(transactionIdPattern, reference)
  if (make === null) return 'always typed'
  const { length } = make(0, (count) => new Uint8Array(count))
  return `made where none is typed, of ${length} characters`
}

function nameCheckOf({ partnerUrl, businessUrl, enquiry }: Profile): string {
  if (partnerUrl === null) return 'checked inside the app'
  return enquiry.serviceType === '' || businessUrl === null ? 'not checked' : `checked at ${businessUrl}`
}

process.exitCode = await main(argv.slice(2))
