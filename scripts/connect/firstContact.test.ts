import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { PassThrough } from 'node:stream'
import { expect, onTestFinished, test } from 'vitest'
import { parseProfile } from '../../electron/gateway/profile.ts'
import { startSandbox } from '../../sandbox/serve.ts'
import { CHECKED_KEYS } from '../../shared/connectionCheck.ts'
import { printLine } from '../commandLine.ts'
import { root } from '../run.ts'
import { askCredentials } from './credentials.ts'
import { reportLines, withSettings } from './firstContact.ts'

const SECRET = 'a-secret-of-the-bank'

/** The command, with lines typed into it. */
async function command(
  args: readonly string[],
  typed: readonly string[],
): Promise<{ readonly exitCode: number | null; readonly output: string }> {
  const child = spawn(process.execPath, [path.join(root, 'scripts/profile-check.ts'), ...args])
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  }
  child.stdin.end(typed.map((line) => `${line}\n`).join(''))
  const exitCode = await new Promise<number | null>((resolve) => child.on('close', resolve))
  return { exitCode, output }
}

test('the first hour: wrong keys are named, saved, and right from then on; only a sign-in is posted', async () => {
  const dir = mkdtempSync(path.join(tmpdir(), 'tillside-contact-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  const sandbox = await startSandbox({
    options: { clientId: 'shop', secretKey: SECRET, fieldPrefix: 'acme', getParameters: 'body' },
  })
  onTestFinished(() => sandbox.close())
  const file = path.join(dir, 'shop.json')
  const before = JSON.stringify({ name: 'Shop', partnerUrl: sandbox.url, outbox: { requestsPerSecond: 50 } })
  writeFileSync(file, before)

  const first = await command([file, '--connect'], ['shop', SECRET, ''])
  expect(first.exitCode).toBe(1)
  expect(first.output).toContain('set:  "getParameters": "body"')
  expect(first.output).toContain('set:  "fieldPrefix": "acme"')
  expect(readFileSync(file, 'utf8')).toBe(before)

  const saving = await command([file, '--connect', '--save'], ['shop', SECRET, ''])
  expect(saving).toMatchObject({ exitCode: 0 })
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({
    ...JSON.parse(before),
    getParameters: 'body',
    fieldPrefix: 'acme',
  })
  expect(readdirSync(dir)).toHaveLength(2)
  const again = await command([file, '--connect'], ['shop', SECRET, ''])
  expect(again).toMatchObject({ exitCode: 0 })
  expect(again.output).not.toContain('set:')

  expect(sandbox.bank.commits()).toEqual([])
  for (const { output } of [first, saving, again]) expect(output).not.toContain(SECRET)
})

test('a wrong secret, a wrong address and no answer at all are told apart', async () => {
  const dir = mkdtempSync(path.join(tmpdir(), 'tillside-contact-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  const sandbox = await startSandbox()
  onTestFinished(() => sandbox.close())
  const profile = (partnerUrl: string | null): string => {
    const file = path.join(dir, 'shop.json')
    writeFileSync(file, JSON.stringify({ partnerUrl }))
    return file
  }
  const said = async (partnerUrl: string | null, typed = ['practice', SECRET, '']) =>
    (await command([profile(partnerUrl), '--connect'], typed)).output
  expect(await said(sandbox.url)).toContain('STOP: Sign-in: The client ID or the secret key is wrong')
  expect(await said(`${sandbox.url}/api`)).toContain('partnerUrl is the part before /api')
  expect(await said(sandbox.url, [])).toContain('Nothing was sent.')
  expect(await said(null)).toContain('partnerUrl: names no service')
  await sandbox.cutNetwork()
  expect(await said(sandbox.url)).toContain('The service was not reached.')
  await sandbox.restoreNetwork()
})

test('what the bank writes into a row can neither move the cursor nor begin a line of its own', () => {
  const came = 'amount is no number "\u001B[1A\u001B[2Kok\nSearch: everything fits"'
  const finding = {
    question: 'search',
    verdict: 'odd',
    came,
    meaning: 'A field cannot be read.',
    settings: [],
  }
  const written: string[] = []
  const screen = { write: (text: string): boolean => written.push(text) > 0 }
  for (const line of reportLines({ findings: [finding] } as never)) printLine(screen, line)
  expect(written).toHaveLength(2)
  expect(written[1]).toBe('    came: amount is no number "\uFFFD[1A\uFFFD[2Kok Search: everything fits"\n')
})

test('nothing of what is typed is written back', async () => {
  let isRaw = false
  // In raw mode a terminal does not echo.
  const setRawMode = (wanted: boolean): boolean => (isRaw = wanted)
  const input = Object.assign(new PassThrough(), { isTTY: true, setRawMode })
  const shown: string[] = []
  const asking = askCredentials(input, (text) => shown.push(text), true)
  expect(isRaw).toBe(true)
  for (const key of `shop\r${SECRET}\r\r`) input.write(key)
  expect(await asking).toEqual({ clientId: 'shop', secretKey: SECRET, loginToken: '' })
  expect(shown.join('')).not.toMatch(/shop|secret-of/u)
  expect(isRaw).toBe(false)
})

test('saving keeps the other keys, and fits a profile', () => {
  const text = '\uFEFF{ "name": "Shop", "limits": { "confirmAboveNaira": 5 } }'
  const saved = withSettings(text, [
    { key: 'limits.firstPage', value: 0 },
    { key: 'limits.pageSize', value: 20 },
    { key: 'fieldPrefix', value: 'acme' },
  ])
  expect(JSON.parse(saved)).toEqual({
    name: 'Shop',
    limits: { confirmAboveNaira: 5, firstPage: 0, pageSize: 20 },
    fieldPrefix: 'acme',
  })
  expect(parseProfile(saved, 'shop.json').ok).toBe(true)
  // What a bank settles is shown by no read.
  expect(CHECKED_KEYS.filter((key) => key.startsWith('outbox'))).toEqual([])
})

test('a report has a line for each fact', () => {
  expect(
    reportLines({
      findings: [
        {
          question: 'pages',
          verdict: 'care',
          came: 'HTTP 200',
          meaning: 'Odd.',
          settings: [{ key: 'limits.pageSize', value: 20 }],
        },
      ],
    }),
  ).toEqual(['take care: Pages of a list: Odd.', '    came: HTTP 200', '    set:  "limits.pageSize": 20'])
})
