import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { checkProfileFile, noticeForDemo } from './profileFile.ts'
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

test('a file that is missing, a folder, an empty file and a wrong key are told apart', () => {
  const missing = path.join(dir, 'missing.json')
  expect(checkProfileFile(missing)).toEqual({ ok: false, error: [`${missing}: is not there`] })
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
  const check = (file: string) => run({ args: [script, file], limitMs: 20_000 })
  expect(await check(folder)).toMatchObject({ exitCode: 1, output: `${folder}: is a folder, not a file\n` })
  const good = await check(right)
  expect([good.exitCode, good.output.startsWith('ok: "Shop" (practice)')]).toEqual([0, true])
})

const notice = (argv: readonly string[], env: Record<string, string> = {}) =>
  // Of Windows, so that no profile of the machine that runs this is found.
  noticeForDemo({ argv, env: { ProgramData: dir, ...env }, platform: 'windows' })

test('before the demo a named profile is checked, and a right one is said to be of no use there', () => {
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
