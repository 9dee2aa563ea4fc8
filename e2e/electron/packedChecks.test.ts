import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { changedArchive, opensInPractice, packedChecks, type Packed } from './packedChecks.ts'

/** Replaces the packed program: what the checks see of it, right or wrong in one point. */
const PROGRAM = `
import { mkdirSync, writeFileSync } from 'node:fs'
const { TILLSIDE_DATA_DIR: dir, TILLSIDE_PROFILE: profile, FAULT: fault } = process.env
const args = process.argv.slice(2)
if (profile === undefined) throw new Error('it would take a profile of this computer')
if (fault === 'noStart') process.exit(3)
if (fault !== 'debugged' && args.some((each) => /^--(remote-debugging|inspect)/.test(each))) process.exit(1)
if (fault === 'isNode') console.log('this is node')
if (fault === 'noLock') mkdirSync(dir, { recursive: true })
else {
  try {
    mkdirSync(dir + '/lock')
  } catch {
    process.exit(fault === 'secondFails' ? 5 : 0)
  }
}
mkdirSync(dir + '/practice', { recursive: true })
const secret = 'practice-secret-key'
const key = fault === 'fixedKey' ? 'v10' : 'v11'
const sealed = Buffer.from(key + Buffer.from(secret).toString('hex')).toString('base64')
writeFileSync(
  dir + '/practice/settings.json',
  JSON.stringify(fault === 'clear' ? { secret } : fault === 'notSealed' ? {} : { session: { sealed } }),
)
writeFileSync(dir + '/practice/sales.db', '')
setInterval(() => undefined, 1_000)
`
/** Enough for what never happens. */
const LIMIT_MS = 4_000
/** What these do shows once they have started, which a busy machine delays. */
const provesByStart = new Set(['none', 'isNode', 'fixedKey', 'secondFails', 'hears'])

function packedWith(fault: string, more: Partial<Packed> = {}): Packed {
  const dir = mkdtempSync(path.join(tmpdir(), 'tillside-fake-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  const program = path.join(dir, 'program.mjs')
  writeFileSync(program, PROGRAM)
  // Node obeys variables that the packed program must ignore, so they are removed here.
  const deaf = 'unset NODE_OPTIONS ELECTRON_RUN_AS_NODE; exec "$0" "$@"'
  return {
    command: ['/bin/sh', '-c', fault === 'hears' ? 'exec "$0" "$@"' : deaf, process.execPath, program],
    env: { FAULT: fault },
    profileFile: path.join(dir, 'profile.json'),
    platform: 'linux',
    limitMs: provesByStart.has(fault) ? 60_000 : LIMIT_MS,
    ...more,
  }
}

const check = (name: string) => {
  if (name === 'it opens in Practice') return opensInPractice
  const found = packedChecks.find(([each]) => each === name)
  if (found === undefined) throw new Error(`there is no check ${name}`)
  return found[1]
}

describe.skipIf(process.platform === 'win32')('the checks of the packed program', () => {
  test.each([
    'it opens in Practice',
    'the settings are sealed',
    'a second start ends by itself',
    'a link reaches the first',
    'debugging is refused',
    'NODE_OPTIONS opens no port',
    'it is no Node',
  ])('%s: passes if it is so', async (name) => {
    expect(await check(name)(packedWith('none'))).toBeUndefined()
  })

  test.each([
    ['it opens in Practice', 'noStart', 'it opened no sales file'],
    ['the settings are sealed', 'clear', 'the secret stands in clear'],
    ['the settings are sealed', 'fixedKey', 'it is sealed with a key that everybody has'],
    ['the renderer is in the sandbox', 'any', 'there is no renderer'],
    ['a second start ends by itself', 'noLock', 'the second: running'],
    ['a link reaches the first', 'secondFails', 'the second: 5'],
    ['debugging is refused', 'debugged', '--remote-debugging-port does not end it'],
    ['NODE_OPTIONS opens no port', 'hears', 'a port is open'],
    ['it is no Node', 'isNode', 'it ran a script'],
  ])('%s: fails with “%s”', async (name, fault, problem) => {
    await expect(check(name)(packedWith(fault))).rejects.toThrow(problem)
  })

  test('without encryption, nothing is shown, and nothing has passed', async () => {
    expect(await check('the settings are sealed')(packedWith('notSealed'))).toBe(
      'nothing was sealed: no key store answers here',
    )
  })

  test('a changed archive is always restored', async () => {
    const packed = packedWith('none', { platform: 'win32', limitMs: LIMIT_MS })
    const archive = path.join(path.dirname(packed.profileFile), 'app.asar')
    const bytes = Buffer.alloc(100, 7)
    writeFileSync(archive, bytes)
    await expect(changedArchive(packed, archive)).rejects.toThrow('it starts with a changed archive')
    expect(await import('node:fs').then(({ readFileSync }) => readFileSync(archive))).toEqual(bytes)
  })
})
