import { createHmac } from 'node:crypto'
import * as z from 'zod/mini'
import { RecordId } from '../../../shared/recordId.ts'
import { parseUnknown } from '../../../shared/parse.ts'
import { payoutFields, type PayoutField } from '../../../shared/payout.ts'
import type { TerminalView } from '../../../shared/terminal.ts'
import type { Terminal } from '../../gateway/answer.ts'
import { accountEnding } from '../../gateway/recordView.ts'
import type { MacKey } from '../../session/macKey.ts'

/** An account number as the watch keeps it: its last digits, and a fingerprint that only this computer's key can make. */
const Account = z.strictObject({
  ending: z.string(),
  /** Null where the whole number was not there, or no key could be kept: then the endings are compared. */
  mark: z.nullable(z.string()),
  /** Which key made the mark: marks of different keys cannot be compared. Null: a key of this run alone. */
  key: z.nullable(z.string()),
})
export type Account = z.output<typeof Account>

/** Null where one of them is not known: a registration names the merchant by the ID alone (docs/service.md 4.3). */
const Merchant = z.strictObject({ recordId: z.nullable(RecordId), id: z.nullable(z.string()) })
export type Merchant = z.output<typeof Merchant>

const flag = z.nullable(z.boolean())
const Values = z.strictObject({
  account: z.nullable(Account),
  merchant: z.nullable(Merchant),
  isActive: flag,
  isReceivingPayment: flag,
})
/** What a terminal pays to, as far as it is known; null where it is not. */
export type Values = z.output<typeof Values>
export const UNKNOWN: Values = { account: null, merchant: null, isActive: null, isReceivingPayment: null }

const Alarm = z.strictObject({
  firstSeenAtMs: z.number(),
  shownBy: z.enum(['list', 'record']),
  fields: z.array(z.enum(payoutFields)),
  /** The fields of `fields` as they were, and as the bank showed them last. */
  from: Values,
  to: Values,
  /** Everything that was told already, so that nothing is told twice. */
  told: z.array(Values),
  /** The list was read since the latest news. */
  isListRead: z.boolean(),
})
export type Alarm = z.output<typeof Alarm>

const Watched = z.strictObject({
  terminalId: z.string(),
  /** By this computer's clock, for the screen. */
  sinceMs: z.number(),
  /** By the service's clock: an older record may show an account of before. */
  sinceBankMs: z.number(),
  /** Since when the account below is expected, by the service's clock. */
  accountSinceBankMs: z.number(),
  expected: Values,
  /** As the bank's list showed it last. */
  listed: Values,
  /** Accounts that were expected before. Records of those days show them. */
  earlier: z.array(Account),
  /** Accounts that a manager has accepted from a record, before a list showed them. */
  accepted: z.array(Account),
  missingSinceMs: z.nullable(z.number()),
  alarm: z.nullable(Alarm),
})
export type Watched = z.output<typeof Watched>

/** An edit or a registration from here, until its values were seen. It explains exactly these, each once. */
const Explanation = z.strictObject({
  changeId: z.string(),
  terminalId: z.string(),
  recordId: z.nullable(RecordId),
  /** Which fields it changes, less those that were seen since. */
  fields: z.array(z.enum(payoutFields)),
  from: Values,
  to: Values,
})
export type Explanation = z.output<typeof Explanation>

/** The watch over one client's terminals. */
const PayoutState = z.strictObject({
  /** Grows with each change: of two copies the later one counts. */
  revision: z.int(),
  terminals: z.array(Watched),
  /** In the order of asking. */
  asked: z.array(Explanation),
  /** News that the audit does not have yet, since the disk refused it: the details as JSON. */
  untold: z.array(z.strictObject({ atMs: z.number(), detail: z.string() })),
})
export type PayoutState = z.output<typeof PayoutState>

export const NOTHING_WATCHED: PayoutState = { revision: 0, terminals: [], asked: [], untold: [] }

/** @returns undefined if this version did not write it */
export function payoutStateIn(value: unknown): PayoutState | undefined {
  const parsed = parseUnknown(PayoutState, value)
  return parsed.ok ? parsed.value : undefined
}

/** What the disk may have: a fingerprint of this run's own key means nothing to the next one. */
export function forDisk(state: PayoutState): PayoutState {
  const written = JSON.stringify(state, (_name, each: unknown) =>
    isOfThisRun(each) ? { ...each, mark: null } : each,
  )
  return JSON.parse(written) as PayoutState
}

/** An account is all that has a mark. */
function isOfThisRun(value: unknown): value is Account {
  return (
    typeof value === 'object' && value !== null && 'mark' in value && 'key' in value && value.key === null
  )
}

/** Makes fingerprints of account numbers with this computer's key. */
export interface Marks {
  account(accountNumber: string): Account
  of(terminal: Terminal): Values
}

const MARK_LENGTH = 22
/** Digits with the marks that people write between them. A masked number has others, and proves nothing but its end. */
const WHOLE_NUMBER = /^[0-9][0-9 .-]*$/u

export function createMarks(key: Pick<MacKey, 'get' | 'id' | 'isKept'>): Marks {
  const mac = (...parts: readonly string[]): string =>
    createHmac('sha256', key.get()).update(JSON.stringify(parts)).digest('base64url')
  const account = (accountNumber: string): Account => {
    const ending = accountEnding(accountNumber)
    const text = accountNumber.trim()
    if (!WHOLE_NUMBER.test(text)) return { ending, mark: null, key: null }
    // A number and a text may differ in zeros at the front.
    const digits = text.replace(/[^0-9]/gu, '').replace(/^0+/u, '')
    return {
      ending,
      mark: mac('payout account', digits).slice(0, MARK_LENGTH),
      key: key.isKept() ? key.id() : null,
    }
  }
  return {
    account,
    of: ({ accountNumber, merchantRecordId, merchantId, isActive, isReceivingPayment }) => ({
      account: account(accountNumber),
      merchant: { recordId: merchantRecordId, id: merchantId },
      isActive,
      isReceivingPayment,
    }),
  }
}

/** A row as the screen has it: of the account only the last digits are left. */
export function valuesOfView(view: TerminalView): Values {
  const { accountEnding: ending, merchantRecordId, merchantId, isActive, isReceivingPayment } = view
  return {
    account: { ending, mark: null, key: null },
    merchant: { recordId: merchantRecordId, id: merchantId },
    isActive,
    isReceivingPayment,
  }
}

export function isSameAccount(left: Account, right: Account): boolean {
  const isExact = left.mark !== null && right.mark !== null && left.key === right.key
  if (isExact) return left.mark === right.mark
  // Of a masked number fewer digits may be left.
  const [shorter, longer] = [left.ending, right.ending].toSorted((one, other) => one.length - other.length)
  return shorter === '' ? longer === '' : longer?.endsWith(shorter ?? '') === true
}

/** Neither letters' case nor spaces around it make an ID another one. */
export function idKey(id: string): string {
  return id.trim().toUpperCase()
}

function isSameMerchant(left: Merchant, right: Merchant): boolean {
  const isSame = <Value>(one: Value | null, other: Value | null): boolean =>
    one === null || other === null || one === other
  const id = (each: Merchant): string | null => each.id && idKey(each.id)
  return isSame(left.recordId, right.recordId) && isSame(id(left), id(right))
}

/** Whether two values of a field are the same, as far as both are known; one that is not known matches none. */
export function isSameIn(field: PayoutField, left: Values, right: Values): boolean {
  switch (field) {
    case 'account':
      return left.account !== null && right.account !== null && isSameAccount(left.account, right.account)
    case 'merchant':
      return (
        left.merchant !== null && right.merchant !== null && isSameMerchant(left.merchant, right.merchant)
      )
    case 'isActive':
    case 'isReceivingPayment':
      return left[field] !== null && left[field] === right[field]
  }
}
