import { callError, type CallError } from '../../../shared/callError.ts'
import { withMaskedNumbers } from '../../../shared/redact.ts'
import { ok, type Result } from '../../../shared/result.ts'
import type { NameCheckState } from '../../../shared/terminal.ts'
import type { NameCheck, NameSaid, NameWord } from '../../../shared/terminalChange.ts'
import { accountProblem } from '../../../shared/terminalForm.ts'
import type { BusinessApi } from '../../gateway/answer.ts'
import type { Clock, Log, Random } from '../../ports.ts'
import { said } from '../../session/callErrors.ts'
import { accountEnding } from '../../gateway/recordView.ts'
import { createBankAnswers } from './bankAnswers.ts'
import { createEnquiry, overtaken, type EnquiryOptions, type Name } from './enquiry.ts'
import { readNameWord } from './nameWord.ts'

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
