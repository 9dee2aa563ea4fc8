import { createHmac, hash } from 'node:crypto'
import { koboFromDecimal, subtractDecimal } from '../../shared/money.ts'
import type { RecordView } from '../../shared/record.ts'
import { dayOf } from '../../shared/serviceTime.ts'
import type { TransactionRecord } from '../gateway/answer.ts'
import { toRecordView } from '../gateway/recordView.ts'
import type { MacKey } from '../session/macKey.ts'

/**
 * What is kept of a record, with the account number masked.
 *
 * - **Unreadable**: a row without an id, a reference, a terminal or an amount is no record: it is not kept, and its list
 *   is not complete.
 * - **Finer than a kobo**: the decimal text is exact, and the kobo are null.
 * - **Without a terminal**: it belongs to the terminal whose list showed it; from a question about one reference to none.
 * - **Without a readable day**: its day is the empty text.
 * - **One id, two references**: two records. Neither is a change of the other.
 */
export interface RecordFacts {
  /** The bank's record id in the digits of its source: a whole number has no other form on the wire. */
  readonly recordId: string
  /** As the record matcher compares it (`isSameReference`). */
  readonly reference: string
  readonly view: RecordView
  /** Equal for two reads of the same facts. It leaves out the account, which {@link isSameAccount} compares. */
  readonly content: string
  readonly account: AccountPrint
}

/** What is worked out for a new version alone. */
export interface VersionFacts {
  readonly amountKobo: number | null
  readonly netKobo: number | null
  /** The amount less what was settled, exact; null where the bank does not say what was settled. */
  readonly fee: string | null
  /** The numbers as the bank wrote them, as JSON, where they differ from the exact text; else null. */
  readonly asGiven: string | null
}

/** An account number without its digits: the visible end, and a MAC with the key that made it. */
export interface AccountPrint {
  readonly ending: string
  readonly print: string
}

const CONTENT_LENGTH = 22
const PRINT_LENGTH = 22

/** @param printOf {@link accountPrint} with the key of this run */
export function factsOf(record: TransactionRecord, printOf: (accountNumber: string) => string): RecordFacts {
  const view = toRecordView(record)
  return {
    recordId: view.recordId,
    reference: referenceKey(view.transactionId),
    view,
    content: contentOf(view),
    account: { ending: view.accountEnding, print: printOf(record.accountNumber) },
  }
}

export function versionFactsOf(record: TransactionRecord): VersionFacts {
  const { amountSettled: net } = record
  return {
    amountKobo: koboFromDecimal(record.amount) ?? null,
    netKobo: net === null ? null : (koboFromDecimal(net) ?? null),
    fee: net === null ? null : subtractDecimal(record.amount, net),
    asGiven: asGivenOf(record),
  }
}

/** The bank's day of receipt; empty if unreadable. */
export function receivedDay({ timeReceived }: Pick<TransactionRecord, 'timeReceived'>): string {
  return dayOf(timeReceived) ?? ''
}

export function referenceKey(transactionId: string): string {
  return transactionId.toUpperCase()
}

/** A keyed fingerprint of a whole account number. Those of one key are equal for equal numbers alone. */
export function accountPrint(accountNumber: string, key: Pick<MacKey, 'get' | 'id'>): string {
  const mac = createHmac('sha256', key.get())
    .update(JSON.stringify(['account', accountNumber]))
    .digest('base64url')
  return `${key.id()}.${mac.slice(0, PRINT_LENGTH)}`
}

/** A client's terminals share a few accounts, and a MAC takes longer than all else that a known record needs. */
const PRINTS_REMEMBERED_MAX = 1_000

/** {@link accountPrint}, remembered for this run. */
export function createPrints(key: Pick<MacKey, 'get' | 'id'>): (accountNumber: string) => string {
  const prints = new Map<string, string>()
  return (accountNumber) => {
    const known = prints.get(accountNumber)
    if (known !== undefined) return known
    if (prints.size >= PRINTS_REMEMBERED_MAX) prints.clear()
    const print = accountPrint(accountNumber, key)
    prints.set(accountNumber, print)
    return print
  }
}

/** With another key, such as after a loss of the system's key store, only the visible ends can be compared. */
export function isSameAccount(left: AccountPrint, right: AccountPrint): boolean {
  return isOfSameKey(left, right) ? left.print === right.print : left.ending === right.ending
}

export function isOfSameKey(left: AccountPrint, right: AccountPrint): boolean {
  return keyOf(left) === keyOf(right)
}

function keyOf({ print }: AccountPrint): string {
  return print.slice(0, print.indexOf('.'))
}

/**
 * Two calls of a service may write one fact in two ways: digits of a fraction of a second, capitals of a reference,
 * zeroes of an amount. That is no change.
 */
function contentOf(view: RecordView): string {
  const { recordId: _, accountEnding: __, transactionId: ___, datePaid, timeReceived, ...others } = view
  const facts = [withoutZeroes(datePaid), withoutZeroes(timeReceived), ...Object.values(others)]
  return hash('sha256', JSON.stringify(facts), 'base64url').slice(0, CONTENT_LENGTH)
}

/** `…T10:00:00.1200` and `…T10:00:00.12` are one time. */
function withoutZeroes(time: string): string {
  return time.replace(/(?<=\.[0-9]*)0+$/u, '').replace(/\.$/u, '')
}

function asGivenOf(record: TransactionRecord): string | null {
  const given = {
    amount: record.amountGiven ?? record.amount,
    amountSettled: record.amountSettledGiven ?? record.amountSettled,
    feePercentage: record.feePercentageGiven ?? record.feePercentage,
  }
  const isOther =
    given.amount !== record.amount ||
    given.amountSettled !== record.amountSettled ||
    given.feePercentage !== record.feePercentage
  return isOther ? JSON.stringify(given) : null
}
