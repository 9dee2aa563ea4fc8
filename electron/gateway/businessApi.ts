import { makeTransactionId } from '../../shared/transactionId.ts'
import type { Clock, Random } from '../ports.ts'
import { accountName } from './accountName.ts'
import type { BusinessApi } from './answer.ts'
import type { SuccessRule } from './enquiryEnvelope.ts'
import {
  apiOptionsOf,
  createExchange,
  guarded,
  headersFor,
  PRACTICE_URL,
  type ApiOptions,
  type ApiPorts,
} from './exchange.ts'
import type { Profile } from './profile.ts'

/** The capitals are documented (docs/service.md 4.1), and a service may compare the media type byte for byte. */
const CONTENT_TYPE = 'application/JSON'
/** docs/service.md 9. */
const VERSION = '/v2.1'
const RANDOM_BYTES = 10

/**
 * The enquiry settings of the practice bank inside the app, which works without a profile. A test compares them with the
 * bank itself. The bank accepts the sign-in's token, so a person has to enter nothing.
 */
const PRACTICE_ENQUIRY: Enquiry = {
  address: PRACTICE_URL + VERSION,
  serviceType: 'NAME_ENQUIRY',
  bankCode: '000999',
  nameKeys: ['accountName'],
  successKeys: ['status'],
  successCodes: [],
  useSettlementToken: true,
}

/** The settings of a name enquiry. */
export interface Enquiry extends SuccessRule {
  /** Includes the version. */
  readonly address: string
  readonly serviceType: string
  /** The service's own code: the payout account is always at the service (docs/service.md 4.1). */
  readonly bankCode: string
  /** The keys of the answer's `data` that may hold the name, the likeliest first. */
  readonly nameKeys: readonly string[]
  /** False: the Business API has a token of its own, and the settlement token must not go there. */
  readonly useSettlementToken: boolean
}

/** @returns null where the profile lacks the address, the service type or the bank code */
export function enquiryOf(profile: Pick<Profile, 'partnerUrl' | 'businessUrl' | 'enquiry'>): Enquiry | null {
  // In Practice no account number may leave the computer, so the other keys of the profile are ignored.
  if (profile.partnerUrl === null) return PRACTICE_ENQUIRY
  const { businessUrl, enquiry } = profile
  if (businessUrl === null || enquiry.serviceType === '' || enquiry.bankCode === '') return null
  return { ...enquiry, address: businessAddress(businessUrl) }
}

/**
 * Adds `/v2.1` unless the profile's address already ends with it, in any case and with or without a slash
 * (docs/service.md 9).
 */
export function businessAddress(businessUrl: string): string {
  const bare = businessUrl.replace(/\/+$/u, '')
  return (
    (bare.toLowerCase().endsWith(VERSION) ? bare.slice(0, -VERSION.length).replace(/\/+$/u, '') : bare) +
    VERSION
  )
}

/**
 * The Business API of a profile; null where it offers no enquiry.
 * @param ports the transport must not be the watched one: the connection state describes the settlement service
 */
export function businessApiFor(profile: Profile, ports: ApiPorts): BusinessApi | null {
  const enquiry = enquiryOf(profile)
  if (enquiry === null) return null
  // It has its own rate limit: it is usually another host, and a person asks for one name at a time.
  return createBusinessApi({ ...apiOptionsOf(profile, ports), enquiry })
}

/**
 * The Business API (docs/service.md 4.1), as far as Tillside uses it. A POST is tried once, since a reference may be
 * used only once. A person who asks again gets a new reference.
 */
export function createBusinessApi(options: ApiOptions & { readonly enquiry: Enquiry }): BusinessApi {
  const { enquiry, timeoutMs } = options
  const exchange = createExchange(options)
  return {
    enquireName: ({ token, requestRef, accountNumber }) =>
      exchange({
        ...guarded(token, { accounts: [accountNumber], references: [requestRef] }),
        flag: enquiry,
        request: {
          method: 'POST',
          url: enquiry.address,
          headers: { ...headersFor(token), 'content-type': CONTENT_TYPE },
          body: JSON.stringify({
            serviceType: enquiry.serviceType.toUpperCase(),
            requestRef,
            // The service compares keys without case (2.1), so no two keys may differ only in case.
            data: { BeneficiaryAccountNumber: accountNumber, BeneficiaryBankCode: enquiry.bankCode },
          }),
          timeoutMs,
        },
        read: ({ message, body }) => ({
          ok: true,
          value: { name: accountName(body['data'], enquiry.nameKeys), message },
        }),
      }),
  }
}

/**
 * A reference that no request had before, in any run (docs/service.md 2.1). It consists of the time and 74 random bits,
 * so nothing has to be stored, and it stays unique when the clock is set back.
 */
export function newRequestRef({
  clock,
  random,
}: {
  readonly clock: Pick<Clock, 'wallNowMs'>
  readonly random: Pick<Random, 'bytes'>
}): string {
  return makeTransactionId(clock.wallNowMs(), random.bytes(RANDOM_BYTES))
}
