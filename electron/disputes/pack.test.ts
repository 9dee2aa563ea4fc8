import { execFileSync, spawnSync } from 'node:child_process'
import { createHash, createPrivateKey, createPublicKey, sign } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import type { Request } from '../../shared/contract.ts'
import { digitsOf, keyDigits } from '../../shared/dayClose.ts'
import { openCounter, type Counter, type CounterSetup } from '../testing/counter.ts'
import { verifier } from './verifier.ts'
import { verifyPage } from './verifyPage.ts'

const MINUTE_MS = 60_000

let dir = ''
beforeEach(() => {
  dir = mkdtempSync(path.join(tmpdir(), 'tillside-pack-'))
})
afterEach(() => rmSync(dir, { recursive: true, force: true }))

type Files = Record<string, Uint8Array<ArrayBuffer>>

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

const zipOf = (files: Files): Uint8Array => zipSync(files, { mtime: new Date(1980, 0, 1) })

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

/** Makes a pack anew over changed files, signed by a key of the forger. */
function signedAnew(
  files: Files,
  change: (manifest: Record<string, unknown>) => void = () => undefined,
): Files {
  const privateKey = createPrivateKey({
    key: Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), Buffer.alloc(32, 7)]),
    format: 'der',
    type: 'pkcs8',
  })
  const raw = createPublicKey(privateKey).export({ format: 'der', type: 'spki' }).subarray(-32)
  const manifest = jsonIn<Record<string, unknown>>(files, 'manifest.json')
  manifest['key'] = { fingerprint: hash(raw), publicKey: raw.toString('base64') }
  manifest['files'] = (manifest['files'] as { name: string }[])
    .filter(({ name }) => files[name] !== undefined)
    .map(({ name }) => ({ name, bytes: files[name]?.length, sha256: hash(files[name] ?? new Uint8Array()) }))
  change(manifest)
  const bytes = strToU8(JSON.stringify(manifest))
  return {
    ...files,
    'manifest.json': bytes,
    'manifest.sig': strToU8(sign(null, bytes, privateKey).toString('base64')),
  } as Files
}

const hash = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('hex')

function bytesIn(files: Files, name: string): Uint8Array<ArrayBuffer> {
  const bytes = files[name]
  if (bytes === undefined) throw new Error(`no ${name}`)
  return bytes
}

function jsonIn<Value>(files: Files, name: string): Value {
  return JSON.parse(strFromU8(files[name] ?? new Uint8Array())) as Value
}

function withText(files: Files, name: string, change: (text: string) => string): Files {
  const text = strFromU8(files[name] ?? new Uint8Array())
  const next = change(text)
  expect(next, name).not.toBe(text)
  return { ...files, [name]: strToU8(next) } as Files
}

interface Audit {
  entries: { id: number; hash: string; hashed: string }[]
}

function withAudit(files: Files, change: (audit: Audit) => void): Files {
  return withText(files, 'audit.json', (text) => {
    const audit = JSON.parse(text) as Audit
    change(audit)
    return JSON.stringify(audit)
  })
}

function retimed(entry: Audit['entries'][number] | undefined): Audit['entries'][number] {
  if (entry === undefined) throw new Error('no entry')
  return { ...entry, hashed: entry.hashed.replace(/[0-9]{13}/u, '1700000000000') }
}

function without(files: Files, name: string): Files {
  const { [name]: gone, ...rest } = files
  expect(gone).toBeDefined()
  return rest
}

test('twenty-four kinds of forgery are each named, by the page and by the script', async () => {
  const { files, digits, shop } = await made()
  const other = await shop.get('disputes.open', {
    about: [{ transactionId: 'SLIP-2', terminalId: '2TLS0001', amount: '300', settled: null }],
    reason: 'notPaid',
    atStake: '300',
    note: '',
  })
  const others = await packed(shop, other.disputeId)
  /** The amount as recorded, changed in an entry and the entry's hash made anew. */
  const rehashed = withAudit(files, ({ entries }) => {
    const at = entries.findIndex(({ hashed }) => hashed.includes('2400000'))
    const entry = entries[at]
    if (entry === undefined) throw new Error('no entry')
    const hashed = entry.hashed.replace('2400000', '2500000')
    entries[at] = { ...entry, hashed, hash: hash(hashed) }
  })
  const forgeries: Record<string, readonly [Files | Uint8Array, string]> = {
    amount: [withText(files, 'case.json', (text) => text.replace('"24000"', '"34000"')), 'changed'],
    time: [withAudit(files, ({ entries }) => void entries.splice(0, 1, retimed(entries[0]))), 'entry'],
    answer: [
      withText(files, 'sales.json', (text) => text.replace('"isPaid": true', '"isPaid": false')),
      'changed',
    ],
    head: [
      withText(files, 'manifest.json', (text) => text.replace(/("head": \{\s+"id": )[0-9]+/u, '$19')),
      'head',
    ],
    signature: [{ ...files, 'manifest.sig': bytesIn(others, 'manifest.sig') }, 'signature'],
    noSignature: [without(files, 'manifest.sig'), 'signature'],
    key: [withText(files, 'manifest.json', (text) => text.replace(/("publicKey": ")./u, '$1A')), 'key'],
    ownKey: [signedAnew(files), 'keyEntry'],
    attachment: [withText(files, 'attachments/01-slip.jpg', (text) => `${text}.`), 'changed'],
    attachmentGone: [without(files, 'attachments/02-letter.pdf'), 'missing'],
    attachmentsSwapped: [
      {
        ...files,
        'attachments/01-slip.jpg': bytesIn(files, 'attachments/02-letter.pdf'),
        'attachments/02-letter.pdf': bytesIn(files, 'attachments/01-slip.jpg'),
      },
      'changed',
    ],
    attachmentDropped: [signedAnew(without(files, 'attachments/02-letter.pdf')), 'attachment'],
    added: [{ ...files, 'attachments/03-more.pdf': strToU8('x') as Uint8Array<ArrayBuffer> }, 'extra'],
    entryLeftOut: [withAudit(files, ({ entries }) => entries.splice(2, 1)), 'count'],
    entriesTurned: [withAudit(files, ({ entries }) => entries.reverse()), 'order'],
    entryRehashed: [signedAnew(rehashed), 'chain'],
    amountOfSale: [
      signedAnew(
        withText(files, 'sales.json', (text) =>
          text.replace('"amountKobo": 2400000', '"amountKobo": 2500000'),
        ),
      ),
      'sale',
    ],
    caseResigned: [
      signedAnew(withText(files, 'case.json', (text) => text.replace('"120.00"', '"20.00"'))),
      'case',
    ],
    stepResigned: [
      signedAnew(withText(files, 'case.json', (text) => text.replace('from Day', 'by phone'))),
      'steps',
    ],
    otherPaper: [{ ...files, 'paper.pdf': strToU8('%PDF of another') as Uint8Array<ArrayBuffer> }, 'changed'],
    otherCase: [{ ...files, 'case.json': bytesIn(others, 'case.json') }, 'changed'],
    otherManifest: [
      {
        ...files,
        'manifest.json': bytesIn(others, 'manifest.json'),
        'manifest.sig': bytesIn(others, 'manifest.sig'),
      },
      'changed',
    ],
    live: [signedAnew(files, (manifest) => (manifest['environment'] = 'live')), 'environment'],
    madeLater: [
      withText(files, 'manifest.json', (text) => text.replace(/"madeAtMs": [0-9]+/u, '"madeAtMs": 1')),
      'signature',
    ],
    page: [withText(files, 'verify.html', (text) => text.replace('unknownKey', 'sound')), 'changed'],
    cut: [zipOf(files).subarray(0, -40), 'zip'],
  }
  expect(Object.keys(forgeries).length).toBeGreaterThanOrEqual(24)
  for (const [name, [forged, named]] of Object.entries(forgeries)) {
    const zip = forged instanceof Uint8Array ? forged : zipOf(forged)
    const byPage = await checked(zip, digits)
    expect(byPage[0], name).toBe('broken')
    expect(byPage, name).toContain(named)
    if (HAS_SCRIPT) expect(checkedByScript(zip, digits).toSorted(), name).toEqual(byPage.toSorted())
  }
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
