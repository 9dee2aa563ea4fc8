import { type SubmitEvent, useEffect, useRef } from 'react'
import type { RecordByReferenceView } from '../../../shared/record.ts'
import { Button } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { Field } from '../../ui/Field.tsx'
import { Reference } from '../../ui/Figures.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { RecordFields } from '../sales/RecordFields.tsx'
import { OpenSale } from '../sales/SaleDetail.tsx'
import { SplitView } from '../../ui/SplitView.tsx'
import { clockText } from '../../ui/format/time.ts'
import { useApp } from '../../core/context.tsx'
import { askedSale, bankCandidate } from './lookUpSlice.ts'
import { lazyStrings } from '../../strings/lazyStrings.ts'
import { differenceText, noReferenceText, notAskedText } from './findWords.ts'
import { problemText } from '../../core/problems.ts'
import styles from './Find.module.css'
import { FindHead } from './FindHead.tsx'
import { FoundHere } from './FoundHere.tsx'
import { caseOfRecord } from '../sales/disputedSale.ts'
import { SalePapers } from '../sales/SalePapers.tsx'
import { RecordHeadline } from './RecordHeadline.tsx'
import screen from '../../ui/Screen.module.css'

const words = lazyStrings.find

/** What was typed, pasted or scanned: this computer's results, and the bank's. */
export function FindByReference() {
  const isOpen = useApp((state) => state.detail !== null)
  return (
    <SplitView pane={isOpen ? <OpenSale /> : null}>
      <FindHead />
      <LookUpForm />
      <FoundHere />
      <AtBank />
    </SplitView>
  )
}

function LookUpForm() {
  const { text, asked, isReading } = useApp((state) => state.lookUpState)
  const setLookUp = useApp((state) => state.setLookUp)
  const lookUp = useApp((state) => state.lookUp)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [asked])
  return (
    <form
      className={cx(styles.reference)}
      aria-label={words.byReference}
      onSubmit={(event: SubmitEvent) => {
        event.preventDefault()
        void lookUp(text)
      }}
    >
      <Field
        label={words.reference}
        help={words.referenceHelp}
        inputRef={field}
        value={text}
        onChange={setLookUp}
        onKeyDown={(event) => {
          if (event.key === 'Escape') setLookUp('')
        }}
        scan="search"
        maxLength={200}
        autoComplete="off"
        spellCheck="false"
      />
      <Button type="submit" look="primary" isDisabled={isReading}>
        {words.lookUp}
      </Button>
    </form>
  )
}

/**
 * The bank's result for one reference, and which reference that is. No result is no proof that the bank has nothing.
 */
function AtBank() {
  const { asked, isReading, bankAsked, isAskingBank, atBank, bankProblem } = useApp(
    (state) => state.lookUpState,
  )
  const askBank = useApp((state) => state.askBank)
  if (asked === '') return null
  return (
    <section className={cx(styles.found)} aria-labelledby="find-bank">
      <h2 id="find-bank">{words.atBank}</h2>
      {bankAsked === null && !isReading && <NotAsked />}
      {bankAsked !== null && (
        <p className={cx(screen.muted)}>
          {words.askedFor} <Reference value={bankAsked} />
        </p>
      )}
      <p role="status" className={cx(screen.muted, styles.status)}>
        {isAskingBank ? words.askingBank : ''}
      </p>
      {bankProblem !== null && (
        <Notice
          tone="problem"
          role="alert"
          action={<Button onPress={() => void askBank()}>{words.tryBankAgain}</Button>}
        >
          {problemText(bankProblem)}
        </Notice>
      )}
      {atBank !== null && <BankAnswer answer={atBank} />}
    </section>
  )
}

/** What the bank could be asked, and the press that asks it. */
function NotAsked() {
  const lookUpState = useApp((state) => state.lookUpState)
  const pattern = useApp((state) => state.app?.transactionIdPattern)
  const askBank = useApp((state) => state.askBank)
  const reference = bankCandidate(lookUpState, pattern)
  if (reference === null) return <p className={cx(screen.muted)}>{noReferenceText(lookUpState.asked)}</p>
  return (
    <div className={cx(styles.ask)}>
      <Button onPress={() => void askBank()}>{words.askBankAbout(reference)}</Button>
      <p className={cx(screen.muted)}>{notAskedText(lookUpState)}</p>
    </div>
  )
}

function BankAnswer({ answer }: { answer: RecordByReferenceView }) {
  const sale = useApp(askedSale)
  const { record } = answer
  const differing = sale === undefined || record === null ? null : differenceText(sale, record)
  return (
    <>
      {differing !== null && <Notice tone="warning">{differing}</Notice>}
      {record === null ? (
        <p>
          {words.bankNone} {answer.bankMessage !== null && words.bankSaid(answer.bankMessage)}
        </p>
      ) : (
        <div className={cx(styles.record)}>
          <RecordHeadline record={record} />
          <SalePapers
            transactionId={record.transactionId}
            isOwn={false}
            dispute={caseOfRecord(record, sale === undefined)}
          />
          <RecordFields record={record} />
        </div>
      )}
      <p className={cx(screen.muted)}>{words.askedAt(clockText(answer.readAtMs))}</p>
    </>
  )
}
