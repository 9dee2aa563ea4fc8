import { createHash } from 'node:crypto'
import { err, ok, type Result } from '../../shared/result.ts'
import type { Evidence, GatewayError } from './answer.ts'
import { parseJson, withoutByteOrderMark } from './jsonText.ts'
import { retryAfterMs } from './retryAfter.ts'
import { isProvenUnsent, type WireOutcome } from './wire.ts'
import { envelopeReader, isJsonObject, readFields } from './wireFields.ts'

/** Room for any sentence; what is longer is no message to a cashier. */
const MESSAGE_LENGTH_MAX = 500
const EXCERPT_LENGTH_MAX = 2_048
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
}

export interface AnswerRules extends Confidence {
  readonly flag: 'status' | 'isSuccessful'
  readonly wallNowMs: number
}

/**
 * Reads an outcome as far as the envelope (specification 2.4). Only a 2xx with a JSON content type, a whole body and
 * the flag set to `true` is a yes; all else is a typed error.
 */
export function readEnvelope(outcome: WireOutcome, rules: AnswerRules): Result<Envelope, GatewayError> {
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
      message: messageOf(outcome.body, rules),
    })
  }
  const headerProblem = findHeaderProblem(headers)
  if (headerProblem !== undefined) return err({ kind: 'malformed', ...headerProblem })
  const parsed = parseJson(withoutByteOrderMark(outcome.body))
  if (!parsed.ok) {
    return err(
      parsed.error.kind === 'duplicateKey'
        ? {
            kind: 'malformed',
            path: hide(parsed.error.path, rules).slice(0, PATH_LENGTH_MAX),
            problem: 'stands there twice',
          }
        : { kind: 'malformed', path: '(body)', problem: 'is not whole JSON' },
    )
  }
  // At login the answer is the secret that we asked for; everywhere else nothing of it may be one that we sent.
  const answer = rules.flag === 'isSuccessful' ? parsed.value : withoutSecrets(parsed.value, rules.secrets)
  const fields = readFields(envelopeReader(rules.flag), answer, '')
  if (!fields.ok) return err({ kind: 'malformed', ...fields.error })
  const message = boundMessage(fields.value.message, rules)
  if (!fields.value.isSuccess) return err({ kind: 'declined', message })
  return ok({ message, body: isJsonObject(answer) ? answer : {} })
}

/** A page that some device on the way made up (a portal, a block page) is HTML; it must never be read as an answer. */
function findHeaderProblem(headers: Readonly<Record<string, string>>) {
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
 * The message of an answer with an error status, where its body happens to be an envelope that says no (specification
 * 7: not shown). A gateway on the way has messages too, and none of them is the bank's word.
 */
function messageOf(body: string, rules: AnswerRules): string | null {
  const parsed = parseJson(withoutByteOrderMark(body))
  const fields = parsed.ok ? readFields(envelopeReader(rules.flag), parsed.value, '') : null
  return fields?.ok === true && !fields.value.isSuccess ? boundMessage(fields.value.message, rules) : null
}

function boundMessage(message: string, confidence: Confidence): string {
  // A cut through a pair of code units would leave half a character.
  return hide(message, confidence)
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
    // Masked before it is cut, or the cut could leave nine of ten digits.
    bodyExcerpt: body === null ? null : maskAccounts(hide(body, confidence)).slice(0, EXCERPT_LENGTH_MAX),
    serverDate:
      outcome.kind === 'response' ? (outcome.headers['date']?.slice(0, HEADER_LENGTH_MAX) ?? null) : null,
  }
}

/** Nigerian account numbers have ten digits; whatever looks like one is treated as one. */
function maskAccounts(text: string): string {
  return text.replace(/(?<![0-9])[0-9]{6}([0-9]{4})(?![0-9])/gu, '******$1')
}

/** Every text of an answer, keys included; `parseJson` bounds how deep it goes. */
function withoutSecrets(value: unknown, secrets: readonly string[]): unknown {
  if (typeof value === 'string') return hideSecrets(value, secrets)
  if (Array.isArray(value)) return value.map((item) => withoutSecrets(item, secrets))
  if (!isJsonObject(value)) return value
  const entries = Object.entries(value)
  return Object.fromEntries(
    entries.map(([key, item]) => [hideSecrets(key, secrets), withoutSecrets(item, secrets)]),
  )
}

function hide(text: string, { secrets, accounts }: Confidence): string {
  return accounts
    .filter((account) => account.length > ACCOUNT_DIGITS_SEEN)
    .reduce(
      (shown, account) =>
        shown.replaceAll(account, account.slice(-ACCOUNT_DIGITS_SEEN).padStart(account.length, '*')),
      hideSecrets(text, secrets),
    )
}

function hideSecrets(text: string, secrets: readonly string[]): string {
  return secrets
    .filter((secret) => secret.length >= 4)
    .flatMap((secret) => [secret, secret.replaceAll('/', '\\/')])
    .reduce((shown, secret) => shown.replaceAll(secret, '[hidden]'), text)
}
