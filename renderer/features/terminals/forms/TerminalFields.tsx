import { useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { cx } from '../../../ui/cx.ts'
import { useApp } from '../../../core/context.tsx'
import type { AccountCheck, FormState } from '../../../core/terminalChangeTypes.ts'
import { lazyStrings } from '../../../strings/lazyStrings.ts'
import { checkOffReason } from '../terminalFormWords.ts'
import { vouchOffer } from '../vouchWords.ts'
import { EnterToken } from './EnterToken.tsx'
import styles from './Form.module.css'
import { FormField } from './FormField.tsx'

const words = lazyStrings.terminalChange

/** The account number, and the button that asks the bank whose it is. The answer stands beside it. */
export function AccountField({ form }: { form: FormState }) {
  const { check } = form
  const offReason = useApp(checkOffReason)
  const isRefused = useApp((state) => state.terminals?.nameCheck === 'tokenRefused')
  const checkAccountName = useApp((state) => state.checkAccountName)
  const reason = check.phase === 'confirmed' ? null : (offReason ?? refusedReason(check, isRefused))
  // The answers have the emphasis then.
  const isWanted = form.values.accountNumber !== '' && (check.phase === 'none' || check.phase === 'cleared')
  const { noToken, tokenNotTaken } = words.check
  return (
    <div className={cx(styles.account)}>
      {form.isAccountLost && <Notice tone="warning">{words.check.lost}</Notice>}
      <div className={cx(styles.ask)}>
        <FormField form={form} field="accountNumber" inputMode="numeric" />
        <Button
          look={isWanted ? 'primary' : 'plain'}
          isDisabled={offReason !== null}
          {...(reason === null ? {} : { 'aria-describedby': 'check-off' })}
          data-check-name=""
          onPress={() => void checkAccountName()}
        >
          {words.check.button}
        </Button>
      </div>
      {reason !== null && (
        <p id="check-off" className={cx(styles.reason)}>
          {reason} {(reason === noToken || reason === tokenNotTaken) && <EnterToken />}
        </p>
      )}
      <Vouch form={form} />
    </div>
  )
}

/** The button works all the same: pressed, it asks for another token. A problem says it by itself. */
function refusedReason({ phase }: AccountCheck, isRefused: boolean): string | null {
  return isRefused && phase !== 'problem' ? words.check.tokenNotTaken : null
}

/** What a manager can do where the bank cannot be asked for the name, or did not answer. */
function Vouch({ form }: { form: FormState }) {
  const openVouch = useApp((state) => state.openVouch)
  const offer = useApp((state) => vouchOffer(form, state))
  if (offer === 'none') return null
  return (
    <p className={cx(styles.reason)}>
      {offer === 'noPin' ? (
        words.vouch.noPin
      ) : (
        <Button onPress={() => openVouch(true)}>{words.vouch.offer}</Button>
      )}
    </p>
  )
}

/** Who asks, for the audit of this computer: the bank does not get it. A name that is known takes a line and no field. */
export function By({ form }: { form: FormState }) {
  const { by } = form.values
  const [isTyped, setTyped] = useState(by === '')
  if (isTyped || form.problems.by !== undefined) return <FormField form={form} field="by" />
  return (
    <p className={cx(styles.by)}>
      {words.fields.byIs(by)}
      <Button look="quiet" onPress={() => setTyped(true)}>
        {words.fields.changeBy}
      </Button>
    </p>
  )
}
