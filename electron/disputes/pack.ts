import { createHash } from 'node:crypto'
import type { DisputeFile, DisputeView } from '../../shared/dispute.ts'
import { type AuditRow, entryOf, hashedText } from '../storage/audit.ts'
import type { ZipPart } from '../reports/zipFile.ts'
import type { Work } from '../work/slices.ts'
import type { CounterKey } from './counterKey.ts'
import { verifyPage } from './verifyPage.ts'

const PACK = 'Tillside dispute pack'
const PACK_FORMAT = 1
/** Writing so many takes a millisecond or two. */
const ENTRIES_AT_ONCE = 100

/** What a pack is made of (docs/evidence.md). */
export interface PackFacts {
  readonly tillside: string
  readonly environment: 'live' | 'practice'
  readonly profile: string
  readonly madeAtMs: number
  readonly dispute: DisputeView
  /** What this counter knows of each sale, and what the bank said and when. */
  readonly sales: readonly unknown[]
  readonly audit: readonly AuditRow[]
  /** The paper as a PDF. */
  readonly paper: Uint8Array
  /** Sentences for the e-mail. */
  readonly message: string
  readonly files: readonly { readonly file: DisputeFile; readonly bytes: Uint8Array }[]
}

/** The files of a pack. The same facts and key give the same bytes, except for the time. */
export function* packParts(facts: PackFacts, key: CounterKey): Work<readonly ZipPart[]> {
  const { tillside, environment, profile, madeAtMs, dispute, audit } = facts
  const { steps, isDue: _, ...said } = dispute
  // A pack that was made before is no fact of the case.
  const told = { ...said, steps: steps.filter(({ kind }) => kind !== 'packed') }
  const entries: string[] = []
  for (const row of audit) {
    const { id, hash, previous_hash: previousHash } = row
    entries.push(JSON.stringify({ id, hash, hashed: hashedText(previousHash, entryOf(row)) }))
    if (entries.length % ENTRIES_AT_ONCE === 0) yield
  }
  const parts: readonly (readonly [name: string, bytes: Uint8Array])[] = [
    ['paper.pdf', facts.paper],
    ['message.txt', textOf(facts.message)],
    ['case.json', jsonOf({ environment, case: told })],
    ['sales.json', jsonOf({ environment, sales: facts.sales })],
    ['audit.json', textOf(`{"entries":[\n${entries.join(',\n')}\n]}\n`)],
    ...facts.files.map(({ file, bytes }, at) => [attachmentName(file, at), bytes] as const),
    ['verify.html', textOf(verifyPage())],
  ]
  const last = audit.at(-1)
  const files: { name: string; bytes: number; sha256: string }[] = []
  for (const [name, bytes] of parts) {
    yield
    files.push({ name, bytes: bytes.length, sha256: hashOf(bytes) })
  }
  const manifest = jsonOf({
    what: PACK,
    format: PACK_FORMAT,
    tillside,
    environment,
    profile,
    madeAtMs,
    disputeId: dispute.disputeId,
    key: { fingerprint: key.fingerprint, publicKey: key.publicKey },
    entries: entries.length,
    head: last === undefined ? null : { id: last.id, hash: last.hash },
    files,
  })
  return [...parts, ['manifest.json', manifest], ['manifest.sig', textOf(`${key.sign(manifest)}\n`)]]
}

/** A name that every disk and mail program takes; two files of one name stay two. */
function attachmentName({ name }: DisputeFile, at: number): string {
  const plain = name
    .normalize('NFKD')
    .replaceAll(/[^A-Za-z0-9._-]+/gu, '-')
    .replaceAll(/^[.-]+/gu, '')
  return `attachments/${String(at + 1).padStart(2, '0')}-${plain === '' ? 'file' : plain}`
}

const textOf = (text: string): Uint8Array => Buffer.from(text, 'utf8')
const jsonOf = (value: unknown): Uint8Array => textOf(`${JSON.stringify(value, null, 2)}\n`)

function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
