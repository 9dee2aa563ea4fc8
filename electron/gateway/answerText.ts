import { createHash } from 'node:crypto'
import { err, ok, type Result } from '../../shared/result.ts'
import type { Work } from '../slices.ts'
import { withoutAccountNumbers } from './accountNumbers.ts'
import type { Evidence, GatewayError } from './answer.ts'
import { readUndocumented, type SuccessRule } from './enquiryEnvelope.ts'
import { hiderOf, type Hide } from './hiding.ts'
import { readingJson, withoutByteOrderMark } from './jsonText.ts'
import { retryAfterMs } from './retryAfter.ts'
import { isProvenUnsent, type WireOutcome } from './wire.ts'
import { envelopeReader, isJsonObject, readFields, withDocumentedKeys } from './wireFields.ts'

/**
 * 200, and 201, with which a service may say that it made a record. Of the others each says that something is missing:
 * 202 is a promise, 203 another's word, 204 and 205 are nothing, 206 a part, and what nobody has defined is no yes.
 */
const CLEAN_STATUSES: readonly number[] = [200, 201]
/** Room for any sentence; what is longer is no message to a cashier. */
const MESSAGE_LENGTH_MAX = 500
const EXCERPT_LENGTH_MAX = 2_048
/** As much is looked through for it: no secret that begins in the excerpt is longer, however it is encoded. */
const EXCERPT_SOURCE_MAX = 200_000
const HEADER_LENGTH_MAX = 100
const PATH_LENGTH_MAX = 200
const ACCOUNT_DIGITS_SEEN = 4

export type JsonObject = Readonly<Record<string, unknown>>
export interface Envelope {
  readonly message: string
  readonly body: JsonObject
}

/** What was sent in confidence with a request. A service that repeats it in its answer must not spread it. */
export interface Confidence {
  readonly secrets: readonly string[]
  /** Account numbers. The last four digits may be seen, so that a person can tell two accounts apart. */
  readonly accounts: readonly string[]
  /** References and identifiers that were sent: numbers in them are none of an account, and stay readable. */
  readonly references: readonly string[]
}

export interface AnswerRules extends Confidence {
  /** Which key says yes or no; a rule where the envelope is not documented. */
  readonly flag: 'status' | 'isSuccessful' | SuccessRule
  /** Flags and counts of the envelope may be text (profile `answers.textValues`). */
  readonly textValues: boolean
  readonly wallNowMs: number
}

/**
 * Reads an outcome as far as the envelope (docs/service.md 2.4). Only 200 or 201 with a JSON content type, a whole body
 * and the flag set to `true` is a yes; all else is a typed error. A long answer can be left for a while.
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
  if (headerProblem !== undefined) return err({ kind: 'malformed', ...headerProblem })
  const parsed = yield* readingJson(withoutByteOrderMark(outcome.body))
  if (!parsed.ok) {
    return err(
      parsed.error.kind === 'duplicateKey'
        ? {
            kind: 'malformed',
            path: masked(parsed.error.path, rules).slice(0, PATH_LENGTH_MAX),
            problem: 'stands there twice',
          }
        : { kind: 'malformed', path: '(body)', problem: 'is not whole JSON' },
    )
  }
  // At login the answer is the secret that we asked for; everywhere else nothing of it may be one that we sent.
  const open =
    rules.flag === 'isSuccessful'
      ? parsed.value
      : yield* withoutSecrets(parsed.value, oncePerText(hiderOf(rules.secrets)))
  const documented = withDocumentedKeys(open)
  if (!documented.ok) return err({ kind: 'malformed', ...documented.error })
  const answer = documented.value
  const fields = fieldsOf(answer, rules)
  if (!fields.ok) return err({ kind: 'malformed', ...fields.error })
  const message = boundMessage(fields.value.message, rules)
  if (!fields.value.isSuccess) return err({ kind: 'declined', message })
  return ok({ message, body: isJsonObject(answer) ? answer : {} })
}

/** What the envelope says, under whatever keys it says so. */
function fieldsOf(answer: unknown, { flag, textValues }: AnswerRules) {
  return typeof flag === 'string'
    ? readFields(envelopeReader(flag, textValues), answer, '')
    : readUndocumented(answer, flag, textValues)
}

/** A page that some device on the way made up (a portal, a block page) is HTML; it must never be read as an answer. */
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
 * The message of an answer with an error status, where its body is an envelope that says no (undocumented:
 * docs/service.md 7). A gateway on the way has messages too, and none of them is the bank's word.
 */
function* messageOf(body: string, rules: AnswerRules): Work<string | null> {
  const parsed = yield* readingJson(withoutByteOrderMark(body))
  const answer = parsed.ok ? withDocumentedKeys(parsed.value) : null
  const fields = answer?.ok === true ? fieldsOf(answer.value, rules) : null
  return fields?.ok === true && !fields.value.isSuccess ? boundMessage(fields.value.message, rules) : null
}

function boundMessage(message: string, confidence: Confidence): string {
  // Masked before it is cut, as an excerpt is. A cut through a pair of code units would leave half a character.
  return masked(message, confidence)
    .slice(0, MESSAGE_LENGTH_MAX)
    .replace(/[\uD800-\uDBFF]$/u, '')
}

/**
 * What is kept of an exchange for the attempt's row and for disputes.
 * @param isSecret the body itself is a secret (login): then nothing derived from it is kept
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
  // Masked before it is cut, or the cut could leave nine of ten digits.
  return masked(body.slice(0, EXCERPT_SOURCE_MAX), confidence).slice(0, EXCERPT_LENGTH_MAX)
}

/** A text of an answer as it may be shown and kept: without what was sent in confidence, and without account numbers. */
function masked(text: string, confidence: Confidence): string {
  return withoutAccountNumbers(hide(text, confidence), confidence)
}

/**
 * A text of an answer for comparing it with others by their shape, which is in memory alone: without what was sent in
 * confidence, and without whole account numbers. Numbers in groups stay, or words that differ could become the same.
 */
export function redacted(text: string, confidence: Confidence): string {
  return maskAccounts(hide(text, confidence))
}

/** Nigerian account numbers have ten digits; what looks like one in one piece is treated as one. */
export function maskAccounts(text: string): string {
  return text.replace(/(?<![0-9])[0-9]{6}([0-9]{4})(?![0-9])/gu, '******$1')
}

/** Every text of an answer, keys included; `parseJson` bounds how deep it goes. */
function* withoutSecrets(value: unknown, hideSecrets: Hide): Work<unknown> {
  if (typeof value === 'string') return hideSecrets(value)
  if (Array.isArray(value)) {
    const items: unknown[] = []
    for (const item of value) {
      items.push(yield* withoutSecrets(item, hideSecrets))
      yield
    }
    return items
  }
  if (!isJsonObject(value)) return value
  const entries: [string, unknown][] = []
  for (const [key, item] of Object.entries(value))
    entries.push([hideSecrets(key), yield* withoutSecrets(item, hideSecrets)])
  return Object.fromEntries(entries)
}

/** The rows of a list have the same keys, and many of the same short texts: each is looked through once. */
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
