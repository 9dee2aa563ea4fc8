import { Button } from '../../components/Button.tsx'
import { Facts } from '../../components/Facts.tsx'
import { Reference } from '../../components/Figures.tsx'
import { MaskedAccount } from '../../components/MaskedAccount.tsx'
import { cx } from '../../components/cx.ts'
import { useApp } from '../../state/context.tsx'
import type { FormState, RegisterState } from '../../state/terminalChangeTypes.ts'
import { laterStrings } from '../../laterStrings.ts'
import { fieldProblemText, knownMerchant } from '../../words/terminalFormWords.ts'
import { paysToText } from '../../words/terminalWords.ts'
import { confirmedText } from '../../words/vouchWords.ts'
import styles from './Form.module.css'
import { Flag, FormField } from './FormField.tsx'

const words = laterStrings.terminalChange
const names = words.fields

/** Every value once more, and who registers it. The account number is not shown again in full. */
export function Review({ form }: { form: RegisterState }) {
  const changeRegister = useApp((state) => state.changeRegister)
  const rows = useApp((state) => state.terminalWork.merchants.rows)
  const { values } = form
  const known = knownMerchant(values.merchantId, rows)
  const merchant = (
    <>
      <Reference value={values.merchantId} /> {known !== null && `(${paysToText(known)})`}
    </>
  )
  const facts = [
    { label: names.terminalId, value: <Reference value={values.terminalId} /> },
    { label: names.merchantId, value: merchant },
    { label: names.serialNumber, value: <Reference value={values.serialNumber} /> },
    { label: names.account, value: <MaskedAccount ending={values.accountNumber.slice(-4)} /> },
    { label: names.accountName, value: <CheckedName form={form} /> },
  ]
  return (
    <>
      <Facts facts={facts} label={words.register.review} />
      <Flag
        label={names.isActive}
        help={names.isActiveHelp}
        value={values.isActive}
        onChange={(isActive) => changeRegister({ isActive })}
      />
      <Flag
        label={names.isReceivingPayment}
        help={names.isReceivingPaymentHelp}
        value={values.isReceivingPayment}
        onChange={(isReceivingPayment) => changeRegister({ isReceivingPayment })}
      />
      <WhoAndWhy
        form={form}
        noteLabel={names.note}
        noteHelp={names.noteHelp}
        onChange={(part) => changeRegister(part)}
      />
    </>
  )
}

function CheckedName({ form: { check } }: { form: RegisterState }) {
  const goToStep = useApp((state) => state.goToStep)
  if (check.phase === 'confirmed') {
    return confirmedText(check.check)
  }
  return (
    <>
      {names.notChecked} <Button onPress={() => goToStep('account')}>{words.register.toAccount}</Button>
    </>
  )
}

interface WhoAndWhyProps {
  readonly form: FormState
  readonly noteLabel: string
  readonly noteHelp: string
  readonly onChange: (part: { readonly by?: string; readonly note?: string }) => void
}

/** For the audit of this computer. The bank does not get it. */
export function WhoAndWhy({ form: { values, problems }, noteLabel, noteHelp, onChange }: WhoAndWhyProps) {
  return (
    <div className={cx(styles.pair)}>
      <FormField
        label={names.by}
        help={names.byHelp}
        problem={fieldProblemText(problems, 'by')}
        value={values.by}
        onChange={(by) => onChange({ by })}
      />
      <FormField
        label={noteLabel}
        help={noteHelp}
        problem={fieldProblemText(problems, 'note')}
        value={values.note}
        onChange={(note) => onChange({ note })}
      />
    </div>
  )
}
