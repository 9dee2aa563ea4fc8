import { editedFields } from '../../state/terminalHindrance.ts'
import { type ReactNode, useEffect } from 'react'
import type { MerchantView, TerminalView } from '../../../shared/terminal.ts'
import type { TerminalField } from '../../../shared/terminalChange.ts'
import { Reference } from '../../components/Figures.tsx'
import { Foreign } from '../../components/Foreign.tsx'
import { MaskedAccount } from '../../components/MaskedAccount.tsx'
import { cx } from '../../components/cx.ts'
import { useApp } from '../../state/context.tsx'
import type { EditState } from '../../state/terminalChangeTypes.ts'
import { laterStrings } from '../../laterStrings.ts'
import { maskedText } from '../../words/terminalChangeSides.ts'
import { fieldProblemText, merchantProblemText, merchantText } from '../../words/terminalFormWords.ts'
import { paysToText } from '../../words/terminalWords.ts'
import { AccountCheck } from './AccountCheck.tsx'
import { Flag, FormField } from './FormField.tsx'
import { MerchantBox } from './MerchantBox.tsx'
import styles from './Sides.module.css'

const words = laterStrings.terminalChange.edit
const names = laterStrings.terminalChange.fields

interface LinesProps {
  readonly form: EditState
  readonly base: TerminalView
}

/** Old beside new, a line for each value that the service lets anybody change. */
export function EditLines({ form, base }: LinesProps) {
  const edited = editedFields(base, form.values)
  const now = nowTitle(form)
  return (
    <table className={cx(styles.table)}>
      <thead>
        <tr>
          <th scope="col">{words.what}</th>
          <th scope="col">{now}</th>
          <th scope="col">{words.wanted}</th>
        </tr>
      </thead>
      <tbody>
        <Line field="merchant" edited={edited} title={now} now={<Reference value={base.merchantId} />}>
          <Merchant form={form} />
        </Line>
        <Line
          field="account"
          edited={edited}
          title={now}
          now={
            <>
              <MaskedAccount ending={base.accountEnding} />
              <span className={cx(styles.second)}>
                <Foreign text={base.accountName} />
              </span>
            </>
          }
        >
          <Account form={form} base={base} />
        </Line>
        <Line field="serialNumber" edited={edited} title={now} now={<Serial value={base.serialNumber} />}>
          <SerialField form={form} />
        </Line>
        <Line field="isActive" edited={edited} title={now} now={yesNo(base.isActive)}>
          <FlagField form={form} field="isActive" help={names.isActiveHelp} />
        </Line>
        <Line field="isReceivingPayment" edited={edited} title={now} now={yesNo(base.isReceivingPayment)}>
          <FlagField form={form} field="isReceivingPayment" help={names.isReceivingPaymentHelp} />
        </Line>
      </tbody>
    </table>
  )
}

/** What the bank shows by now stands above, as long as nobody has looked at it. */
function nowTitle({ meanwhile }: EditState): string {
  return meanwhile === null ? words.now : words.began
}

interface LineProps {
  readonly field: TerminalField
  readonly edited: readonly TerminalField[]
  /** Of the column of what is there before. */
  readonly title: string
  readonly now: ReactNode
  readonly children: ReactNode
}

/** What is changed is said in a word; its colour only helps. */
function Line({ field, edited, title, now, children }: LineProps) {
  const isChanged = edited.includes(field)
  return (
    <tr className={cx(isChanged && styles.changed)} data-line={field}>
      <th scope="row">
        {names[field]}
        {isChanged && <strong className={cx(styles.mark)}>{words.changed}</strong>}
      </th>
      <td data-title={title}>{now}</td>
      <td data-title={words.wanted}>{children}</td>
    </tr>
  )
}

function yesNo(value: boolean): string {
  return value ? names.yes : names.no
}

function Serial({ value }: { value: string }) {
  return value === '' ? <span className={cx(styles.second)}>{names.empty}</span> : <Reference value={value} />
}

/** The merchant in the field, with all that the list shows of him. */
function useMerchant({ merchant }: EditState): MerchantView | null {
  const rows = useApp((state) => state.terminalWork.merchants.rows)
  return rows.find((row) => row.merchantRecordId === merchant?.merchantRecordId) ?? merchant
}

function Merchant({ form }: { form: EditState }) {
  const typeMerchant = useApp((state) => state.typeMerchant)
  const chooseMerchant = useApp((state) => state.chooseMerchant)
  const searchMerchants = useApp((state) => state.searchMerchants)
  const { merchant, merchantText: text } = form
  const rows = useApp((state) => state.terminalWork.merchants.rows)
  // His other terminals may pay to other names than this one.
  useEffect(() => searchMerchants(text, false), []) // oxlint-disable-line react/exhaustive-deps
  const known = useMerchant(form)
  return (
    <MerchantBox
      label={words.newOf(names.merchant)}
      hidesLabel
      help={known === null ? laterStrings.terminalChange.off.noMerchant : paysToText(known)}
      problem={merchantProblemText(form, rows)}
      text={text}
      chosen={merchant?.merchantRecordId ?? null}
      onText={typeMerchant}
      onChoose={chooseMerchant}
    />
  )
}

function Account({ form, base }: LinesProps) {
  const changeEdit = useApp((state) => state.changeEdit)
  const known = useMerchant(form)
  const { values, problems, check } = form
  return (
    <AccountCheck
      label={names.newAccountNumber}
      hidesLabel
      help={words.accountHelp(maskedText(base.accountEnding))}
      problem={fieldProblemText(problems, 'accountNumber')}
      value={values.accountNumber}
      onChange={(accountNumber) => changeEdit({ accountNumber })}
      check={check}
      isIdle={values.accountNumber === ''}
      merchant={known === null ? form.merchantText : merchantText(known)}
      then="[data-serial] input"
    />
  )
}

function SerialField({ form: { values, problems } }: { form: EditState }) {
  const changeEdit = useApp((state) => state.changeEdit)
  return (
    <div data-serial="">
      <FormField
        label={words.newOf(names.serialNumber)}
        hidesLabel
        help={words.serialHelp}
        problem={fieldProblemText(problems, 'serialNumber')}
        value={values.serialNumber}
        onChange={(serialNumber) => changeEdit({ serialNumber })}
      />
    </div>
  )
}

interface FlagFieldProps {
  readonly form: EditState
  readonly field: 'isActive' | 'isReceivingPayment'
  readonly help: string
}

function FlagField({ form, field, help }: FlagFieldProps) {
  const changeEdit = useApp((state) => state.changeEdit)
  return (
    <Flag
      label={words.newOf(names[field])}
      hidesLabel
      help={help}
      value={form.values[field]}
      onChange={(value) => changeEdit({ [field]: value })}
    />
  )
}
