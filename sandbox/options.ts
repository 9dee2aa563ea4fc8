import * as z from 'zod/mini'
import type { KeptReference } from './keptReference.ts'

/** The sign-in of a fresh Tillside, so that Practice works at once. None of these is a secret. */
export const PRACTICE_PARTNER_URL = 'https://practice.tillside.invalid'
export const PRACTICE_CLIENT_ID = 'practice'
export const PRACTICE_SECRET_KEY = 'practice-secret-key'
export const PRACTICE_BUSINESS_TOKEN = 'practice-business-token'
export const PRACTICE_BANK_CODE = '000999'
export const PRACTICE_ENQUIRY_SERVICE_TYPE = 'NAME_ENQUIRY'
/** The first terminal of every seed. */
export const PRACTICE_TERMINAL_ID = '2TLS0001'

/** How the bank reports an invalid token, which is undocumented. */
export const expiredTokenWays = [
  'status401',
  'status403',
  'declined',
  'isSuccessfulFalse',
  'htmlPage',
] as const

/** The bank's habits, which may change at any time: each is an option, and a fault can change it for one answer. */
export const BankHabits = z.strictObject({
  /** Whether a search includes its last day is undocumented. */
  dateToIncluded: z.boolean(),
  expiredToken: z.enum(expiredTokenWays),
  /** How the keys of an envelope are spelled. `twoSpellings`: each of them twice. */
  envelopeKeys: z.enum(['documented', 'capitalised', 'upperCase', 'twoSpellings']),
  /** Flags and counts of an envelope as text: `"true"`, `"12"`. */
  textValues: z.boolean(),
  /** The answer of settlement status for an unknown reference is undocumented. */
  notFound: z.enum(['declined', 'status404', 'nullData']),
  /** `traced` and `tracedMessage`: with a changing trace id and time, as fields of the envelope or in the message. */
  notFoundSays: z.enum(['plain', 'traced', 'tracedMessage', 'reference']),
})
export type BankHabits = Readonly<z.output<typeof BankHabits>>

/** Some habits; the others stay. */
export type HabitChange = Readonly<z.output<typeof HabitChange>>
export const HabitChange = z.partial(BankHabits)

export function withHabits(options: BankOptions, change: HabitChange = {}): BankOptions {
  const stated = Object.entries(change).filter(([, value]) => value !== undefined)
  return { ...options, ...Object.fromEntries(stated) }
}

/** The bank's choices where the specification leaves one. Every field may change while the bank runs. */
export interface BankOptions extends BankHabits {
  readonly clientId: string
  readonly secretKey: string
  /** If set, login itself needs this bearer (docs/service.md 4.2). */
  readonly loginToken: string | null
  readonly businessToken: string
  /** How the Business API token is obtained is undocumented (docs/service.md 5). */
  readonly businessAccess: 'ownToken' | 'settlementToken' | 'either'
  readonly fieldPrefix: string
  /** The parameters of GET calls are listed as body parameters (docs/service.md 4). */
  readonly getParameters: 'query' | 'body'
  /** Path in the base address, such as `/partner`; empty: none. */
  readonly basePath: string
  readonly settleAfterMs: number
  readonly visibleAfterMs: number
  readonly tokenLifeMs: number
  readonly answerDelayMs: number
  /** For a request that breaks the specification: `httpStatus` is 4xx with an envelope, `bareStatus` 4xx without a body. */
  readonly refusals: 'httpStatus' | 'bareStatus' | 'declined'
  readonly wrongLogin: 'declined' | 'status401'
  readonly emptyList: 'emptyArray' | 'nullData' | 'declined'
  /** The sort order of lists is undocumented. */
  readonly recordOrder: 'oldestFirst' | 'newestFirst'
  readonly pageSizeMax: number
  /**
   * The answer to a page size above the limit, also undocumented. `capped` returns rows of a smaller page, and counts
   * pages by it.
   */
  readonly largerPages: 'refused' | 'capped'
  readonly enquiryServiceType: string
  readonly bankCode: string
  /** The key of the name in the enquiry's answer; its payload is undocumented. */
  readonly enquiryNameKey: string
  /** The form in which it keeps a reference (`keptReference.ts`). */
  readonly keptReference: KeptReference
  /** Whether a question about a whole reference finds the kept form. The kept form itself always does. */
  readonly findsWhole: boolean
  /** A name of `deviations/deviations.ts`: how this bank differs besides. */
  readonly deviation: string | null
}

export const defaultBankOptions: BankOptions = {
  clientId: PRACTICE_CLIENT_ID,
  secretKey: PRACTICE_SECRET_KEY,
  loginToken: null,
  businessToken: PRACTICE_BUSINESS_TOKEN,
  businessAccess: 'either',
  fieldPrefix: 'provider',
  getParameters: 'query',
  basePath: '',
  settleAfterMs: 15_000,
  visibleAfterMs: 1_000,
  tokenLifeMs: 3_600_000,
  answerDelayMs: 120,
  notFound: 'declined',
  notFoundSays: 'plain',
  expiredToken: 'status401',
  envelopeKeys: 'documented',
  textValues: false,
  refusals: 'httpStatus',
  wrongLogin: 'declined',
  emptyList: 'emptyArray',
  dateToIncluded: true,
  recordOrder: 'newestFirst',
  pageSizeMax: 1_000,
  largerPages: 'refused',
  enquiryServiceType: PRACTICE_ENQUIRY_SERVICE_TYPE,
  bankCode: PRACTICE_BANK_CODE,
  enquiryNameKey: 'accountName',
  keptReference: 'whole',
  findsWhole: false,
  deviation: null,
}
