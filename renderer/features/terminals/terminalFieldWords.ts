import type { MerchantView } from '../../../shared/terminal.ts'
import { laterStrings } from '../../strings/laterStrings.ts'
import type { EditState, FormState } from './terminalChangeTypes.ts'
import { maskedText } from './terminalChangeSides.ts'
import {
  fieldProblemText,
  knownMerchant,
  merchantCount,
  merchantProblemText,
  merchantText,
  typedMerchantText,
} from './terminalFormWords.ts'
import { paysToText } from './terminalWords.ts'

const words = laterStrings.terminalChange

/** The merchant in an edit, with all that the list shows of them. */
function shownMerchant({ merchant }: EditState, rows: readonly MerchantView[]): MerchantView | null {
  return rows.find((row) => row.merchantRecordId === merchant?.merchantRecordId) ?? merchant
}

/** Whose account it is to be. */
export function formMerchantText(form: FormState, rows: readonly MerchantView[]): string {
  if (form.kind === 'register') return typedMerchantText(form.values.merchantId, rows)
  const known = shownMerchant(form, rows)
  return known === null ? form.merchantText : merchantText(known)
}

/** Compares names without case, marks and punctuation, as banks write them. */
const NAMES = new Intl.Collator('en', { sensitivity: 'base', ignorePunctuation: true })

/**
 * Whether the list knows which names the merchant's terminals pay to, and none of them is this one. The bank's own
 * answer stays what counts: a merchant may take a new account.
 */
export function isOtherName(name: string, form: FormState, rows: readonly MerchantView[]): boolean {
  const known = form.kind === 'edit' ? shownMerchant(form, rows) : knownMerchant(form.values.merchantId, rows)
  if (known === null || known.accountNames.length < known.accountNameCount) return false
  return known.accountNameCount > 0 && known.accountNames.every((one) => NAMES.compare(one, name) !== 0)
}

interface FieldWords {
  readonly label: string
  readonly help: string
}

interface MerchantField extends FieldWords {
  readonly problem: string | undefined
  readonly text: string
  /** The merchant that the text names; null if it names none, or several. */
  readonly chosen: MerchantView | null
}

export function merchantField(form: FormState, rows: readonly MerchantView[]): MerchantField {
  const { fields, register, edit } = words
  if (form.kind === 'edit') {
    const known = shownMerchant(form, rows)
    return {
      label: edit.newOf(fields.merchant),
      help: known === null ? words.off.noMerchant : paysToText(known),
      problem: merchantProblemText(form, rows),
      text: form.merchantText,
      chosen: form.merchant ?? knownMerchant(form.merchantText, rows),
    }
  }
  const { merchantId } = form.values
  const known = knownMerchant(merchantId, rows)
  const count = merchantCount(merchantId, rows)
  const ofOne =
    known === null
      ? register.merchantIdHelp
      : register.merchantKnown(fields.terminals(known.terminalCount), paysToText(known))
  return {
    label: fields.merchantId,
    help: count > 1 ? register.merchantShared(count) : ofOne,
    problem: fieldProblemText(form.problems, 'merchantId'),
    text: merchantId,
    chosen: known,
  }
}

/** The fields of a form that hold a text of their own. */
export type TextField = 'terminalId' | 'accountNumber' | 'serialNumber' | 'by' | 'note'

export function textFieldWords(form: FormState, field: TextField): FieldWords {
  const { fields, register, edit } = words
  if (field === 'terminalId') return { label: fields.terminalId, help: register.terminalIdHelp }
  if (field === 'by') return { label: fields.by, help: fields.byHelp }
  if (form.kind === 'register') {
    if (field === 'note') return { label: fields.note, help: fields.noteHelp }
    return field === 'serialNumber'
      ? { label: fields.serialNumber, help: register.serialHelp }
      : { label: fields.accountNumber, help: fields.accountNumberHelp }
  }
  if (field === 'note') return { label: fields.why, help: fields.whyHelp }
  if (field === 'serialNumber') return { label: edit.newOf(fields.serialNumber), help: edit.serialHelp }
  // After a lock an empty field does not mean the present account.
  const help = form.isAccountLost
    ? fields.accountNumberHelp
    : edit.accountHelp(maskedText(form.base.accountEnding))
  return { label: fields.newAccountNumber, help }
}
