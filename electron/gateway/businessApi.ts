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
 * How the practice bank inside the app wants to be asked. It has no profile, since it works before anybody wrote one;
 * a test holds these against the bank itself. It takes the token of the sign-in, so that nothing has to be entered.
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

/** The name enquiry of a profile, with everything that it needs. */
export interface Enquiry extends SuccessRule {
  /** Version included. */
  readonly address: string
  readonly serviceType: string
  /** The service's own: the payout account is an account there, so there is no choice of a bank (docs/service.md 4.1). */
  readonly bankCode: string
  /** Under which keys of the answer's `data` the name may stand, the likeliest first. */
  readonly nameKeys: readonly string[]
  /** False: the Business API has a token of its own, and the settlement token must not go there. */
  readonly useSettlementToken: boolean
}

/** @returns null where the profile offers no enquiry: an address, a service type and a bank code make one */
export function enquiryOf(profile: Pick<Profile, 'partnerUrl' | 'businessUrl' | 'enquiry'>): Enquiry | null {
  // No real account number may leave Practice, so the bank inside the app is asked whatever else is written there.
  if (profile.partnerUrl === null) return PRACTICE_ENQUIRY
  const { businessUrl, enquiry } = profile
  if (businessUrl === null || enquiry.serviceType === '' || enquiry.bankCode === '') return null
  return { ...enquiry, address: businessAddress(businessUrl) }
}

/**
 * `/v2.1` once, whether the profile's address ends with it, in any case, with or without a slash, or not
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
 * @param ports the plain transport and not the watched one: the state of the way is that of the settlement service
 */
export function businessApiFor(profile: Profile, ports: ApiPorts): BusinessApi | null {
  const enquiry = enquiryOf(profile)
  if (enquiry === null) return null
  // A limit of its own: a person asks for one name at a time, and mostly of another host.
  return createBusinessApi({ ...apiOptionsOf(profile, ports), enquiry })
}

/**
 * The Business API (docs/service.md 4.1), as far as Tillside uses it. A POST is tried once, like every other: a
 * reference may be used once, and a person who asks again gets a new one.
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
            // The keys are not case sensitive there (2.1), so no two may differ by their case alone.
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
 * A reference that no request had before, in any run (docs/service.md 2.1): time and 74 random bits, so that it needs
 * no memory, and a clock that was set back does no harm.
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
