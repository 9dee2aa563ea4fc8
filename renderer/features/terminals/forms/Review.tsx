import { Button } from '../../../ui/Button.tsx'
import { Facts } from '../../../ui/Facts.tsx'
import { Reference } from '../../../ui/Figures.tsx'
import { MaskedAccount } from '../../../ui/MaskedAccount.tsx'
import { useApp } from '../../../core/context.tsx'
import type { RegisterState } from '../terminalChangeTypes.ts'
import { laterStrings } from '../../../strings/laterStrings.ts'
import { knownMerchant } from '../terminalFormWords.ts'
import { paysToText } from '../terminalWords.ts'
import { confirmedText } from '../vouchWords.ts'
import { Flag, WhoAndWhy } from './FormField.tsx'

const words = laterStrings.terminalChange
const names = words.fields

/** Every value once more, and who registers it. The account number is not shown again in full. */
export function Review({ form }: { form: RegisterState }) {
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
      <Flag form={form} field="isActive" />
      <Flag form={form} field="isReceivingPayment" />
      <WhoAndWhy form={form} />
    </>
  )
}

function CheckedName({ form: { check } }: { form: RegisterState }) {
  const enter = useApp((state) => state.enterTerminalForm)
  if (check.phase === 'confirmed') return confirmedText(check.check)
  const toAccount = (): void => enter({ type: 'goToStep', step: 'account' })
  return (
    <>
      {names.notChecked} <Button onPress={toAccount}>{words.register.toAccount}</Button>
    </>
  )
}
