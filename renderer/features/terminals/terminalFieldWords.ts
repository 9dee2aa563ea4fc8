import { inSentence } from '../../../shared/plainText.ts'
import { type MerchantView, namesOtherThan } from '../../../shared/terminal.ts'
import { lazyStrings } from '../../strings/lazyStrings.ts'
import { assertNever } from '../../../shared/result.ts'
import type { TerminalField } from '../../../shared/terminalChange.ts'
import type { EditState, FormState, RegisterState } from '../../core/terminalChangeTypes.ts'
import { editedFields } from './terminalHindrance.ts'
import { maskedText, yesNo } from './terminalChangeSides.ts'
import {
  fieldProblemText,
  knownMerchant,
  merchantCount,
  merchantProblemText,
  merchantText,
  typedMerchantText,
} from './terminalFormWords.ts'
import { paysToText } from './terminalWords.ts'

const words = lazyStrings.terminalChange

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

/** The names that the merchant's terminals pay to, where the list knows them and none of them is this one. */
export function otherNames(name: string, form: FormState, rows: readonly MerchantView[]): readonly string[] {
  const known = form.kind === 'edit' ? shownMerchant(form, rows) : knownMerchant(form.values.merchantId, rows)
  return namesOtherThan(name, known)
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
    const { merchantId, accountName } = form.base
    return {
      label: edit.newOf(fields.merchant),
      help: edit.from(words.check.merchantPaysTo(inSentence(merchantId), inSentence(accountName))),
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
      ? register.merchantHelp
      : register.merchantKnown(fields.terminals(known.terminalCount), paysToText(known))
  return {
    label: fields.merchant,
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
  const isEdit = form.kind === 'edit'
  switch (field) {
    case 'terminalId':
      return { label: fields.terminalId, help: register.terminalIdHelp }
    case 'by':
      return { label: fields.by, help: fields.byHelp }
    case 'note':
      return isEdit
        ? { label: fields.why, help: fields.whyHelp }
        : { label: fields.note, help: fields.noteHelp }
    case 'accountNumber':
      return {
        label: isEdit ? fields.newAccountNumber : fields.accountNumber,
        help: fields.accountNumberHelp,
      }
    case 'serialNumber':
      return isEdit
        ? {
            label: edit.newOf(fields.serialNumber),
            help: edit.serialHelp(
              form.base.serialNumber === '' ? fields.empty.toLowerCase() : inSentence(form.base.serialNumber),
            ),
          }
        : { label: fields.serialNumber, help: register.serialHelp }
    default:
      return assertNever(field, 'field of a form')
  }
}

/** What will be asked for, in sentences. Of a registration it says what is typed so far; of an edit what changes. */
export function willRegisterTexts(
  { values }: RegisterState,
  rows: readonly MerchantView[],
): { readonly deed: string; readonly more: string } | null {
  const { willHappen } = words
  const { terminalId, merchantId, serialNumber, isActive, isReceivingPayment } = values
  if (terminalId.trim() === '' || merchantId.trim() === '') return null
  const active = isActive ? willHappen.active : willHappen.notActive
  const paid = isReceivingPayment ? willHappen.paid : willHappen.notPaid
  return {
    deed: willHappen.registered(terminalId.trim(), typedMerchantText(merchantId, rows)),
    more: `${willHappen.device(serialNumber.trim())} ${active}, ${paid}`,
  }
}

export interface EditLine {
  readonly field: TerminalField
  readonly label: string
  readonly now: string
  readonly wanted: string
}

/** From what to what, a line for each value that an edit changes; accounts are masked. */
export function editLines(form: EditState): readonly EditLine[] {
  const { base, values } = form
  const texts: Readonly<Record<Exclude<TerminalField, 'accountName'>, readonly [string, string]>> = {
    merchant: [base.merchantId, form.merchant?.merchantId ?? form.merchantText],
    account: [maskedText(base.accountEnding), maskedText(values.accountNumber.slice(-4))],
    serialNumber: [base.serialNumber || words.fields.empty, values.serialNumber || words.fields.empty],
    isActive: [yesNo(base.isActive), yesNo(values.isActive)],
    isReceivingPayment: [yesNo(base.isReceivingPayment), yesNo(values.isReceivingPayment)],
  }
  return editedFields(form).map((field) => {
    const [now, wanted] = texts[field]
    return { field, label: words.fields[field], now, wanted }
  })
}
