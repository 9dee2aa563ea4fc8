import { callError, type CallError } from '../../../shared/contract.ts'
import { withMaskedNumbers } from '../../../shared/redact.ts'
import { err, ok, type Result } from '../../../shared/result.ts'
import type { NameCheckState } from '../../../shared/terminal.ts'
import type { NameCheck } from '../../../shared/terminalChange.ts'
import { accountProblem } from '../../../shared/terminalForm.ts'
import type { BusinessApi, GatewayError } from '../../gateway/answer.ts'
import type { Clock, Log, Random } from '../../ports.ts'
import { toCallError } from '../../session/callErrors.ts'
import type { Session } from '../../session/session.ts'
import { accountEnding } from '../../settlements/recordView.ts'
import type { BusinessToken } from './businessToken.ts'

/** What the bank said of an account, for the one who asked. */
export interface Vouched {
  /** In the bank's own spelling. */
  readonly name: string
  /** This computer's clock, ms. */
  readonly checkedAtMs: number
}

/** Whose account is it? A payout account is taken only with the bank's own answer (design §6, ux.md §2.1). */
export interface NameChecks {
  state(): NameCheckState
  /** Whether a token of its own would be used; a secret that serves nothing is not taken. */
  takesToken(): boolean
  check(accountNumber: string): Promise<Result<NameCheck, CallError>>
  /** Undefined where this check does not speak of this very number and client, or is too old. */
  vouched(checkId: string, accountNumber: string): Vouched | undefined
  /** To be called when another client is signed in, or nobody is: every check ends. */
  clientChanged(): void
}

export interface NameChecksOptions {
  /** Null: the profile names no enquiry, or no address for it. */
  readonly api: BusinessApi | null
  /** Never the same twice, across all starts (specification 2.1). */
  readonly newRequestRef: () => string
  readonly session: Pick<Session, 'clientId' | 'token' | 'renew'>
  readonly token: BusinessToken
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

interface Check extends Vouched {
  readonly clientId: string
  readonly accountNumber: string
  readonly atMonotonicMs: number
}

export function createNameChecks(options: NameChecksOptions): NameChecks {
  const { api, session, token, clock, random, log } = options
  const checks = new Map<string, Check>()
  /** Grows when a client goes: an answer that comes after it vouches for nothing. */
  let departures = 0
  let clientId = session.clientId()

  async function tokenToSend(): Promise<Result<string, CallError>> {
    if (options.useSettlementToken) {
      const own = session.token()
      return own === null ? callError('notSignedIn') : ok(own)
    }
    const own = await token.read()
    return own === null ? callError('notAllowed', { detail: 'noToken' }) : ok(own)
  }

  /** Both clocks: the one may stand still while the computer sleeps, the other may be set. */
  function isFresh(check: Check): boolean {
    const sinceMs = clock.monotonicNowMs() - check.atMonotonicMs
    return sinceMs <= VALID_MS && clock.wallNowMs() - check.checkedAtMs <= VALID_MS
  }

  function keep(check: Check): NameCheck {
    const checkId = Buffer.from(random.bytes(CHECK_ID_BYTES)).toString('hex')
    checks.set(checkId, check)
    for (const oldest of checks.keys()) {
      if (checks.size <= CHECKS_MAX) break
      checks.delete(oldest)
    }
    const { checkedAtMs, accountNumber } = check
    // A person sees none of the numbers that the bank may have put into it; the bank gets its own spelling back.
    const name = withMaskedNumbers(check.name)
    return { checkId, name, accountEnding: accountEnding(accountNumber), checkedAtMs }
  }

  return {
    state: () => {
      if (api === null) return 'notOffered'
      return options.useSettlementToken || token.isKnown() ? 'ready' : 'noToken'
    },
    takesToken: () => api !== null && !options.useSettlementToken,
    check: async (text) => {
      const accountNumber = text.trim()
      const problem = accountProblem(accountNumber)
      if (problem !== null) return callError('invalid', { fields: [{ field: 'accountNumber', problem }] })
      const asking = session.clientId()
      if (asking === null) return callError('notSignedIn')
      if (api === null) return callError('notAllowed', { detail: 'notOffered' })
      const before = departures
      const toSend = await tokenToSend()
      if (!toSend.ok) return toSend
      const { result } = await api.enquireName({
        token: toSend.value,
        requestRef: options.newRequestRef(),
        accountNumber,
      })
      if (departures !== before || session.clientId() !== asking) {
        return callError('notSignedIn', { detail: 'overtaken' })
      }
      if (!result.ok) {
        log('warn', 'nameCheck.noName', { kind: result.error.kind })
        // The next one goes with a new token; this one is not asked again by itself.
        if (options.useSettlementToken && isTokenRefused(result.error)) void session.renew(toSend.value)
        return err(problemOf(result.error))
      }
      const { name, message } = result.value
      if (name === null) {
        log('warn', 'nameCheck.noName', { kind: 'noName' })
        return callError('badAnswer', { detail: 'noName', bankMessage: message })
      }
      return ok(
        keep({
          clientId: asking,
          accountNumber,
          name,
          checkedAtMs: clock.wallNowMs(),
          atMonotonicMs: clock.monotonicNowMs(),
        }),
      )
    },
    vouched: (checkId, accountNumber) => {
      const check = checks.get(checkId)
      if (check === undefined || !isFresh(check)) return undefined
      if (check.accountNumber !== accountNumber || check.clientId !== session.clientId()) return undefined
      return { name: check.name, checkedAtMs: check.checkedAtMs }
    },
    clientChanged: () => {
      if (session.clientId() === clientId) return
      clientId = session.clientId()
      departures += 1
      checks.clear()
    },
  }
}

function isTokenRefused(error: GatewayError): boolean {
  return error.kind === 'http' && (error.status === 401 || error.status === 403)
}

/** A token that was not taken says nothing of the account, and nothing of the sign-in to the settlement service. */
function problemOf(error: GatewayError): CallError {
  const plain = toCallError(error)
  if (!isTokenRefused(error)) return plain
  return { ...plain, code: 'notAllowed', detail: 'tokenNotTaken' }
}
