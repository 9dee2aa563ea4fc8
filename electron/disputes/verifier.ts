/** What is wrong with a pack. The script of docs/evidence.md names the same checks. */
export interface Finding {
  readonly check: string
  readonly says: string
}

/** `sound` needs the key's digits from a paper: a pack alone cannot say whose it is. */
export interface Verdict {
  readonly verdict: 'sound' | 'unknownKey' | 'broken'
  readonly findings: readonly Finding[]
  readonly fingerprint: string
  readonly environment: string
}

/**
 * Checks packs. It runs in any browser as a part of `verify.html`, by its own text: so it uses nothing from outside but
 * what every browser has.
 */
export function verifier() {
  // It hashes and checks: nothing here is random.
  // oxlint-disable-next-line no-restricted-properties
  const { subtle } = globalThis.crypto
  const ENTRY = 'tillside audit entry with content'
  const PLAIN_MAX = 500_000_000
  const FINGERPRINT_DIGITS = 32
  /** Any value; a list is read by `list`. */
  type Json = { readonly [key: string]: Json } | undefined
  type Files = ReadonlyMap<string, Uint8Array<ArrayBuffer>>

  /** @throws where it is not a whole zip, or two files have one name */
  async function unzipped(zip: Uint8Array<ArrayBuffer>): Promise<Files> {
    const view = new DataView(zip.buffer, zip.byteOffset, zip.byteLength)
    const end = zip.length - 22
    if (end < 0 || view.getUint32(end, true) !== 0x06_05_4b_50) throw new Error('it is no zip, or was cut')
    const files = new Map<string, Uint8Array<ArrayBuffer>>()
    let plain = 0
    let at = view.getUint32(end + 16, true)
    for (let left = view.getUint16(end + 10, true); left > 0; left -= 1) {
      const [packed, size, nameLength] = [
        view.getUint32(at + 20, true),
        view.getUint32(at + 24, true),
        view.getUint16(at + 28, true),
      ]
      const name = new TextDecoder().decode(zip.subarray(at + 46, at + 46 + nameLength))
      const local = view.getUint32(at + 42, true)
      const from = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true)
      plain += size
      if (files.has(name)) throw new Error(`two files are named ${name}`)
      if (plain > PLAIN_MAX) throw new Error('it holds too much')
      const inflated = new Blob([zip.subarray(from, from + packed)])
        .stream()
        .pipeThrough(new DecompressionStream('deflate-raw'))
      const bytes = new Uint8Array(await new Response(inflated as ReadableStream).arrayBuffer())
      if (bytes.length !== size) throw new Error(`${name} was cut`)
      files.set(name, bytes)
      at += 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
    }
    if (at !== end) throw new Error('its list of files is not whole')
    return files
  }

  async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
    const hash = new Uint8Array(await subtle.digest('SHA-256', bytes))
    return Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('')
  }

  const importKey = (raw: Uint8Array<ArrayBuffer>) =>
    subtle.importKey('raw', raw, 'Ed25519', false, ['verify'])

  const utf8 = (plain: string) => new TextEncoder().encode(plain)
  const base64 = (coded: string) => Uint8Array.from(atob(coded.trim()), (letter) => letter.charCodeAt(0))

  const text = (value: unknown): string =>
    typeof value === 'string' || typeof value === 'number' ? `${value}` : ''
  const list = (value: unknown): readonly Json[] => (Array.isArray(value) ? (value as Json[]) : [])

  /** One text for each value: keys in order. */
  function canonical(value: unknown): string {
    if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
    if (typeof value !== 'object' || value === null) return JSON.stringify(value ?? null)
    const members = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1))
    return `{${members.map(([key, each]) => `${JSON.stringify(key)}:${canonical(each)}`).join(',')}}`
  }

  const same = (one: unknown, other: unknown): boolean => canonical(one) === canonical(other)

  /** @param digits of the key, @param closeDigits of a close, as papers have them; empty for none */
  async function verify(files: Files, digits: string, closeDigits: string): Promise<Verdict> {
    const findings: Finding[] = []
    const wrong = (check: string, says: string): void => void findings.push({ check, says })
    const json = (name: string): Json => {
      try {
        return JSON.parse(new TextDecoder().decode(files.get(name))) as Json
      } catch {
        wrong('json', `${name} cannot be read`)
        return {}
      }
    }
    const typed = (digitsTyped: string): string => digitsTyped.toLowerCase().replace(/[^0-9a-f]/g, '')
    const manifest = json('manifest.json')
    const key = manifest?.['key']
    const fingerprint = text(key?.['fingerprint'])
    const environment = text(manifest?.['environment'])
    const manifestBytes = files.get('manifest.json')
    if (text(manifest?.['what']) !== 'Tillside dispute pack' || manifestBytes === undefined) {
      wrong('manifest', 'manifest.json is not that of a pack')
      return { verdict: 'broken', findings, fingerprint, environment }
    }

    const raw = base64(text(key?.['publicKey']))
    if ((await sha256(raw)) !== fingerprint) wrong('key', 'the fingerprint is not that of the key beside it')
    try {
      const signature = base64(new TextDecoder().decode(files.get('manifest.sig')))
      const imported = await importKey(raw)
      if (!(await subtle.verify('Ed25519', imported, signature, manifestBytes))) throw new Error('no')
    } catch {
      wrong('signature', 'manifest.json is not signed by the key that it names')
    }

    const listed = new Map(list(manifest?.['files']).map((file) => [text(file?.['name']), file]))
    for (const [name, file] of listed) {
      const bytes = files.get(name)
      if (bytes === undefined) wrong('missing', `${name} is not there`)
      else if ((await sha256(bytes)) !== text(file?.['sha256']))
        wrong('changed', `${name} is not as it was signed`)
    }
    for (const name of files.keys())
      if (!listed.has(name) && !/^manifest\.(?:json|sig)$/.test(name)) wrong('extra', `${name} is not listed`)

    const entries = list(json('audit.json')?.['entries']).map((entry) => {
      const said = JSON.parse(text(entry?.['hashed'])) as unknown[]
      const [previous, , , kind, , , , content] = said[0] === ENTRY ? said.slice(1) : said
      return {
        id: Number(entry?.['id']),
        hash: text(entry?.['hash']),
        hashed: text(entry?.['hashed']),
        previous: text(previous),
        kind: text(kind),
        content: (typeof content === 'string' ? JSON.parse(content) : {}) as Json,
      }
    })
    let before: (typeof entries)[number] | undefined
    for (const entry of entries) {
      if ((await sha256(utf8(entry.hashed))) !== entry.hash) wrong('entry', `entry ${entry.id} was changed`)
      if (before !== undefined && before.id >= entry.id)
        wrong('order', `entry ${entry.id} is not in its place`)
      else if (before?.id === entry.id - 1 && entry.previous !== before.hash)
        wrong('chain', `entry ${entry.id} does not follow from ${before.id}`)
      before = entry
    }
    const head = manifest?.['head']
    if (entries.length !== Number(manifest?.['entries']))
      wrong('count', 'there are more or fewer entries than signed')
    if (text(head?.['id']) !== text(entries.at(-1)?.id) || !same(head?.['hash'], entries.at(-1)?.hash))
      wrong('head', 'the newest entry is not the one that was signed')
    if (
      !entries.some(
        ({ kind, content }) =>
          kind === 'counterKey' && text(content?.['counterKey']?.['fingerprint']) === fingerprint,
      )
    )
      wrong('keyEntry', 'the audit does not name this key')

    const [cases, sales] = [json('case.json'), json('sales.json')]
    const told = cases?.['case']
    const steps = entries.filter(
      ({ kind, content }) =>
        kind === 'disputeStep' && same(content?.['dispute']?.['disputeId'], manifest?.['disputeId']),
    )
    const newest = steps.at(-1)?.content
    for (const [name, value] of Object.entries(newest?.['dispute'] ?? {}))
      if (!same(told?.[name], value)) wrong('case', `case.json says another ${name} than the audit`)
    const toldSteps = list(told?.['steps']).map((step) => ({
      kind: step?.['kind'],
      text: step?.['text'],
      file: step?.['file'],
    }))
    if (
      newest === undefined ||
      !same(
        toldSteps,
        steps.map(({ content }) => content?.['step']),
      )
    )
      wrong('steps', 'case.json tells other steps than the audit')
    for (const { content } of steps) {
      const file = content?.['step']?.['file']
      if (file != null && ![...listed.values()].some((each) => same(each?.['sha256'], file['sha256'])))
        wrong('attachment', `${text(file['name'])} of the case is not in the pack`)
    }
    for (const each of [cases, sales, newest?.['owner']])
      if (text(each?.['environment']) !== environment)
        wrong('environment', 'Practice and real money are mixed')

    const recorded = entries.filter(({ kind }) => kind === 'recorded' || kind === 'bound')
    for (const each of list(sales?.['sales'])) {
      const sale = each?.['sale']
      if (sale == null) continue
      const own = recorded.find(({ content }) =>
        same(content?.['sale']?.['transactionId'], sale['transactionId']),
      )
      const facts = own?.content?.['sale']
      for (const name of ['amountKobo', 'terminalId', 'recordedAtMs'])
        if (!same(facts?.[name], sale[name])) wrong('sale', `sales.json says another ${name} than the audit`)
    }
    const close = typed(closeDigits)
    if (close !== '' && !entries.some(({ kind, hash }) => kind === 'dayClosed' && hash.startsWith(close)))
      wrong('close', 'no close with these digits is in the pack')

    const isKnown = typed(digits).length >= FINGERPRINT_DIGITS && fingerprint.startsWith(typed(digits))
    const verdict = findings.length > 0 ? 'broken' : isKnown ? 'sound' : 'unknownKey'
    return { verdict, findings, fingerprint, environment }
  }

  return { unzipped, importKey, verify }
}
