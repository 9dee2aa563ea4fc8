import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { parseProfile } from '../electron/gateway/profile.ts'
import { checkProfileFile, noticeForDemo, profileCautions, unreadProfile } from './profileFile.ts'
import { root, run } from './run.ts'

const dir = mkdtempSync(path.join(tmpdir(), 'tillside-profile-'))
afterAll(() => rmSync(dir, { recursive: true, force: true }))

function fileOf(name: string, text: string): string {
  const file = path.join(dir, name)
  writeFileSync(file, text)
  return file
}

const right = fileOf('right.json', '{ "name": "Shop" }')
const wrong = fileOf('wrong.json', '{ "outbox": { "timeoutSeconds": 0 } }')
const empty = fileOf('empty.json', '\uFEFF \n')
const folder = path.join(dir, 'folder')
mkdirSync(folder)

test('a missing file, a folder, an empty file and a wrong key are told apart', () => {
  const missing = path.join(dir, 'missing.json')
  expect(checkProfileFile(missing)).toEqual({ ok: false, error: [`${missing}: is not there`] })
  // The full path shows if a relative one was meant from another folder.
  expect(checkProfileFile('no-such-profile.json')).toEqual({
    ok: false,
    error: [`${path.resolve('no-such-profile.json')}: is not there`],
  })
  expect(checkProfileFile(folder)).toEqual({ ok: false, error: [`${folder}: is a folder, not a file`] })
  expect(checkProfileFile(empty)).toEqual({ ok: false, error: [`${empty}: is empty`] })
  expect(checkProfileFile(wrong)).toEqual({
    ok: false,
    error: [`${wrong}: outbox.timeoutSeconds: must be a whole number from 1 to 300 seconds`],
  })
  expect(checkProfileFile(right)).toMatchObject({ ok: true, value: { name: 'Shop' } })
})

test('the command says what is wrong and ends with 1', async () => {
  const script = path.join(root, 'scripts/profile-check.ts')
  const check = (file: string) => run({ args: [script, file], limitMs: 120_000 })
  expect(await check(folder)).toMatchObject({ exitCode: 1, output: `${folder}: is a folder, not a file\n` })
  const good = await check(right)
  expect([good.exitCode, good.output.startsWith('ok: "Shop" (practice)')]).toEqual([0, true])
  expect(good.output).toContain('; 1500 naira written as 1500.00; ')
  const plain = await check(fileOf('plain.json', '{ "amountFormat": "plain" }'))
  expect(plain.output).toContain('; 1500 naira written as 1500; ')
})

test('unusual choices of a profile are reported by key, and a plain one has none', async () => {
  const live = { environment: 'live', partnerUrl: 'https://bank.invalid' }
  const cautions = (settings: object): readonly string[] => {
    const profile = parseProfile(JSON.stringify({ ...live, ...settings }), right)
    return profile.ok ? profileCautions(profile.value) : profile.error.map(({ key }) => `wrong: ${key}`)
  }
  expect(cautions({ name: 'Shop', locked: ['outbox'] })).toEqual([])
  expect(cautions({ terminalId: '2TLS0001', locked: ['terminalId'] })).toEqual([])
  // Practice takes the first terminal automatically.
  expect(cautions({ environment: 'practice', partnerUrl: null, locked: ['terminalId'] })).toEqual([])
  expect(cautions({ locked: ['terminalId'] })).toEqual(['wrong: locked'])
  expect(cautions({ outbox: { resendAfterAbsence: 'auto', unsentStatuses: [429, 503] } })).toEqual([
    expect.stringMatching(/^outbox\.resendAfterAbsence: "auto" sends a sale once more/u),
    expect.stringMatching(/^outbox\.unsentStatuses: a sale answered with 429, 503 is sent again/u),
  ])
  for (const transactionIdPattern of ['^.*$', '^[0-9 ]+$', '^[0-9０-９]+$']) {
    expect(cautions({ transactionIdPattern }), transactionIdPattern).toEqual([
      expect.stringMatching(/^transactionIdPattern: it allows spaces or other letters/u),
    ])
  }
  const script = path.join(root, 'scripts/profile-check.ts')
  const file = fileOf('careful.json', JSON.stringify({ ...live, outbox: { resendAfterAbsence: 'auto' } }))
  const { exitCode, output } = await run({ args: [script, file], limitMs: 120_000 })
  expect([exitCode, output.split('\n')[1]]).toEqual([
    0,
    expect.stringMatching(/^take care: outbox\.resendAfterAbsence: /u),
  ])
})

test('a flag gets the usage of the command', async () => {
  const script = path.join(root, 'scripts/profile-check.ts')
  expect(await run({ args: [script, '--help'], limitMs: 120_000 })).toMatchObject({
    exitCode: 1,
    output: expect.stringContaining('usage: npm run profile:check -- FILE [--connect [--save]]\n') as string,
  })
})

const notice = (argv: readonly string[], env: Record<string, string> = {}) =>
  // With the platform of Windows, so that no profile of this machine is found.
  noticeForDemo({ argv, env: { ProgramData: dir, ...env }, platform: 'windows' })

test('before the demo a named profile is checked, and a valid one is reported as unused', () => {
  expect(notice([])).toEqual({ isRight: true, lines: [] })
  expect(notice(['--profile', right])).toEqual({
    isRight: true,
    lines: [`The profile ${right} can be used, but the demo does not use it.`],
  })
  expect(notice([], { TILLSIDE_PROFILE: wrong })).toEqual({
    isRight: false,
    lines: [`${wrong}: outbox.timeoutSeconds: must be a whole number from 1 to 300 seconds`],
  })
  expect(notice([`--profile=${path.join(dir, 'missing.json')}`]).isRight).toBe(false)
  expect(notice(['--profile']).isRight).toBe(false)
})

test('the profile of the whole computer is for the installed program; if there is one it is reported and not read', () => {
  mkdirSync(path.join(dir, 'Tillside'))
  const file = path.win32.join(dir, 'Tillside', 'profile.json')
  writeFileSync(file, '{')
  onTestFinished(() => rmSync(file))
  expect(notice([])).toEqual({ isRight: true, lines: [] })
  const places = { argv: [], env: { ProgramData: dir }, platform: 'windows' } as const
  expect(unreadProfile(places)).toBe(
    `${file} is for an installed Tillside; this one does not read it. It is named by: npm start -- --profile FILE`,
  )
  expect(unreadProfile({ ...places, argv: ['--profile', right] })).toBeUndefined()
  expect(unreadProfile({ ...places, env: { ...places.env, TILLSIDE_PROFILE: right } })).toBeUndefined()
  expect(unreadProfile({ ...places, env: { ProgramData: path.join(dir, 'none') } })).toBeUndefined()
})
