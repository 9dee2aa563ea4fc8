import { bankMessageOf, callError, type CallError } from '../../../shared/callError.ts'
import { withMaskedNumbers } from '../../../shared/redact.ts'
import { err, ok, type Result } from '../../../shared/result.ts'
import type { NameCheckState } from '../../../shared/terminal.ts'
import type { NameCheck, NameSaid, NameWord } from '../../../shared/terminalChange.ts'
import { accountProblem } from '../../../shared/terminalForm.ts'
import type { BusinessApi, GatewayError } from '../../gateway/answer.ts'
import type { Clock, Log, Random } from '../../ports.ts'
import { said, toCallError } from '../../session/callErrors.ts'
import type { Session, TokenSource } from '../../session/session.ts'
import { accountEnding } from '../../gateway/recordView.ts'
import { createBankAnswers } from './bankAnswers.ts'
import type { BusinessToken } from './businessToken.ts'
import { readNameWord } from './nameWord.ts'

/** Whose account it is, for the one who asked. */
export interface Vouched {
  /** In the bank's own spelling; as the manager typed it where the bank itself did not say it. */
  readonly name: string
  /** This computer's clock, ms. */
  readonly checkedAtMs: number
  /** What a manager says of how the bank confirmed it; null where the bank itself was asked. */
  readonly said: NameSaid | null
}

/** Whose account is it? A payout account is taken with the bank's own answer, or with a manager's word for one. */
export interface NameChecks {
  state(): NameCheckState
  /** Whether a token of its own would be used; a secret that serves nothing is not taken. */
  takesToken(): boolean
  check(accountNumber: string): Promise<Result<NameCheck, CallError>>
  /** A manager says that the bank confirmed the name by other means: only where it cannot be asked, or did not answer. */
  vouch(word: NameWord): Promise<Result<NameCheck, CallError>>
  /** Undefined where this check does not speak of this very number and client, is too old, or the bank has spoken since. */
  vouched(checkId: string, accountNumber: string): Vouched | undefined
  /** To be called when another client is signed in, or nobody is: every check ends. */
  clientChanged(): void
}

export interface NameChecksOptions {
  /** Null: the profile names no enquiry, or no address for it. */
  readonly api: BusinessApi | null
  /** Never the same twice, across all starts (docs/service.md 2.1). */
  readonly newRequestRef: () => string
  readonly session: Pick<Session, 'clientId'> & Pick<TokenSource, 'token' | 'renew'>
  readonly token: Pick<BusinessToken, 'isKnown' | 'isRefused' | 'noteUse' | 'read'>
  /** The settlement token opens the Business API, too: so says the profile, and so it is with the bank inside the app. */
  readonly useSettlementToken: boolean
  readonly clock: Clock
  readonly random: Pick<Random, 'bytes'>
  readonly log: Log
}

/** So long the answer is taken for today's: enough for the rest of the form, too short for another visit. */
const VALID_MS = 15 * 60_000
/** Far more accounts than one visit has. The oldest makes room. */
const CHECKS_MAX = 20
const CHECK_ID_BYTES = 16

type Name = Readonly<{ name: string | null; message: string }>

export function createNameChecks(options: NameChecksOptions): NameChecks {
  const { api, session, token, clock, log, useSettlementToken } = options
  const checks = createKeptChecks(options)
  const answers = createBankAnswers(clock, VALID_MS)
  /** Grows when a client goes: an answer that comes after it vouches for nothing. */
  let departures = 0
  let clientId = session.clientId()

  /** Whether the client who asks now has gone, once it is called. */
  function departure(): () => boolean {
    const [before, asking] = [departures, session.clientId()]
    return () => departures !== before || session.clientId() !== asking
  }

  /** The bank's answer to one reference, or to two: a sign-in's token that has ended is renewed, and asked with once more. */
  async function enquire(
    business: BusinessApi,
    accountNumber: string,
    hasGone: () => boolean,
  ): Promise<Result<Name, CallError>> {
    const ask = async (sent: string): Promise<Result<Name, GatewayError>> =>
      (await business.enquireName({ token: sent, requestRef: options.newRequestRef(), accountNumber })).result
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

  /** A name and a no are the bank's word on this account. What is neither says nothing of it. */
  function note(asking: string, accountNumber: string, answer: Result<Name, CallError>): void {
    const hasName = answer.ok && answer.value.name !== null
    if (hasName || (!answer.ok && answer.error.code === 'declined')) answers.answered(asking, accountNumber)
    else if (answer.ok || SILENCES.includes(answer.error.code)) answers.failed(asking, accountNumber)
  }

  /** Whether the bank could be asked for the name at all, with what was entered so far. */
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
      const problem = accountProblem(accountNumber)
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
      const word = readNameWord(entered, clock.wallNowMs())
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
      // What the bank says itself outweighs what anybody says that it said.
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

const overtaken = callError('notSignedIn', { reason: 'overtaken' })

/** Codes of an enquiry that came to nothing, so that the bank has said nothing of the account. */
const SILENCES: readonly CallError['code'][] = ['unreachable', 'noAnswer', 'badAnswer', 'notAllowed']

interface KeptCheck extends Vouched {
  readonly clientId: string
  readonly accountNumber: string
  readonly atMonotonicMs: number
}

/** The checks of one visit. */
function createKeptChecks({ clock, random }: Pick<NameChecksOptions, 'clock' | 'random'>) {
  const checks = new Map<string, KeptCheck>()

  /** Both clocks: the one may stand still while the computer sleeps, the other may be set. */
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
      // A person sees none of the numbers that the bank may have put into it; the bank gets its own spelling back.
      const name = withMaskedNumbers(check.name)
      return { checkId, name, accountEnding: accountEnding(accountNumber), checkedAtMs, said }
    },
    /** @returns undefined for another account or client than the check was made for, and where it is too old */
    find: (checkId: string, clientId: string, accountNumber: string): KeptCheck | undefined => {
      const check = checks.get(checkId)
      const isOfThis = check?.accountNumber === accountNumber && check.clientId === clientId
      return isOfThis && isFresh(check) ? check : undefined
    },
    clear: () => checks.clear(),
  }
}

/** The bank understood who asks, whatever it said. */
function isAnswer(result: Result<Name, GatewayError>): boolean {
  return result.ok || result.error.kind === 'declined'
}

function isTokenRefused(result: Result<Name, GatewayError>): boolean {
  return (
    !result.ok && result.error.kind === 'http' && (result.error.status === 401 || result.error.status === 403)
  )
}

/** A token that was not taken says nothing of the account, and nothing of the sign-in to the settlement service. */
function told(
  result: Result<Name, GatewayError>,
  refused: 'tokenNotTaken' | 'signInTokenNotTaken',
): Result<Name, CallError> {
  if (result.ok) return result
  const plain = toCallError(result.error)
  if (!isTokenRefused(result)) return err(plain)
  return callError('notAllowed', { reason: refused, ...said(bankMessageOf(plain)) })
}
