/** What a fresh Tillside signs in with, so that it works in the first minute. None of these is a secret. */
export const PRACTICE_PARTNER_URL = 'https://practice.tillside.invalid'
export const PRACTICE_CLIENT_ID = 'practice'
export const PRACTICE_SECRET_KEY = 'practice-secret-key'
export const PRACTICE_BUSINESS_TOKEN = 'practice-business-token'
export const PRACTICE_BANK_CODE = '000999'
export const PRACTICE_ENQUIRY_SERVICE_TYPE = 'NAME_ENQUIRY'
/** The first terminal of every seed. */
export const PRACTICE_TERMINAL_ID = '2TLS0001'

/**
 * How this bank behaves where the specification leaves the choice ("not shown") or to the deployment. Every field may
 * be changed while the bank runs.
 */
export interface BankOptions {
  readonly clientId: string
  readonly secretKey: string
  /** Where set, login itself needs this bearer (specification 4.2 lists one). */
  readonly loginToken: string | null
  readonly businessToken: string
  /** How the Business API token is obtained is not shown (specification 5). */
  readonly businessAccess: 'ownToken' | 'settlementToken' | 'either'
  readonly fieldPrefix: string
  /** Specification 4 lists the parameters of GET calls as body parameters. */
  readonly getParameters: 'query' | 'body'
  /** Path that the base address carries, such as `/partner`; empty: none. */
  readonly basePath: string
  readonly settleAfterMs: number
  readonly visibleAfterMs: number
  readonly tokenLifeMs: number
  /** The ordinary time that an answer takes. */
  readonly answerDelayMs: number
  /** Settlement status of an unknown reference: not shown. */
  readonly notFound: 'declined' | 'status404' | 'nullData'
  /** A request that breaks the specification: `httpStatus` is 4xx with an envelope, `bareStatus` 4xx without a body. */
  readonly refusals: 'httpStatus' | 'bareStatus' | 'declined'
  readonly wrongLogin: 'declined' | 'status401'
  readonly emptyList: 'emptyArray' | 'nullData' | 'declined'
  /** Whether a search includes its last day is not shown. */
  readonly dateToIncluded: boolean
  /** The sort order of lists is not shown. */
  readonly recordOrder: 'oldestFirst' | 'newestFirst'
  readonly pageSizeMax: number
  /** A page larger than that: not shown, either. `capped` gives as many rows as the bank likes, and counts pages by them. */
  readonly largerPages: 'refused' | 'capped'
  readonly enquiryServiceType: string
  readonly bankCode: string
  /** Under which key the enquiry's answer has the name; its payload is not shown. */
  readonly enquiryNameKey: string
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
}
