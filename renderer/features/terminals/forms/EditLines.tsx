import { editedFields } from '../terminalHindrance.ts'
import type { ReactNode } from 'react'
import type { TerminalField } from '../../../../shared/terminalChange.ts'
import { Reference } from '../../../ui/Figures.tsx'
import { Foreign } from '../../../ui/Foreign.tsx'
import { MaskedAccount } from '../../../ui/MaskedAccount.tsx'
import { cx } from '../../../ui/cx.ts'
import type { EditState } from '../terminalChangeTypes.ts'
import { laterStrings } from '../../../strings/laterStrings.ts'
import { AccountCheck } from './AccountCheck.tsx'
import { Flag, FormField } from './FormField.tsx'
import { MerchantBox } from './MerchantBox.tsx'
import sides from '../../../ui/Differs.module.css'
import styles from './Sides.module.css'

const words = laterStrings.terminalChange.edit
const names = laterStrings.terminalChange.fields

/** Old beside new, a line for each value that the service allows to change. */
export function EditLines({ form }: { form: EditState }) {
  const { base } = form
  const edited = editedFields(form)
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
          <MerchantBox form={form} />
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
          <AccountCheck form={form} />
        </Line>
        <Line field="serialNumber" edited={edited} title={now} now={<Serial value={base.serialNumber} />}>
          <div data-serial="">
            <FormField form={form} field="serialNumber" />
          </div>
        </Line>
        <Line field="isActive" edited={edited} title={now} now={yesNo(base.isActive)}>
          <Flag form={form} field="isActive" />
        </Line>
        <Line field="isReceivingPayment" edited={edited} title={now} now={yesNo(base.isReceivingPayment)}>
          <Flag form={form} field="isReceivingPayment" />
        </Line>
      </tbody>
    </table>
  )
}

/** What the bank shows now is in a table above until the person has looked at it. */
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
        {isChanged && <strong className={cx(sides.mark)}>{words.changed}</strong>}
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
