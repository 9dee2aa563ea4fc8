import type { TerminalChangeView, TerminalField, TerminalSide } from '../../../shared/terminalChange.ts'
import { lazyStrings } from '../../strings/lazyStrings.ts'
import { strings } from '../../strings/strings.ts'

const words = lazyStrings.terminalChange

/** One value before the change, as asked for, and as the list shows it. */
export interface SideLine {
  readonly field: TerminalField
  readonly label: string
  readonly before: string | null
  readonly wanted: string
  /** Null where the list was not read, or does not show the terminal. */
  readonly found: string | null
  readonly differs: boolean
  /** The change asked for another value than before. */
  readonly isChanged: boolean
}

/** The values of a change, line by line, in the order of the forms. */
export function sideLines({ from, to, readBack, nameCheckedAtMs }: TerminalChangeView): readonly SideLine[] {
  return sideFields.map(({ field, label, text }) => {
    const before = from === null ? null : text(from)
    const wanted = text(to)
    return {
      field,
      label,
      before,
      wanted,
      found: readBack?.found == null ? null : text(readBack.found),
      differs: readBack?.differences.includes(field) === true,
      // Two accounts may have the same ending; the name check is only required for another account.
      isChanged: before !== null && (before !== wanted || (field === 'account' && nameCheckedAtMs !== null)),
    }
  })
}

export const yesNo = (value: boolean): string => (value ? words.fields.yes : words.fields.no)

interface SideField {
  readonly field: TerminalField
  readonly label: string
  readonly text: (side: TerminalSide) => string
}

const sideFields: readonly SideField[] = [
  {
    field: 'merchant',
    label: words.fields.merchant,
    text: ({ merchantId }) => merchantId ?? words.fields.notKnown,
  },
  { field: 'account', label: words.fields.account, text: ({ accountEnding }) => maskedText(accountEnding) },
  {
    field: 'accountName',
    label: words.fields.accountName,
    text: ({ accountName }) => accountName ?? words.fields.notAsked,
  },
  {
    field: 'serialNumber',
    label: words.fields.serialNumber,
    text: ({ serialNumber }) => (serialNumber === '' ? words.fields.empty : serialNumber),
  },
  { field: 'isActive', label: words.fields.isActive, text: ({ isActive }) => yesNo(isActive) },
  {
    field: 'isReceivingPayment',
    label: words.fields.isReceivingPayment,
    text: ({ isReceivingPayment }) => yesNo(isReceivingPayment),
  },
]

/** An account's last digits. */
export function maskedText(ending: string): string {
  return ending === '' ? strings.detail.notGiven : strings.detail.accountMasked(ending)
}
