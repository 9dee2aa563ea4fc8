import { readFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, expect, test } from 'vitest'
import {
  PRACTICE_BANK_CODE,
  PRACTICE_ENQUIRY_SERVICE_TYPE,
  PRACTICE_PARTNER_URL,
} from '../../sandbox/options.ts'
import { DiagnosticsView } from '../../shared/diagnostics.ts'
import { parseUnknown } from '../../shared/parse.ts'
import { parseProfile } from '../gateway/profile.ts'
import { createFailingDisk } from '../testing/failingDisk.ts'
import { openCounter, type Counter, type CounterSetup } from '../testing/counter.ts'
import { cutNetwork } from '../testing/troubles.ts'

const MINUTE_MS = 60_000

let counter: Counter | undefined
afterEach(async () => {
  await counter?.close()
  counter = undefined
})

async function open(setup: CounterSetup = {}): Promise<Counter> {
  counter = await openCounter(setup)
  return counter
}

async function diagnose(shop: Counter): Promise<DiagnosticsView> {
  const asking = shop.backend().handlers['settings.diagnostics']({})
  await shop.time.pass(3_000)
  const answer = await asking
  if (!answer.ok) throw new Error(answer.error.code)
  return answer.value
}

/** `label: value` of every fact. */
const linesOf = ({ sections }: DiagnosticsView): readonly string[] =>
  sections.flatMap(({ lines }) => lines.map(({ label, value }) => `${label}: ${value}`))

async function save(shop: Counter): Promise<unknown> {
  const asking = shop.backend().handlers['reports.diagnostics']({})
  await shop.time.pass(3_000)
  return asking
}

test('a counter that works: queue, lag, file and program, each as it is', async () => {
  const shop = await open({ bankOptions: { settleAfterMs: 20_000 } })
  for (const amount of ['100', '200', '300']) await shop.record(amount)
  await shop.time.pass(10 * MINUTE_MS)
  cutNetwork(shop)
  await shop.record('400')
  await shop.time.pass(5 * MINUTE_MS)
  await shop.record('500')
  const view = await diagnose(shop)
  expect(parseUnknown(DiagnosticsView, view).ok).toBe(true)
  expect(linesOf(view)).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^Waiting \(queued\): 2, oldest 2026-11-20 \d\d:\d\d \(5 min\)$/u),
      // The bank pays after twenty seconds, which its own times show.
      expect.stringMatching(
        /^The bank’s time to pay: median 2[01]\.\d s, longest 2[01]\.\d s \(3 measured\)$/u,
      ),
      expect.stringMatching(/^Quiet period: 10 min of /u),
      'State: sound',
      `File: ${path.join(shop.dataDir, 'sales.db')}`,
      expect.stringMatching(/^Version of the file: \d+$/u),
      'Free on its disk: 12.3 GB',
      expect.stringMatching(/^Last check: sound, /u),
      expect.stringMatching(/^Audit: \d\d+ entries, newest [0-9a-f]{16}$/u),
      expect.stringMatching(/^Size: [1-9][\d.]* [kM]B, and [1-9][\d.]* [kM]B in its log$/u),
      'Protected storage: this computer protects what is sealed',
      expect.stringMatching(/^This computer’s clock: \d\.\d s /u),
    ]),
  )
  expect(view.text).not.toMatch(/For another|Also on this computer/u)
})

test('rows of the bank that cannot be read are counted with how they are written, and without what they say', async () => {
  counter = await openCounter({ bankOptions: { deviation: 'oldRowUnreadable' } })
  const { handlers } = counter.backend()
  const searching = handlers['records.search']({
    searchId: 'one',
    terminalId: '2TLS0001',
    dateFrom: '2026-10-01',
    dateTo: '2026-12-01',
    basis: 'saleDate',
  })
  await counter.time.pass(20_000)
  expect(await searching).toMatchObject({ value: { unreadFields: ['amount'] } })
  const view = await diagnose(counter)
  expect(view.text).toMatch(
    / {2}Records that cannot be read: amount is missing, written null \(read [0-9]+×\)/u,
  )
})

test('ux 54: the text for support has every value of the profile, and every choice, with its origin', async () => {
  const shop = await open()
  await shop.becomeManager()
  await shop.backend().handlers['settings.change']({ theme: 'dark' })
  const { text } = await diagnose(shop)
  const profile = await shop.backend().handlers['settings.profile']({})
  if (!profile.ok) throw new Error('no profile')
  for (const { key, value } of profile.value.values) expect(text).toContain(`  ${key} = ${value} (Default)`)
  expect(text).toContain('  theme = dark (Set at this computer)')
  expect(text).toContain('  scanner.minKeys = 6 (Default)')
  expect(text).toContain('Profile file: none (built in)')
  for (const label of [
    'Last contact: 2026-11-20 ',
    'This computer’s clock: 0.',
    'Protected storage: this computer protects',
    'Quiet period: 10 min',
    'Last check: sound, 2026-11-20 ',
    'Log folder: ',
    'Electron: not running in it',
  ]) {
    expect(text).toContain(label)
  }
})

test('a failing file is reported, with what is still known', async () => {
  const disk = createFailingDisk()
  const shop = await open({ disk: (file) => disk.wrap(file) })
  await shop.record('100')
  disk.failAt(1, { afterCommit: false, isLasting: true })
  await expect(shop.record('200')).rejects.toThrow('notSaved')
  const { text } = await diagnose(shop)
  expect(text).toContain('State: cannot be written')
  expect(text).toContain('Last check: sound, ')
})

test('a key store that never answers does not delay the rest', async () => {
  const shop = await open({ isVaultProtected: false })
  expect(linesOf(await diagnose(shop))).toContain('Protected storage: none on this computer')
  await shop.close()
  // The vault never answers.
  const never = new Promise<never>(() => undefined) as unknown as boolean
  const silent = await open({ isVaultProtected: never, signInAtStart: false })
  expect(linesOf(await diagnose(silent))).toContain('Protected storage: this computer did not say')
})

test('sales of another address and of another client are counted separately, without any detail', async () => {
  let partnerUrl = PRACTICE_PARTNER_URL
  const shop = await open({
    profile: (standard) => ({ ...standard, environment: 'live', partnerUrl, terminalId: '2TLS0001' }),
  })
  cutNetwork(shop)
  await shop.record('123456.78', { transactionId: 'FIRST-BANK-1', note: 'a bag of rice for Adaobi' })
  partnerUrl = 'https://another.bank.invalid:8443/base'
  await shop.restart()
  const view = await diagnose(shop)
  const { text } = view
  expect(linesOf(view)).toContain('Open sales: none')
  expect(text).toMatch(
    /For another service: 1, oldest 2026-11-20 .* for practice\.tillside\.invalid \(live\)/u,
  )
  for (const part of ['FIRST-BANK-1', '123456', '123,456', 'bag of rice', 'Adaobi'])
    expect(text).not.toContain(part)
})

test('the file for support: the text and the newest lines of the log, under a name that says what it is', async () => {
  const shop = await open()
  shop.desk.writeLog(Array.from({ length: 300 }, (_, at) => `line ${at}`))
  const rowCount = expect.any(Number) as number
  expect(await save(shop)).toEqual({
    ok: true,
    value: { file: expect.stringMatching(/PRACTICE-diagnostics-made-2026-11-20-[0-9]{4}\.txt$/u), rowCount },
  })
  const text = shop.desk.saved[0]?.text ?? ''
  expect(text).toContain('Tillside, 2026-11-20 ')
  expect(text).toContain('Log, the newest 200 lines, the newest last\nline 100\n')
  expect(text.endsWith('line 299\n')).toBe(true)
})

test.each([
  ['full', { error: { code: 'fileNotWritten', reason: 'full' } }],
  ['closed', { ok: true, value: { file: null } }],
] as const)('the file for support is %s: that is reported', async (answer, came) => {
  const shop = await open()
  shop.desk.answerSaving(answer)
  expect(await save(shop)).toMatchObject(came)
})

/** One of each kind of thing that must never be in it, planted at every possible place. */
const CLIENT_ID = 'cAnArY-client-40'
const SECRET_KEY = 'cAnArY-secret-key-41'
const LOGIN_TOKEN = 'cAnArY-login-token-42'
const BUSINESS_TOKEN = 'cAnArY-business-token-43'
const PIN = '70195826'

test('canaries in every possible place: neither the text nor the file has any of them', async () => {
  const shop = await open({
    signInAtStart: false,
    profile: (standard) => ({
      ...standard,
      environment: 'live',
      partnerUrl: PRACTICE_PARTNER_URL,
      businessUrl: PRACTICE_PARTNER_URL,
      terminalId: '2TLS0001',
      enquiry: {
        ...standard.enquiry,
        serviceType: PRACTICE_ENQUIRY_SERVICE_TYPE,
        bankCode: PRACTICE_BANK_CODE,
      },
    }),
    bankOptions: {
      clientId: CLIENT_ID,
      secretKey: SECRET_KEY,
      loginToken: LOGIN_TOKEN,
      businessToken: BUSINESS_TOKEN,
    },
  })
  const { handlers } = shop.backend()
  const signingIn = handlers['session.signIn']({
    clientId: CLIENT_ID,
    secretKey: SECRET_KEY,
    loginToken: LOGIN_TOKEN,
  })
  await shop.time.pass(5_000)
  expect(await signingIn).toMatchObject({ ok: true })
  await handlers['access.setPin']({ currentPin: '', pin: PIN })
  expect(await handlers['terminals.setBusinessToken']({ token: BUSINESS_TOKEN })).toMatchObject({ ok: true })
  await shop.record('471183.13', { transactionId: 'CANARY-REFERENCE-1', note: 'canary note of a customer' })
  await shop.time.pass(MINUTE_MS)
  expect((await shop.sale('CANARY-REFERENCE-1')).sale.standing).toBe('paid')
  shop.desk.writeLog(shop.logLines)

  const { text } = await diagnose(shop)
  await save(shop)
  const file = shop.desk.saved[0]?.text ?? ''
  expect(file.length).toBeGreaterThan(text.length)
  const tokens = new Set(shop.wire.map(({ headers }) => headers.authorization?.replace('Bearer ', '') ?? ''))
  const accounts = shop.bank.terminals().map(({ accountNumber }) => accountNumber)
  expect(accounts.every((account) => /^[0-9]{10}$/u.test(account))).toBe(true)
  const canaries = [
    SECRET_KEY,
    LOGIN_TOKEN,
    BUSINESS_TOKEN,
    PIN,
    CLIENT_ID,
    'CANARY-REFERENCE-1',
    'canary note',
    '471183',
    '471,183',
    ...[...tokens].filter((token) => token !== ''),
    ...accounts,
  ]
  expect(canaries.length).toBeGreaterThan(20)
  for (const canary of canaries) {
    expect(text).not.toContain(canary)
    expect(file).not.toContain(canary)
  }
  // Proves that the search would find one: it is on this computer.
  expect(readFileSync(path.join(shop.dataDir, 'sales.db-wal'), 'latin1')).toContain('canary note')
})

test('a value of several lines stays on its own line', async () => {
  const profile = parseProfile('{"name":"Shop"}', 'x')
  if (!profile.ok) throw new Error('no profile')
  const shop = await open({ profile: () => ({ ...profile.value, name: 'two\nLog: lines' }) })
  expect((await diagnose(shop)).text).toContain('  name = two Log: lines (Default)')
})
