import { createHash } from 'node:crypto'
import { err, ok, type Result } from '../../shared/result.ts'
import type { Work } from '../work/slices.ts'
import type { AccountDigits } from './accountDigits.ts'
import { withoutAccountNumbers } from './accountNumbers.ts'
import type { Evidence, GatewayError } from './answer.ts'
import { readUndocumented, type SuccessRule } from './enquiryEnvelope.ts'
import { hiderOf, type Hide } from './hiding.ts'
import { isJsonObject, readingJson, withoutByteOrderMark } from './jsonText.ts'
import { retryAfterMs } from './retryAfter.ts'
import { isProvenUnsent, type WireOutcome } from './wire.ts'
import { readEnvelope, withDocumentedKeys } from './wireFields.ts'

/**
 * 200, and 201 because a service may answer "created". Every other 2xx lacks something: 202 only promises, 203 comes
 * from an intermediary, 204 and 205 have no body, 206 has a part of it. Undefined statuses are not success either.
 */
const CLEAN_STATUSES: readonly number[] = [200, 201]
/** A longer text is not a message for a cashier. */
const MESSAGE_LENGTH_MAX = 500
const EXCERPT_LENGTH_MAX = 2_048
/** How much of the body is searched for secrets. A secret that begins in the excerpt always ends within it. */
const EXCERPT_SOURCE_MAX = 200_000
const HEADER_LENGTH_MAX = 100
const PATH_LENGTH_MAX = 200
const ACCOUNT_DIGITS_SEEN = 4

export type JsonObject = Readonly<Record<string, unknown>>
export interface Envelope {
  readonly message: string
  readonly body: JsonObject
}

/** Confidential values of a request. They are hidden wherever an answer repeats them. */
export interface Confidence {
  readonly secrets: readonly string[]
  /** Account numbers. The last four digits stay visible, so that a person can tell two accounts apart. */
  readonly accounts: readonly string[]
  /** References and identifiers that were sent. Numbers in them are not account numbers and stay readable. */
  readonly references: readonly string[]
  /** Of the profile's account numbers; absent: ten. */
  readonly accountDigits?: AccountDigits | undefined
}

export interface AnswerRules extends Confidence {
  /** The key that says yes or no, or a rule where the envelope is undocumented. */
  readonly flag: 'status' | 'isSuccessful' | SuccessRule
  /** Flags of an undocumented envelope may be text (profile `answers.textValues`). */
  readonly textValues: boolean
  /** A read, or a login: what says the same in another form is read too. */
  readonly isGenerous: boolean
  readonly wallNowMs: number
}

/**
 * Reads an outcome as far as the envelope (docs/service.md 2.4). Only 200 or 201 with a complete body of JSON and the
 * flag set to `true` is a yes, for a POST with a token only with the content type too; all else is a typed error. It
 * yields while it reads a long answer.
 */
export function* readingEnvelope(
  outcome: WireOutcome,
  rules: AnswerRules,
): Work<Result<Envelope, GatewayError>> {
  if (outcome.kind === 'truncated')
    return err({ kind: 'noAnswer', reason: outcome.reason, phase: 'response' })
  if (outcome.kind === 'dropped') {
    const kind = isProvenUnsent(outcome) ? 'unsent' : 'noAnswer'
    return err({ kind, reason: outcome.reason, phase: outcome.phase })
  }
  const { status, headers } = outcome
  if (status < 200 || status > 299) {
    return err({
      kind: 'http',
      status,
      retryAfterMs: retryAfterMs(headers, rules.wallNowMs),
      message: yield* messageOf(outcome.body, rules),
    })
  }
  if (!CLEAN_STATUSES.includes(status))
    return err({ kind: 'malformed', path: '(status)', problem: 'must be 200 or 201' })
  const headerProblem = findHeaderProblem(headers)
  if (headerProblem !== undefined && !rules.isGenerous) return err({ kind: 'malformed', ...headerProblem })
  const parsed = yield* readingJson(withoutByteOrderMark(outcome.body))
  if (!parsed.ok) {
    if (headerProblem !== undefined) return err({ kind: 'malformed', ...headerProblem })
    return err(
      parsed.error.kind === 'duplicateKey'
        ? {
            kind: 'malformed',
            path: masked(parsed.error.path, rules).slice(0, PATH_LENGTH_MAX),
            problem: 'is given twice',
          }
        : { kind: 'malformed', path: '(body)', problem: 'is not whole JSON' },
    )
  }
  // The answer to a login is itself a secret, so it stays as it is. Every other answer has sent secrets hidden.
  const open =
    rules.flag === 'isSuccessful'
      ? parsed.value
      : yield* withoutSecrets(parsed.value, hidersFor(rules.secrets))
  const documented = withDocumentedKeys(open)
  if (!documented.ok) return err({ kind: 'malformed', ...documented.error })
  const answer = documented.value
  const fields = fieldsOf(answer, rules)
  if (!fields.ok) return err({ kind: 'malformed', ...fields.error })
  const message = boundMessage(fields.value.message, rules)
  if (!fields.value.isSuccess) return err({ kind: 'declined', message })
  return ok({ message, body: isJsonObject(answer) ? answer : {} })
}

/** Reads the flag, the message and the data of the envelope. */
function fieldsOf(answer: unknown, { flag, textValues, isGenerous }: AnswerRules) {
  return typeof flag === 'string'
    ? readEnvelope(answer, isGenerous)
    : readUndocumented(answer, flag, textValues)
}

/** A captive portal or a proxy answers with an HTML page, which must never be read as an answer of the service. */
export function findHeaderProblem(headers: Readonly<Record<string, string>>) {
  const [type = '', ...parameters] = (headers['content-type'] ?? '').toLowerCase().split(';')
  if (!/^application\/(?:[a-z0-9.-]+\+)?json$/u.test(type.trim())) {
    return { path: '(content-type)', problem: 'must be application/json' }
  }
  const charset = parameters.map((text) => text.trim()).find((text) => text.startsWith('charset='))
  if (charset !== undefined && !/^charset="?(?:utf-?8|us-ascii)"?$/u.test(charset)) {
    return { path: '(content-type)', problem: 'must be UTF-8' }
  }
  const encoding = headers['content-encoding']?.trim().toLowerCase() ?? ''
  if (encoding !== '' && encoding !== 'identity') {
    return { path: '(content-encoding)', problem: 'must be identity' }
  }
  return undefined
}

/**
 * The message of an answer with an error status, if its body is an envelope that says no (undocumented:
 * docs/service.md 7). A gateway in between sends messages too, which must not be shown as the bank's.
 */
function* messageOf(body: string, rules: AnswerRules): Work<string | null> {
  const parsed = yield* readingJson(withoutByteOrderMark(body))
  const answer = parsed.ok ? withDocumentedKeys(parsed.value) : null
  const fields = answer?.ok === true ? fieldsOf(answer.value, rules) : null
  return fields?.ok === true && !fields.value.isSuccess ? boundMessage(fields.value.message, rules) : null
}

function boundMessage(message: string, confidence: Confidence): string {
  // Masked before it is cut, like an excerpt. The cut must not split a surrogate pair.
  return masked(message, confidence)
    .slice(0, MESSAGE_LENGTH_MAX)
    .replace(/[\uD800-\uDBFF]$/u, '')
}

/**
 * Makes the evidence of an exchange.
 * @param isSecret the body is itself a secret (login): nothing derived from it is kept
 */
export function evidenceOf(outcome: WireOutcome, confidence: Confidence, isSecret: boolean): Evidence {
  const body = outcome.kind === 'response' && outcome.body !== '' && !isSecret ? outcome.body : null
  return {
    httpStatus: outcome.kind === 'dropped' ? null : outcome.status,
    phase: outcome.kind === 'dropped' ? outcome.phase : 'response',
    elapsedMs: outcome.elapsedMs,
    bodySha256: body === null ? null : createHash('sha256').update(body, 'utf8').digest('hex'),
    bodyExcerpt: body === null ? null : excerptOf(body, confidence),
    serverDate:
      outcome.kind === 'response' ? (outcome.headers['date']?.slice(0, HEADER_LENGTH_MAX) ?? null) : null,
  }
}

function excerptOf(body: string, confidence: Confidence): string {
  // Masked before it is cut: a cut number of nine digits would not be recognised.
  return masked(body.slice(0, EXCERPT_SOURCE_MAX), confidence).slice(0, EXCERPT_LENGTH_MAX)
}

/** A text of an answer as it may be shown and stored: without confidential values and account numbers. */
function masked(text: string, confidence: Confidence): string {
  return withoutAccountNumbers(hide(text, confidence), confidence)
}

/**
 * A text of an answer for comparing shapes, in memory only: without confidential values and account numbers. Numbers in
 * groups stay, since masking them could make different texts equal.
 */
export function comparableText(text: string, confidence: Confidence): string {
  return maskAccounts(hide(text, confidence))
}

/** Nigerian account numbers have ten digits. Every unbroken number of ten digits is treated as one. */
export function maskAccounts(text: string): string {
  return text.replace(/(?<![0-9])[0-9]{6}([0-9]{4})(?![0-9])/gu, '******$1')
}

/**
 * What is compared with a sale, or sent back in an edit (docs/service.md 2.2, 2.3). It must stay what the bank wrote:
 * `2TLS0001` may hold a secret of four letters by chance, and without it would be another terminal.
 */
const EXACT_FIELD =
  /(?:id|accountNumber|accountName|serialNumber|amount|amountSettled|feePercentage|timeReceived|dateCreated)$/iu
/** So many characters of a secret stand in no such field by chance. */
const SECRET_IN_EXACT_LENGTH_MIN = 12

interface Hiders {
  readonly any: Hide
  readonly inExact: Hide
}

function hidersFor(secrets: readonly string[]): Hiders {
  const long = secrets.filter((secret) => secret.length >= SECRET_IN_EXACT_LENGTH_MIN)
  return { any: oncePerText(hiderOf(secrets)), inExact: oncePerText(hiderOf(long)) }
}

/** Hides secrets in every text of an answer, keys included. `parseJson` bounds the depth. */
function* withoutSecrets(value: unknown, hiders: Hiders, key = ''): Work<unknown> {
  if (typeof value === 'string') return (EXACT_FIELD.test(key) ? hiders.inExact : hiders.any)(value)
  if (Array.isArray(value)) {
    const items: unknown[] = []
    for (const item of value) {
      items.push(yield* withoutSecrets(item, hiders))
      yield
    }
    return items
  }
  if (!isJsonObject(value)) return value
  const entries: [string, unknown][] = []
  for (const [name, item] of Object.entries(value))
    entries.push([hiders.any(name), yield* withoutSecrets(item, hiders, name)])
  return Object.fromEntries(entries)
}

/** The rows of a list share keys and many short texts, so the result for each is cached. */
const TEXTS_REMEMBERED_MAX = 1_000
const TEXT_REMEMBERED_LENGTH_MAX = 64

function oncePerText(hideSecrets: Hide): Hide {
  const hidden = new Map<string, string>()
  return (text) => {
    const known = hidden.get(text)
    if (known !== undefined) return known
    const shown = hideSecrets(text)
    if (text.length <= TEXT_REMEMBERED_LENGTH_MAX && hidden.size < TEXTS_REMEMBERED_MAX)
      hidden.set(text, shown)
    return shown
  }
}

function hide(text: string, { secrets, accounts }: Confidence): string {
  return accounts
    .filter((account) => account.length > ACCOUNT_DIGITS_SEEN)
    .reduce(
      (shown, account) =>
        shown.replaceAll(account, account.slice(-ACCOUNT_DIGITS_SEEN).padStart(account.length, '*')),
      hiderOf(secrets)(text),
    )
}
