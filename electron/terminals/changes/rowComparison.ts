import type { ReadBack, TerminalField, TerminalSide } from '../../../shared/terminalChange.ts'
import type { Terminal } from '../../gateway/answer.ts'
import { accountEnding } from '../../gateway/recordView.ts'
import { boundedSide } from './changeEntries.ts'

/** Whole account numbers. They exist only in the memory of the run that asked. */
export interface WholeNumbers {
  /** Null for a registration. */
  readonly from: string | null
  readonly to: string
}

export interface Compare {
  readonly kind: 'register' | 'edit'
  readonly from: TerminalSide | null
  readonly to: TerminalSide
  /** Null if an earlier run asked: then only the last digits can be compared. */
  readonly numbers: WholeNumbers | null
}

export type Comparison = Pick<ReadBack, 'outcome' | 'differences' | 'isByEnding'>

/** A terminal of the list as a change keeps and shows it: with the account number masked. */
export function sideOf(terminal: Terminal): TerminalSide {
  return boundedSide({
    merchantRecordId: terminal.merchantRecordId,
    merchantId: terminal.merchantId,
    accountEnding: accountEnding(terminal.accountNumber),
    accountName: terminal.accountName,
    serialNumber: terminal.serialNumber,
    isReceivingPayment: terminal.isReceivingPayment,
    isActive: terminal.isActive,
  })
}

/** Compares the list with what was asked for, and with what was there before. */
export function compare({ kind, from, to, numbers }: Compare, found: Terminal): Comparison {
  const differences = differencesFrom(to, numbers?.to ?? null, kind, found)
  const isAsBefore = from !== null && differencesFrom(from, numbers?.from ?? null, kind, found).length === 0
  const isByEnding = numbers === null
  // The accounts have the same last digits, so they cannot be told apart, and nothing follows.
  if (differences.length === 0 && isAsBefore) return { outcome: 'incomplete', differences: [], isByEnding }
  if (differences.length === 0) return { outcome: 'asAsked', differences: [], isByEnding }
  const isAsWritten = !isAsBefore && differences.every((field) => isSameBut(field, to, sideOf(found)))
  const outcome = isAsBefore ? 'asBefore' : isAsWritten ? 'asAsked' : 'differs'
  return { outcome, differences: [...differences], isByEnding }
}

/** Whether a field differs only in case and spaces, or, of a name, in the order of its parts: a bank may keep it so. */
function isSameBut(field: TerminalField, asked: TerminalSide, shown: TerminalSide): boolean {
  switch (field) {
    case 'accountName':
      return partsOf(asked.accountName ?? '') === partsOf(shown.accountName ?? '')
    case 'serialNumber':
      return folded(asked.serialNumber) === folded(shown.serialNumber)
    case 'merchant': {
      const isRecord = asked.merchantRecordId === null || asked.merchantRecordId === shown.merchantRecordId
      return isRecord && folded(asked.merchantId ?? '') === folded(shown.merchantId ?? '')
    }
    case 'account':
    case 'isReceivingPayment':
    case 'isActive':
      return false
  }
}

function folded(text: string): string {
  return text.normalize('NFKC').toUpperCase().replaceAll(/\s+/gu, '')
}

function partsOf(name: string): string {
  return name.normalize('NFKC').toUpperCase().trim().split(/\s+/u).toSorted().join(' ')
}

function differencesFrom(
  side: TerminalSide,
  number: string | null,
  kind: Compare['kind'],
  found: Terminal,
): readonly TerminalField[] {
  const shown = sideOf(found)
  // A registration names the merchant by the ID alone, and sends no account name (docs/service.md 4.3).
  const isMerchant =
    (side.merchantRecordId === null || side.merchantRecordId === shown.merchantRecordId) &&
    (side.merchantId === null || side.merchantId === shown.merchantId)
  const isAccount =
    number === null ? side.accountEnding === shown.accountEnding : number === found.accountNumber
  const same: Readonly<Record<TerminalField, boolean>> = {
    merchant: isMerchant,
    account: isAccount,
    accountName: kind === 'register' || side.accountName === shown.accountName,
    serialNumber: side.serialNumber === shown.serialNumber,
    isReceivingPayment: side.isReceivingPayment === shown.isReceivingPayment,
    isActive: side.isActive === shown.isActive,
  }
  return TERMINAL_FIELDS.filter((field) => !same[field])
}

const TERMINAL_FIELDS: readonly TerminalField[] = [
  'merchant',
  'account',
  'accountName',
  'serialNumber',
  'isReceivingPayment',
  'isActive',
]

/** What identifies a terminal; one without a record id is, as far as known, not in the bank's list yet. */
export interface TerminalKey {
  readonly terminalId: string
  readonly recordId: string | null
}
