import { type SubmitEvent, useEffect, useRef } from 'react'
import { Button as AriaButton } from 'react-aria-components'
import type { RecordByReferenceView } from '../../../shared/record.ts'
import type { SaleView } from '../../../shared/sale.ts'
import { Button } from '../../ui/Button.tsx'
import { StateChip } from '../sales/Chip.tsx'
import { cx } from '../../ui/cx.ts'
import { Field } from '../../ui/Field.tsx'
import { Kobo, Reference } from '../../ui/Figures.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { RecordFields } from '../sales/RecordFields.tsx'
import { OpenSale } from '../sales/SaleDetail.tsx'
import { SmallFacts } from '../sales/SmallFacts.tsx'
import { SplitView } from '../../ui/SplitView.tsx'
import { clockText, rowTimeText } from '../../ui/format/time.ts'
import { useApp } from '../../core/context.tsx'
import { referenceIn } from './lookUpSlice.ts'
import { strings } from '../../strings/strings.ts'
import { differenceText } from './findWords.ts'
import { problemText } from '../../core/problems.ts'
import styles from './Find.module.css'
import { FindHead } from './FindHead.tsx'
import screen from '../../ui/Screen.module.css'
import { useHits } from '../sales/useSales.ts'

const words = strings.find

/** One reference, typed, pasted or scanned: this computer's results, and the bank's. */
export function FindByReference() {
  const isOpen = useApp((state) => state.detail !== null)
  return (
    <SplitView pane={isOpen ? <OpenSale /> : null}>
      <FindHead />
      <LookUpForm />
      <LocalHits />
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
        scan="own"
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

function LocalHits() {
  const { asked, isReading, localIds, localCount } = useApp((state) => state.lookUpState)
  const hits = useHits()
  const showAll = useApp((state) => state.showAllMatching)
  if (asked === '') return <p className={cx(screen.muted)}>{words.referenceStart}</p>
  return (
    <section className={cx(styles.found)} aria-labelledby="find-here">
      <h2 id="find-here">{words.here}</h2>
      {isReading && localIds === null && <p className={cx(screen.muted)}>{words.searchingHere}</p>}
      {localIds?.length === 0 && <p>{words.noneHere(asked)}</p>}
      {hits.length > 0 && (
        <ul className={cx(styles.hits)}>
          {hits.map((sale) => (
            <Hit key={sale.transactionId} sale={sale} />
          ))}
        </ul>
      )}
      {localCount > hits.length && (
        <Button onPress={() => showAll(asked)}>{words.allHere(strings.count.sales(localCount))}</Button>
      )}
    </section>
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

/** Why the bank was not asked automatically. */
function NotAsked() {
  const { asked, localIds } = useApp((state) => state.lookUpState)
  const pattern = useApp((state) => state.app?.transactionIdPattern)
  const askBank = useApp((state) => state.askBank)
  const reference = referenceIn(asked, pattern)
  const isHere = localIds !== null && localIds.length > 0
  if (reference === null) return <p className={cx(screen.muted)}>{words.noReference}</p>
  return (
    isHere && (
      <>
        <p>{words.noneIsIt(reference)}</p>
        <Button onPress={() => void askBank()}>{words.askBankAbout(reference)}</Button>
      </>
    )
  )
}

function BankAnswer({ answer }: { answer: RecordByReferenceView }) {
  const sale = useApp(({ sales, lookUpState: { exactId } }) =>
    exactId === null ? undefined : sales[exactId]?.sale,
  )
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
          <RecordFields record={record} />
        </div>
      )}
      <p className={cx(screen.muted)}>{words.askedAt(clockText(answer.readAtMs))}</p>
    </>
  )
}

function Hit({ sale }: { sale: SaleView }) {
  const openDetail = useApp((state) => state.openDetail)
  const isOpen = useApp((state) => state.detail?.transactionId === sale.transactionId)
  const nowMs = useApp((state) => state.nowMs)
  return (
    <li>
      <AriaButton
        className={cx(styles.hit)}
        aria-pressed={isOpen}
        data-key={sale.transactionId}
        onPress={() => openDetail(sale.transactionId)}
      >
        <span className={cx(styles.hitReference)}>
          <Reference value={sale.transactionId} />
        </span>
        <span>{rowTimeText(sale.recordedAtMs, nowMs)}</span>
        <Kobo amountKobo={sale.amountKobo} />
        <SmallFacts sale={sale} />
        <StateChip sale={sale} />
      </AriaButton>
    </li>
  )
}
