import { Fragment, useRef, useEffect } from 'react'
import { ToggleButton, ToggleButtonGroup } from 'react-aria-components'
import { Foreign } from '../../../ui/Foreign.tsx'
import { cx } from '../../../ui/cx.ts'
import { useApp } from '../../../core/context.tsx'
import { type EditState, editTopics } from '../../../core/terminalChangeTypes.ts'
import { lazyStrings } from '../../../strings/lazyStrings.ts'
import { maskedText } from '../terminalChangeSides.ts'
import { formTitle, meanwhileLines } from '../terminalFormWords.ts'
import styles from './Form.module.css'
import { Flag, FormField } from './FormField.tsx'
import { FormFoot } from './FormFoot.tsx'
import { Earlier, FormProblem } from './FormProblem.tsx'
import { MerchantBox } from './MerchantBox.tsx'
import { TaskFrame } from './TaskFrame.tsx'
import { AccountField, By } from './TerminalFields.tsx'
import { useEnter, useFocusOnProblem } from './useTerminalForm.ts'
import { WillHappen } from './WillHappen.tsx'
import { Button } from '../../../ui/Button.tsx'
import meanwhileStyles from './Sides.module.css'

const words = lazyStrings.terminalChange.edit

/** An edit, a relocation among them: what changes is chosen first, and only its fields are shown. */
export function EditForm({ form }: { form: EditState }) {
  const leave = useApp((state) => state.leaveTerminalTask)
  const enter = useEnter(form)
  const holder = useRef<HTMLDivElement>(null)
  useFocusOnProblem(holder, form.problemCount)
  const isBegun = form.topics.length > 0
  return (
    <TaskFrame
      title={formTitle(form)}
      focusOn="edit"
      onBack={leave}
      onEnter={enter}
      foot={<FormFoot form={form} save={words.button} />}
    >
      <Now form={form} />
      <FormProblem form={form} />
      <Earlier form={form} />
      <Meanwhile form={form} />
      <Topics form={form} />
      {isBegun && (
        <div ref={holder} className={cx(styles.columns)}>
          <div className={cx(styles.fields)}>
            <TopicFields form={form} />
            <FormField form={form} field="note" />
            <By form={form} />
          </div>
          <WillHappen form={form} />
        </div>
      )}
    </TaskFrame>
  )
}

/** The terminal as the bank shows it. The fee and the day are the bank's own: an edit sends them back as they came. */
function Now({ form: { base } }: { form: EditState }) {
  const { terminal } = lazyStrings
  const texts = [
    base.merchantId,
    `${base.accountName} ${maskedText(base.accountEnding)}`,
    base.serialNumber || lazyStrings.terminalChange.fields.empty,
    `${terminal.fee} ${terminal.percent(base.feePercentage)}`,
  ]
  return (
    <p className={cx(styles.now)}>
      {texts.map((text, place) => (
        <Fragment key={place}>
          {place > 0 && ' · '}
          <Foreign text={text} />
        </Fragment>
      ))}
    </p>
  )
}

function Topics({ form }: { form: EditState }) {
  const enter = useApp((state) => state.enterTerminalForm)
  const { base, topics } = form
  const isOn = base.isActive && base.isReceivingPayment
  return (
    <div className={cx(styles.topics)}>
      <h2 id="edit-topics">{words.topics}</h2>
      <ToggleButtonGroup
        aria-labelledby="edit-topics"
        className={cx(styles.choices)}
        selectionMode="multiple"
        selectedKeys={topics}
        onSelectionChange={(keys) => {
          const changed = editTopics.find((topic) => keys.has(topic) !== topics.includes(topic))
          if (changed !== undefined) enter({ type: 'toggleTopic', topic: changed })
        }}
      >
        {editTopics.map((topic) => (
          <ToggleButton key={topic} id={topic} className={cx(styles.choice)}>
            {topic === 'use' && !isOn ? words.switchOn : words.topic[topic]}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
    </div>
  )
}

function TopicFields({ form }: { form: EditState }) {
  const { topics } = form
  return (
    <>
      {topics.includes('shop') && (
        <>
          <MerchantBox form={form} />
          <p className={cx(styles.now)}>{words.location}</p>
          <WhoIsPaid form={form} />
        </>
      )}
      {topics.includes('account') && <AccountField form={form} />}
      {topics.includes('device') && <FormField form={form} field="serialNumber" />}
      {topics.includes('use') && (
        <>
          <Flag form={form} field="isActive" />
          <Flag form={form} field="isReceivingPayment" />
        </>
      )}
    </>
  )
}

/** Another shop and the old account would pay the shop before, so the person says which it is. */
function WhoIsPaid({ form }: { form: EditState }) {
  const enter = useApp((state) => state.enterTerminalForm)
  const { base, topics, isSameAccount } = form
  const chosen = topics.includes('account') ? 'another' : isSameAccount ? 'same' : null
  return (
    <div className={cx(styles.topics)}>
      <p id="who-is-paid">{words.whoIsPaid}</p>
      <ToggleButtonGroup
        aria-labelledby="who-is-paid"
        className={cx(styles.choices)}
        selectionMode="single"
        disallowEmptySelection
        selectedKeys={chosen === null ? [] : [chosen]}
        onSelectionChange={(keys) => enter({ type: 'sayAccount', isSame: keys.has('same') })}
      >
        <ToggleButton id="same" className={cx(styles.choice)}>
          {words.sameAccount(maskedText(base.accountEnding))}
        </ToggleButton>
        <ToggleButton id="another" className={cx(styles.choice)}>
          {words.anotherAccount}
        </ToggleButton>
      </ToggleButtonGroup>
    </div>
  )
}

/** The last button may be off for another reason by then. */
function focusOn(selector: string): void {
  const next = document.querySelector<HTMLElement>(selector) ?? document.getElementById('task-title')
  next?.focus()
}

/** The terminal changed at the bank. Nothing is saved over that before the person has seen it. */
function Meanwhile({ form: { base, meanwhile } }: { form: EditState }) {
  const enter = useApp((state) => state.enterTerminalForm)
  const heading = useRef<HTMLHeadingElement>(null)
  const isThere = meanwhile !== null
  const next = useRef<string | null>(null)
  useEffect(() => {
    if (isThere) return heading.current?.focus()
    if (next.current !== null) focusOn(next.current)
    next.current = null
  }, [isThere])
  if (meanwhile === null || meanwhile === 'gone') return null
  const lines = meanwhileLines(base, meanwhile)
  const look = (): void => {
    const [first] = lines.flatMap(({ field }) => (field === null ? [] : [field]))
    next.current = first === undefined ? '[data-save]:enabled' : `[data-field^="${first}"] input`
    enter({ type: 'lookAtMeanwhile' })
  }
  return (
    <section className={cx(meanwhileStyles.meanwhile)} role="alert" aria-labelledby="meanwhile-title">
      <h2 id="meanwhile-title" ref={heading} tabIndex={-1}>
        {words.meanwhileTitle}
      </h2>
      <p>{words.meanwhileBody}</p>
      {lines.length === 0 ? (
        <p>{words.meanwhileHidden}</p>
      ) : (
        <table className={cx(meanwhileStyles.table)}>
          <thead>
            <tr>
              <th scope="col">{words.what}</th>
              <th scope="col">{words.began}</th>
              <th scope="col">{words.shown}</th>
            </tr>
          </thead>
          <tbody>
            {lines.map(({ label, began, shown }) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                <td data-title={words.began}>{began}</td>
                <td data-title={words.shown}>{shown}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <p>
        <Button onPress={look}>{words.looked}</Button>
      </p>
    </section>
  )
}
