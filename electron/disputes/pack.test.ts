import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { strFromU8, strToU8, unzipSync } from 'fflate'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import type { Request } from '../../shared/contract.ts'
import { digitsOf, keyDigits } from '../../shared/dayClose.ts'
import { openCounter, type Counter, type CounterSetup } from '../testing/counter.ts'
import { type Files, forgeriesOf, hash, jsonIn, zipOf } from './testing/forgeries.ts'
import { verifier } from './verifier.ts'
import { verifyPage } from './verifyPage.ts'

const MINUTE_MS = 60_000

let dir = ''
beforeEach(() => {
  dir = mkdtempSync(path.join(tmpdir(), 'tillside-pack-'))
})
afterEach(() => rmSync(dir, { recursive: true, force: true }))

interface Made {
  readonly shop: Counter
  readonly disputeId: string
  readonly files: Files
  /** As the close on paper has them. */
  readonly digits: string
  readonly close: string
}

/** The names that the page gives to what is wrong with a pack, and its verdict. */
async function checked(zip: Uint8Array, digits: string, close = ''): Promise<string[]> {
  const { unzipped, verify } = verifier()
  try {
    const files = await unzipped(new Uint8Array(zip))
    const { verdict, findings } = await verify(files, digits, close)
    return [verdict, ...new Set(findings.map(({ check }) => check))]
  } catch {
    return ['broken', 'zip']
  }
}

/** The script of the page of docs/, as a stranger would run it. */
function checkedByScript(zip: Uint8Array, digits: string, close = ''): string[] {
  const [, script = ''] = /```python\n([\s\S]+?)```/u.exec(readFileSync('docs/evidence.md', 'utf8')) ?? []
  writeFileSync(path.join(dir, 'check.py'), script)
  writeFileSync(path.join(dir, 'pack.zip'), zip)
  const asked = [path.join(dir, 'check.py'), path.join(dir, 'pack.zip'), digits, close]
  const said = (() => {
    try {
      return execFileSync('python3', asked, { encoding: 'utf8', stdio: 'pipe' })
    } catch (error) {
      const { stdout, stderr } = error as { stdout: string; stderr: string }
      return stdout === '' ? stderr : stdout
    }
  })()
  const [verdict = '', ...found] = said.trim().split('\n')
  return [verdict, ...new Set(found.map((line) => line.split(':')[0] ?? ''))]
}

/** The page is checked everywhere; its script where there is what it runs on. */
const HAS_SCRIPT = ['python3', 'openssl'].every((name) => spawnSync(name, ['--help']).status === 0)
const CHECKS = HAS_SCRIPT ? [checked, checkedByScript] : [checked]

/** A shop with a day, its close, and a case about one of its sales. */
async function made(setup: CounterSetup = {}): Promise<Made> {
  const shop = await openCounter({ isVaultProtected: true, ...setup })
  onTestFinished(() => shop.close())
  for (const [amount, transactionId] of [
    ['700', 'SLIP-0'],
    ['24000', 'SLIP-1'],
    ['300', 'SLIP-2'],
  ] as const) {
    await shop.record(amount, { transactionId })
    await shop.time.pass(MINUTE_MS)
  }
  const close = await shop.get('dayClose.make', {})
  const opening: Request<'disputes.open'> = {
    about: [{ transactionId: 'SLIP-1', terminalId: '2TLS0001', amount: '24000', settled: '23760' }],
    reason: 'paidLess',
    atStake: '120.00',
    note: 'from Day',
  }
  const { disputeId } = await shop.get('disputes.open', opening)
  await shop.get('disputes.step', {
    disputeId,
    kind: 'reported',
    change: { caseNumber: 'CASE-1', answerBy: '2026-11-27' },
    note: '',
  })
  for (const name of ['/home/ada/slip.jpg', String.raw`C:\Users\Ada\letter.pdf`]) {
    shop.desk.pickFile(name, strToU8(`bytes of ${name}`))
    await shop.get('disputes.attach', { disputeId })
  }
  return {
    shop,
    disputeId,
    files: await packed(shop, disputeId),
    digits: keyDigits(close.key),
    close: digitsOf(close.hash),
  }
}

async function packed(shop: Counter, disputeId: string): Promise<Files> {
  await shop.get('disputes.pack', { disputeId })
  return unzipSync(shop.desk.saved.at(-1)?.bytes ?? new Uint8Array()) as Files
}

test('a pack is sound for who has the digits of the key, and of unknown key for everyone else', async () => {
  const { files, digits, close } = await made()
  expect(Object.keys(files)).toEqual([
    'paper.pdf',
    'message.txt',
    'case.json',
    'sales.json',
    'audit.json',
    'attachments/01-slip.jpg',
    'attachments/02-letter.pdf',
    'verify.html',
    'manifest.json',
    'manifest.sig',
  ])
  const zip = zipOf(files)
  for (const check of CHECKS) {
    expect(await check(zip, digits, close)).toEqual(['sound'])
    expect(await check(zip, '')).toEqual(['unknownKey'])
    expect(await check(zip, digits.slice(0, 19))).toEqual(['unknownKey'])
    expect(await check(zip, 'ABCD-'.repeat(8))).toEqual(['unknownKey'])
    expect(await check(zip, digits, 'ABCD-ABCD-ABCD-ABCD')).toEqual(['broken', 'close'])
  }
  expect(strFromU8(files['verify.html'] ?? new Uint8Array())).toBe(verifyPage())
  const message = strFromU8(files['message.txt'] ?? new Uint8Array())
  expect(message).toMatch(
    /^PRACTICE[\s\S]+SLIP-1 of NGN 24000[\s\S]+NGN 120\.00[\s\S]+CASE-1 and answer by 2026-11-27/u,
  )
})

test('each kind of forgery is named, by the page and by the script', async () => {
  const { files, digits, shop } = await made()
  const other = await shop.get('disputes.open', {
    about: [{ transactionId: 'SLIP-2', terminalId: '2TLS0001', amount: '300', settled: null }],
    reason: 'notPaid',
    atStake: '300',
    note: '',
  })
  const others = await packed(shop, other.disputeId)
  const forgeries = Object.entries(forgeriesOf(files, others))
  expect(forgeries.length).toBe(26)
  for (const [name, [forged, named]] of forgeries) {
    const zip = forged instanceof Uint8Array ? forged : zipOf(forged)
    const byPage = await checked(zip, digits)
    expect(byPage[0], name).toBe('broken')
    expect(byPage, name).toContain(named)
    if (HAS_SCRIPT) expect(checkedByScript(zip, digits).toSorted(), name).toEqual(byPage.toSorted())
  }
})

test('what became of a sale after its close stands in the pack, beside the close that binds its recording', async () => {
  const { shop, disputeId, digits, close } = await made()
  shop.bank.changeRecord('SLIP-1', { unpaidAfterMs: 0 })
  await shop.get('records.byReference', { transactionId: 'SLIP-1' })
  const files = await packed(shop, disputeId)
  const { entries } = jsonIn<{ entries: { hashed: string }[] }>(files, 'audit.json')
  expect(entries.at(-1)?.hashed).toContain('paidBack')
  for (const check of CHECKS) expect(await check(zipOf(files), digits, close)).toEqual(['sound'])
})

test('a pack made twice from the same facts is the same bytes but for its time', async () => {
  const { shop, disputeId, files, digits } = await made()
  const again = await packed(shop, disputeId)
  const names = Object.keys(files).filter((name) => !name.startsWith('manifest'))
  for (const name of names) expect(hash(again[name] ?? ''), name).toBe(hash(files[name] ?? ''))
  const timeless = (from: Files) => ({ ...jsonIn<object>(from, 'manifest.json'), madeAtMs: 0 })
  expect(timeless(again)).toEqual(timeless(files))
  expect(await checked(zipOf(again), digits)).toEqual(['sound'])
})

test('the key outlives a restart; without a key store Practice keeps it until the end, and real money gets no pack', async () => {
  const { shop, disputeId, digits } = await made()
  await shop.restart()
  expect(await checked(zipOf(await packed(shop, disputeId)), digits)).toEqual(['sound'])
  const open = await made({ isVaultProtected: false })
  await open.shop.restart()
  const later = zipOf(await packed(open.shop, open.disputeId))
  expect(await checked(later, open.digits)).toEqual(['unknownKey'])
  const live = await openCounter({
    isVaultProtected: false,
    profile: (standard) => ({ ...standard, environment: 'live' }),
  })
  onTestFinished(() => live.close())
  const { disputeId: ofLive } = await live.get('disputes.open', {
    about: [{ transactionId: 'SLIP-1', terminalId: '2TLS0001', amount: '1', settled: null }],
    reason: 'other',
    atStake: '1',
    note: '',
  })
  expect(await live.ask('disputes.pack', { disputeId: ofLive })).toMatchObject({
    error: { reason: 'noKeyStore' },
  })
  expect((await live.get('disputes.get', { disputeId: ofLive })).steps).toHaveLength(1)
})

test('a key store that lost the key: another one is made and named, and packs of before stay those of the old one', async () => {
  const { shop, disputeId, digits, files } = await made()
  await shop.restart(() => shop.settings.set('counterKey', 'nothing that it sealed'))
  const zip = zipOf(await packed(shop, disputeId))
  expect(await checked(zip, digits)).toEqual(['unknownKey'])
  expect(await checked(zipOf(files), digits)).toEqual(['sound'])
  await shop.time.pass(86_400_000)
  const { key } = await shop.get('dayClose.make', {})
  expect(await checked(zip, keyDigits(key))).toEqual(['sound'])
})

test('a backup brings cases and their files along; the other computer signs with a key of its own', async () => {
  const { shop, disputeId, digits } = await made()
  await shop.get('backup.make', {})
  const bytes = shop.desk.saved.at(-1)?.bytes ?? null
  const files = mkdtempSync(path.join(tmpdir(), 'tillside-fresh-'))
  const other = await openCounter({ isVaultProtected: true, beside: { counter: shop, files } })
  onTestFinished(() => other.close())
  other.desk.pickBackup(bytes)
  await other.get('backup.choose', {})
  await other.get('backup.bring', {})
  await other.restart()
  const brought = await packed(other, disputeId)
  expect(strFromU8(brought['attachments/01-slip.jpg'] ?? new Uint8Array())).toBe(
    'bytes of /home/ada/slip.jpg',
  )
  expect(await checked(zipOf(brought), digits)).toEqual(['unknownKey'])
  // Both go on: their next cases are two, also about one sale.
  const opening: Request<'disputes.open'> = {
    about: [{ transactionId: 'SLIP-2', terminalId: '2TLS0001', amount: '300', settled: null }],
    reason: 'notPaid',
    atStake: '300',
    note: '',
  }
  const [here, there] = [await shop.get('disputes.open', opening), await other.get('disputes.open', opening)]
  expect(here.disputeId).not.toBe(there.disputeId)
})

test('a file that is too large, cannot be read or finds no room is told and leaves the case as it was; one that is gone stops the pack', async () => {
  const { shop, disputeId } = await made()
  const attach = (name: string, bytes?: Uint8Array) => {
    shop.desk.pickFile(name, bytes)
    return shop.ask('disputes.attach', { disputeId })
  }
  const steps = async () => (await shop.get('disputes.get', { disputeId })).steps
  const before = await steps()
  expect(await attach('/big', new Uint8Array(10 * 1_024 * 1_024 + 1))).toMatchObject({
    error: { code: 'invalid', fields: [{ field: 'file', problem: 'tooLarge' }] },
  })
  shop.desk.pickFile(null)
  expect(await shop.ask('disputes.attach', { disputeId })).toEqual({ ok: true, value: null })
  const dir = path.join(shop.dataDir, 'attachments')
  const held = readdirSync(dir)
  rmSync(dir, { recursive: true })
  writeFileSync(dir, 'no folder')
  expect(await attach('/slip.jpg', strToU8('another'))).toMatchObject({ error: { code: 'fileNotWritten' } })
  expect(await steps()).toEqual(before)
  expect(held).toHaveLength(2)
  expect(await shop.ask('disputes.pack', { disputeId })).toMatchObject({
    error: { code: 'invalid', fields: [{ field: 'slip.jpg', problem: 'gone' }] },
  })
})
