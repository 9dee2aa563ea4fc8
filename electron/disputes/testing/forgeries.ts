import { createHash, createPrivateKey, createPublicKey, sign } from 'node:crypto'
import { strFromU8, strToU8, zipSync } from 'fflate'

/** A pack's files by their names. */
export type Files = Record<string, Uint8Array<ArrayBuffer>>

export const zipOf = (files: Files): Uint8Array => zipSync(files, { mtime: new Date(1980, 0, 1) })

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

export const hash = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('hex')

function bytesIn(files: Files, name: string): Uint8Array<ArrayBuffer> {
  const bytes = files[name]
  if (bytes === undefined) throw new Error(`no ${name}`)
  return bytes
}

export function jsonIn<Value>(files: Files, name: string): Value {
  return JSON.parse(strFromU8(files[name] ?? new Uint8Array())) as Value
}

function withText(files: Files, name: string, change: (text: string) => string): Files {
  const text = strFromU8(files[name] ?? new Uint8Array())
  const next = change(text)
  if (next === text) throw new Error(`${name} is as it was`)
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
  if (gone === undefined) throw new Error(`no ${name}`)
  return rest
}

/**
 * Forged packs, each with the name of the check that must find it.
 * @param files of a pack with two attachments, about a sale of 24,000 naira that the bank once showed paid
 * @param others of a pack of another case
 */
export function forgeriesOf(
  files: Files,
  others: Files,
): Readonly<Record<string, readonly [Files | Uint8Array, string]>> {
  /** The amount as recorded, changed in an entry and the entry's hash made anew. */
  const rehashed = withAudit(files, ({ entries }) => {
    const at = entries.findIndex(({ hashed }) => hashed.includes('2400000'))
    const entry = entries[at]
    if (entry === undefined) throw new Error('no entry')
    const hashed = entry.hashed.replace('2400000', '2500000')
    entries[at] = { ...entry, hashed, hash: hash(hashed) }
  })
  return {
    amount: [
      withText(files, 'case.json', (text) => text.replace(/"amount": "2/u, '"amount": "3')),
      'changed',
    ],
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
      signedAnew(withText(files, 'case.json', (text) => text.replace(/"atStake": "/u, '"atStake": "9'))),
      'case',
    ],
    stepResigned: [
      signedAnew(withText(files, 'case.json', (text) => text.replace(/from Day/iu, 'by phone'))),
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
    live: [
      signedAnew(files, (manifest) => {
        manifest['environment'] = manifest['environment'] === 'live' ? 'practice' : 'live'
      }),
      'environment',
    ],
    madeLater: [
      withText(files, 'manifest.json', (text) => text.replace(/"madeAtMs": [0-9]+/u, '"madeAtMs": 1')),
      'signature',
    ],
    page: [withText(files, 'verify.html', (text) => text.replace('unknownKey', 'sound')), 'changed'],
    cut: [zipOf(files).subarray(0, -40), 'zip'],
  }
}
