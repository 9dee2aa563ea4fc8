import type { AmountFormat } from '../../shared/money.ts'

/** The provisioning file, complete: every key present, defaults filled in (design §7). */
export interface Profile {
  readonly name: string
  readonly environment: 'live' | 'practice'
  /** Address of the partner terminal-settlement interface, without a slash at its end; null: the practice bank inside the app. */
  readonly partnerUrl: string | null
  readonly businessUrl: string | null
  /** Deployments name the `provider…` fields after themselves. */
  readonly fieldPrefix: string
  /** Specification 4: GET parameters are listed as body parameters. */
  readonly getParameters: 'query' | 'body'
  readonly amountFormat: AmountFormat
  readonly terminalId: string | null
  readonly transactionIdPattern: string
  /** IANA name; only ages and "today" rest on it. */
  readonly serviceTimeZone: string
  readonly enquiry: {
    readonly serviceType: string
    readonly bankCode: string
    readonly nameKeys: readonly string[]
    readonly useSettlementToken: boolean
  }
  readonly outbox: {
    readonly resendAfterAbsence: 'ask' | 'auto'
    readonly quietPeriodMinutes: number
    readonly requestsPerSecond: number
    readonly timeoutSeconds: number
    readonly unsentStatuses: readonly number[]
  }
  readonly settlement: { readonly lateAfterMinutes: number }
  readonly limits: { readonly confirmAboveNaira: number; readonly pageSize: number }
  readonly locked: readonly string[]
}
