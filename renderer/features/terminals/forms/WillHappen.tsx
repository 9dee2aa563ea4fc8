import { ArrowRight } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { Foreign } from '../../../ui/Foreign.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { cx } from '../../../ui/cx.ts'
import { useApp } from '../../../core/context.tsx'
import type { EditState, FormState, RegisterState } from '../../../core/terminalChangeTypes.ts'
import { lazyStrings } from '../../../strings/lazyStrings.ts'
import { maskedText } from '../terminalChangeSides.ts'
import { editLines, willRegisterTexts } from '../terminalFieldWords.ts'
import { NameQuestion, NamesDiffer, Owner } from './Owner.tsx'
import styles from './Form.module.css'

const words = lazyStrings.terminalChange

/** What the last button asks for, as it is typed, and whose account it is. It takes the focus once that is confirmed. */
export function WillHappen({ form }: { form: FormState }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const { check } = form
  const { phase } = check
  const before = useRef(phase)
  useEffect(() => {
    const isJustConfirmed = before.current !== 'confirmed' && phase === 'confirmed'
    before.current = phase
    // Not the last button: a second Enter must send nothing.
    if (isJustConfirmed) heading.current?.focus()
  }, [phase])
  return (
    <section className={cx(styles.will)} aria-labelledby="will-happen">
      <h2 id="will-happen" ref={heading} tabIndex={-1}>
        {words.willHappen.title}
      </h2>
      {check.phase === 'answered' && <NameQuestion form={form} name={check.check.name} />}
      {form.kind === 'register' ? <WillRegister form={form} /> : <WillEdit form={form} />}
    </section>
  )
}

function WillRegister({ form }: { form: RegisterState }) {
  const rows = useApp((state) => state.terminalWork.merchants.rows)
  const texts = willRegisterTexts(form, rows)
  return (
    <>
      {texts === null ? (
        <p className={cx(styles.muted)}>{words.willHappen.nothing}</p>
      ) : (
        <>
          <p className={cx(styles.deed)}>
            <Foreign text={texts.deed} />
          </p>
          <p className={cx(styles.muted)}>
            <Foreign text={texts.more} />
          </p>
        </>
      )}
      <Account form={form} />
    </>
  )
}

function WillEdit({ form }: { form: EditState }) {
  const lines = editLines(form)
  const { base } = form
  const fields = lines.map(({ field }) => field)
  const isMoved = fields.includes('merchant') && !fields.includes('account')
  return (
    <>
      {lines.length === 0 ? (
        <p className={cx(styles.muted)}>{words.off.nothingChanged}</p>
      ) : (
        <dl className={cx(styles.lines)}>
          {lines.map(({ field, label, now, wanted }) => (
            <div key={field} data-line={field}>
              <dt>{label}</dt>
              <dd>
                <Foreign text={now} />
              </dd>
              <dd>
                <ArrowRight aria-hidden="true" size={14} />{' '}
                <strong>
                  <Foreign text={wanted} />
                </strong>
              </dd>
            </div>
          ))}
        </dl>
      )}
      <div role="status">
        {isMoved && (
          <Notice tone="warning">
            {words.edit.accountStays(maskedText(base.accountEnding), base.accountName)}
          </Notice>
        )}
      </div>
      {isMoved && <NamesDiffer form={form} name={base.accountName} />}
      <Account form={form} />
    </>
  )
}

/** The account number is not shown again in full. */
function Account({ form }: { form: FormState }): ReactNode {
  const { accountNumber } = form.values
  if (accountNumber === '') return null
  return (
    <div className={cx(styles.owner)}>
      {form.kind === 'register' && (
        <p className={cx(styles.deed)}>{words.willHappen.paidTo(maskedText(accountNumber.slice(-4)))}</p>
      )}
      <Owner form={form} />
    </div>
  )
}
