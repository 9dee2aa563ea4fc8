import { bankMessageOf, callError, type CallError } from '../../../shared/callError.ts'
import { err, type Result } from '../../../shared/result.ts'
import type { BusinessApi, GatewayError } from '../../gateway/answer.ts'
import { said, toCallError } from '../../session/callErrors.ts'
import type { Session } from '../../session/session.ts'
import type { TokenSource } from '../../session/tokenSource.ts'
import type { BusinessToken } from './businessToken.ts'

export type Name = Readonly<{ name: string | null; message: string }>

/** The bank's answer to one request, or to two: an expired sign-in token is renewed and tried once more. */
export type Enquiry = (
  business: BusinessApi,
  accountNumber: string,
  hasGone: () => boolean,
) => Promise<Result<Name, CallError>>

/** The client has left: the answer is no one's. */
export const overtaken = callError('notSignedIn', { reason: 'overtaken' })

export interface EnquiryOptions {
  /** Unique across all starts (docs/service.md 2.1). */
  readonly newRequestRef: () => string
  readonly session: Pick<Session, 'clientId'> & Pick<TokenSource, 'token' | 'renew'>
  readonly token: Pick<BusinessToken, 'isKnown' | 'isRefused' | 'noteUse' | 'read'>
  /** The settlement token works for the Business API too: by the profile, or because the bank is inside the app. */
  readonly useSettlementToken: boolean
}

export function createEnquiry(options: EnquiryOptions): Enquiry {
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
