import { callError, type CallError, bankMessageOf } from '../../../shared/callError.ts'
import { withMaskedNumbers } from '../../../shared/redact.ts'
import { ok, type Result, err } from '../../../shared/result.ts'
import type { NameCheckState } from '../../../shared/terminal.ts'
import type { NameCheck, NameSaid, NameWord } from '../../../shared/terminalChange.ts'
import {
  accountProblem,
  BY_LENGTH_MAX,
  textProblem,
  type TerminalFieldError,
  type TerminalFieldProblem,
} from '../../../shared/terminalForm.ts'
import type { BusinessApi, GatewayError } from '../../gateway/answer.ts'
import type { Clock, Log, Random } from '../../ports.ts'
import { said, toCallError } from '../../session/callErrors.ts'
import { accountEnding } from '../../gateway/recordView.ts'
import type { Session } from '../../session/session.ts'
import type { TokenSource } from '../../session/tokenSource.ts'
import type { BusinessToken } from './businessToken.ts'
import { nameProblem } from '../../gateway/accountName.ts'
import { maskedText } from './mask.ts'

export interface Vouched {
  /** In the bank's own spelling; as the manager typed it if the bank itself was not asked. */
  readonly name: string
  /** By this computer's clock, ms. */
  readonly checkedAtMs: number
  /** A manager's statement of how the bank confirmed it; null if the bank itself was asked. */
  readonly said: NameSaid | null
}

/** Checks whose account it is. A payout account needs the bank's own answer, or a manager's word for one. */
export interface NameChecks {
  state(): NameCheckState
  /** Whether an own token would be used; an unused secret is not accepted. */
  takesToken(): boolean
  check(accountNumber: string): Promise<Result<NameCheck, CallError>>
  /** A manager says that the bank confirmed the name by other means: only if it cannot be asked, or did not answer. */
  vouch(word: NameWord): Promise<Result<NameCheck, CallError>>
  /** Undefined if this check is for another number or client, is too old, or the bank has answered since. */
  vouched(checkId: string, accountNumber: string): Vouched | undefined
  /** Call when another client signs in, or the client signs out: every check ends. */
  clientChanged(): void
}

export interface NameChecksOptions extends EnquiryOptions {
  /** Null: the profile names no enquiry, or no address for it. */
  readonly api: BusinessApi | null
  /** The profile's. */
  readonly accountPattern: string
  readonly clock: Clock
  readonly random: Pick<Random, 'bytes'>
  readonly log: Log
}

/** How long an answer counts: enough for the rest of the form, too short for another visit. */
const VALID_MS = 15 * 60_000
/** Far more accounts than one visit has. The oldest is dropped first. */
const CHECKS_MAX = 20
const CHECK_ID_BYTES = 16

export function createNameChecks(options: NameChecksOptions): NameChecks {
  const { api, accountPattern, session, token, clock, log, useSettlementToken } = options
  const checks = createKeptChecks(options)
  const enquire = createEnquiry(options)
  const answers = createBankAnswers(clock, VALID_MS)
  /** Grows when a client leaves: a later answer confirms nothing. */
  let departures = 0
  let clientId = session.clientId()

  /** Returns a function that tells whether the current client has left since. */
  function departure(): () => boolean {
    const [before, asking] = [departures, session.clientId()]
    return () => departures !== before || session.clientId() !== asking
  }

  /** A name and a no are the bank's answer about this account. Anything else says nothing about it. */
  function note(asking: string, accountNumber: string, answer: Result<Name, CallError>): void {
    const hasName = answer.ok && answer.value.name !== null
    if (hasName || (!answer.ok && answer.error.code === 'declined')) answers.answered(asking, accountNumber)
    else if (answer.ok || SILENCES.includes(answer.error.code)) answers.failed(asking, accountNumber)
  }

  /** Whether the bank could be asked for the name, with what was entered so far. */
  async function canAsk(): Promise<boolean> {
    return api !== null && (useSettlementToken || (await token.read()) !== null)
  }

  return {
    state: () => {
      if (api === null) return 'notOffered'
      if (useSettlementToken) return 'ready'
      if (!token.isKnown()) return 'noToken'
      return token.isRefused() ? 'tokenRefused' : 'ready'
    },
    takesToken: () => api !== null && !useSettlementToken,
    check: async (text) => {
      const accountNumber = text.trim()
      const problem = accountProblem(accountNumber, accountPattern)
      if (problem !== null) return callError('invalid', { fields: [{ field: 'accountNumber', problem }] })
      const asking = session.clientId()
      if (asking === null) return callError('notSignedIn')
      if (api === null) return callError('notAllowed', { reason: 'notOffered' })
      const hasGone = departure()
      answers.asking(asking, accountNumber)
      const answer = await enquire(api, accountNumber, hasGone)
      note(asking, accountNumber, answer)
      if (hasGone()) return overtaken
      if (!answer.ok) {
        log('warn', 'nameCheck.noName', { code: answer.error.code })
        return answer
      }
      const { name, message } = answer.value
      if (name === null) {
        log('warn', 'nameCheck.noName', { code: 'noName' })
        return callError('badAnswer', { fault: { kind: 'noName' }, ...said(message) })
      }
      return ok(checks.keep({ clientId: asking, accountNumber, name, said: null }))
    },
    vouch: async (entered) => {
      const word = readNameWord(entered, clock.wallNowMs(), accountPattern)
      if (!word.ok) return word
      const { accountNumber } = word.value
      const asking = session.clientId()
      if (asking === null) return callError('notSignedIn')
      const hasGone = departure()
      const isAskable = await canAsk()
      if (hasGone()) return overtaken
      if (answers.hasAnswered(asking, accountNumber)) {
        return callError('notAllowed', { reason: 'bankAnswered' })
      }
      if (isAskable && !answers.hasFailed(asking, accountNumber)) {
        return callError('notAllowed', { reason: 'notAsked' })
      }
      log('info', 'nameCheck.vouched', { isAskable })
      return ok(checks.keep({ clientId: asking, ...word.value }))
    },
    vouched: (checkId, accountNumber) => {
      const asking = session.clientId()
      const check = asking === null ? undefined : checks.find(checkId, asking, accountNumber)
      // The bank's own answer outweighs a manager's word.
      const isOverruled = check?.said != null && asking !== null && answers.hasAnswered(asking, accountNumber)
      if (check === undefined || isOverruled) return undefined
      return { name: check.name, checkedAtMs: check.checkedAtMs, said: check.said }
    },
    clientChanged: () => {
      if (session.clientId() === clientId) return
      clientId = session.clientId()
      departures += 1
      checks.clear()
      answers.forgetFailures()
    },
  }
}

/** Codes of failed enquiries, in which the bank has said nothing about the account. */
const SILENCES: readonly CallError['code'][] = ['unreachable', 'noAnswer', 'badAnswer', 'notAllowed']

interface KeptCheck extends Vouched {
  readonly clientId: string
  readonly accountNumber: string
  readonly atMonotonicMs: number
}

function createKeptChecks({ clock, random }: Pick<NameChecksOptions, 'clock' | 'random'>) {
  const checks = new Map<string, KeptCheck>()

  /** Both clocks: one may stop during sleep, the other may be set. */
  function isFresh(check: KeptCheck): boolean {
    const sinceMs = clock.monotonicNowMs() - check.atMonotonicMs
    return sinceMs <= VALID_MS && clock.wallNowMs() - check.checkedAtMs <= VALID_MS
  }

  return {
    keep: (check: Omit<KeptCheck, 'checkedAtMs' | 'atMonotonicMs'>): NameCheck => {
      const checkId = Buffer.from(random.bytes(CHECK_ID_BYTES)).toString('hex')
      const checkedAtMs = clock.wallNowMs()
      checks.set(checkId, { ...check, checkedAtMs, atMonotonicMs: clock.monotonicNowMs() })
      for (const oldest of checks.keys()) {
        if (checks.size <= CHECKS_MAX) break
        checks.delete(oldest)
      }
      const { accountNumber, said } = check
      // The person sees no account number that the bank put into the name; the bank gets its own spelling back.
      const name = withMaskedNumbers(check.name)
      return { checkId, name, accountEnding: accountEnding(accountNumber), checkedAtMs, said }
    },
    /** @returns undefined for another account or client than the check's, or if it is too old */
    find: (checkId: string, clientId: string, accountNumber: string): KeptCheck | undefined => {
      const check = checks.get(checkId)
      const isOfThis = check?.accountNumber === accountNumber && check.clientId === clientId
      return isOfThis && isFresh(check) ? check : undefined
    },
    clear: () => checks.clear(),
  }
}

type Name = Readonly<{ name: string | null; message: string }>

/** The bank's answer to one request, or to two: an expired sign-in token is renewed and tried once more. */
type Enquiry = (
  business: BusinessApi,
  accountNumber: string,
  hasGone: () => boolean,
) => Promise<Result<Name, CallError>>

/** The client has left: the answer is no one's. */
const overtaken = callError('notSignedIn', { reason: 'overtaken' })

interface EnquiryOptions {
  /** Unique across all starts (docs/service.md 2.1). */
  readonly newRequestRef: () => string
  readonly session: Pick<Session, 'clientId'> & Pick<TokenSource, 'token' | 'renew'>
  readonly token: Pick<BusinessToken, 'isKnown' | 'isRefused' | 'noteUse' | 'read'>
  /** The settlement token works for the Business API too: by the profile, or because the bank is inside the app. */
  readonly useSettlementToken: boolean
}

function createEnquiry(options: EnquiryOptions): Enquiry {
  const { session, token, useSettlementToken, newRequestRef } = options
  return async (business, accountNumber, hasGone) => {
    const ask = async (sent: string): Promise<Result<Name, GatewayError>> =>
      (await business.enquireName({ token: sent, requestRef: newRequestRef(), accountNumber })).result
    if (!useSettlementToken) {
      const own = await token.read()
      if (own === null) return callError('notAllowed', { reason: 'noToken' })
      if (hasGone()) return overtaken
      const result = await ask(own)
      if (isAnswer(result)) token.noteUse(own, true)
      if (isTokenRefused(result)) token.noteUse(own, false)
      return told(result, 'tokenNotTaken')
    }
    const own = session.token()
    if (own === null) return callError('notSignedIn')
    const first = await ask(own)
    if (!isTokenRefused(first) || hasGone()) return told(first, 'signInTokenNotTaken')
    const renewed = await session.renew(own)
    if (!renewed.ok && renewed.error.kind !== 'notRenewed') return callError('notSignedIn')
    if (!renewed.ok || hasGone()) return told(first, 'signInTokenNotTaken')
    return told(await ask(renewed.value), 'signInTokenNotTaken')
  }
}

/** The bank accepted the sender, with any answer. */
function isAnswer(result: Result<Name, GatewayError>): boolean {
  return result.ok || result.error.kind === 'declined'
}

function isTokenRefused(result: Result<Name, GatewayError>): boolean {
  return (
    !result.ok && result.error.kind === 'http' && (result.error.status === 401 || result.error.status === 403)
  )
}

/** A refused token says nothing about the account, or about the sign-in to the settlement service. */
function told(
  result: Result<Name, GatewayError>,
  refused: 'tokenNotTaken' | 'signInTokenNotTaken',
): Result<Name, CallError> {
  if (result.ok) return result
  const plain = toCallError(result.error)
  if (!isTokenRefused(result)) return err(plain)
  return callError('notAllowed', { reason: refused, ...said(bankMessageOf(plain)) })
}

/** A name that a manager says the bank confirmed, valid for storing and sending. */
interface SaidName {
  readonly accountNumber: string
  readonly name: string
  readonly said: NameSaid
}

const DAY_MS = 24 * 60 * 60_000

/**
 * A complete statement of a manager: the number typed twice alike, and a name by the rules for the bank's own.
 * @param nowMs this computer's clock
 */
function readNameWord(word: NameWord, nowMs: number, accountPattern: string): Result<SaidName, CallError> {
  const accountNumber = word.accountNumber.trim()
  const [name, how, who, on] = [word.name.trim(), word.how.trim(), word.who.trim(), word.on.trim()]
  const found: readonly (readonly [keyof NameWord, TerminalFieldProblem | null])[] = [
    ['accountNumber', accountProblem(accountNumber, accountPattern)],
    ['accountAgain', againProblem(word.accountAgain.trim(), accountNumber)],
    ['name', nameProblem(name)],
    ['how', textProblem(how, BY_LENGTH_MAX)],
    ['who', textProblem(who, BY_LENGTH_MAX)],
    ['on', dayProblem(on, nowMs)],
  ]
  const fields = found.flatMap(([field, problem]): TerminalFieldError[] =>
    problem === null ? [] : [{ field, problem }],
  )
  if (fields.length > 0) return callError('invalid', { fields })
  const masked = (text: string): string => maskedText(text, [accountNumber])
  return ok({ accountNumber, name, said: { how: masked(how), who: masked(who), on } })
}

function againProblem(again: string, accountNumber: string): TerminalFieldProblem | null {
  if (again === '') return 'empty'
  return again === accountNumber ? null : 'notSame'
}

/** The person's day may be ahead of this computer's, by at most a day. */
function dayProblem(on: string, nowMs: number): TerminalFieldProblem | null {
  if (on === '') return 'empty'
  const startMs = /^\d{4}-\d{2}-\d{2}$/u.test(on) ? Date.parse(`${on}T00:00:00Z`) : Number.NaN
  const isDay = !Number.isNaN(startMs) && new Date(startMs).toISOString().startsWith(on)
  return isDay && startMs <= nowMs + DAY_MS ? null : 'notADay'
}

/** The bank's answers about accounts in this run. A manager's word counts only if the bank did not answer. */
interface BankAnswers {
  /** The bank is being asked: until it answers, it has not failed. */
  asking(clientId: string, accountNumber: string): void
  /** It gave a name, or said no. A new sign-in revokes neither. */
  answered(clientId: string, accountNumber: string): void
  /** It was not reached, refused the token, or could not be understood. */
  failed(clientId: string, accountNumber: string): void
  hasAnswered(clientId: string, accountNumber: string): boolean
  hasFailed(clientId: string, accountNumber: string): boolean
  /** The visit has ended, and its failures no longer count. */
  forgetFailures(): void
}

interface Moment {
  readonly wallMs: number
  readonly monotonicMs: number
}

/** Far more accounts than one run asks about. Beyond it no manager can confirm a name before the next start. */
const ANSWERED_MAX = 10_000
const FAILED_MAX = 50

/** @param validMs how long a failure counts, by both clocks */
function createBankAnswers(clock: Clock, validMs: number): BankAnswers {
  const answered = new Set<string>()
  const failed = new Map<string, Moment>()
  const keyOf = (clientId: string, accountNumber: string): string => JSON.stringify([clientId, accountNumber])
  return {
    asking: (clientId, accountNumber) => void failed.delete(keyOf(clientId, accountNumber)),
    answered: (clientId, accountNumber) => {
      if (answered.size < ANSWERED_MAX) answered.add(keyOf(clientId, accountNumber))
    },
    failed: (clientId, accountNumber) => {
      failed.set(keyOf(clientId, accountNumber), {
        wallMs: clock.wallNowMs(),
        monotonicMs: clock.monotonicNowMs(),
      })
      for (const oldest of failed.keys()) {
        if (failed.size <= FAILED_MAX) break
        failed.delete(oldest)
      }
    },
    hasAnswered: (clientId, accountNumber) =>
      answered.size >= ANSWERED_MAX || answered.has(keyOf(clientId, accountNumber)),
    hasFailed: (clientId, accountNumber) => {
      const at = failed.get(keyOf(clientId, accountNumber))
      return (
        at !== undefined &&
        clock.monotonicNowMs() - at.monotonicMs <= validMs &&
        clock.wallNowMs() - at.wallMs <= validMs
      )
    },
    forgetFailures: () => failed.clear(),
  }
}
