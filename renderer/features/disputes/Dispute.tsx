import { useState } from 'react'
import { type DisputeRow, type DisputeView, isOpenDispute, reasonWords } from '../../../shared/dispute.ts'
import { standingWords } from '../../../shared/standing.ts'
import { useApp } from '../../core/context.tsx'
import { lazyStrings } from '../../strings/lazyStrings.ts'
import { strings } from '../../strings/strings.ts'
import { Button } from '../../ui/Button.tsx'
import { PaperSaid } from '../../ui/Export.tsx'
import { type Fact, Facts } from '../../ui/Facts.tsx'
import { Foreign } from '../../ui/Foreign.tsx'
import { Reference } from '../../ui/Figures.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { cx } from '../../ui/cx.ts'
import { formatNaira } from '../../ui/format/money.ts'
import { bankTimeText, dayWords, momentText, rowTimeText } from '../../ui/format/time.ts'
import { Chip } from '../sales/Chip.tsx'
import styles from '../sales/SaleDetail.module.css'
import { DisputeDialog, type DisputeForm } from './DisputeDialog.tsx'
import { leftText, stateText } from './disputeWords.ts'

const words = lazyStrings.disputes

/** A case: what it is about, what the bank shows by now, and what happened. */
export function Dispute({ dispute }: { dispute: DisputeView }) {
  const [form, setForm] = useState<DisputeForm | null>(null)
  return (
    <>
      <div className={cx(styles.head)}>
        <span className={cx(styles.amount)}>{words.atStake(formatNaira(dispute.atStake))}</span>
        <StateOf row={dispute} />
      </div>
      <p className={cx(styles.title)}>{reasonWords[dispute.reason]}</p>
      <Suggestion dispute={dispute} onEnd={() => setForm('ended')} />
      <Acts dispute={dispute} onForm={setForm} />
      <PaperSaid about={dispute.disputeId} />
      <DisputeFactsOf dispute={dispute} />
      <Sales dispute={dispute} />
      <Steps dispute={dispute} />
      {form !== null && <DisputeDialog kind={form} dispute={dispute} onClose={() => setForm(null)} />}
    </>
  )
}

/** It suggests an end, and ends nothing. */
function Suggestion({ dispute: { suggestion }, onEnd }: { dispute: DisputeView; onEnd: () => void }) {
  if (suggestion === null) return null
  const { kind, amount, paidAt } = suggestion
  const shown = amount === null ? words.suggestion.unknown : formatNaira(amount)
  return (
    <Notice tone="plain" role="status" action={<Button onPress={onEnd}>{words.suggestion.yes}</Button>}>
      {words.suggestion[kind](shown, bankTimeText(paidAt))}
    </Notice>
  )
}

function Acts({ dispute, onForm }: { dispute: DisputeView; onForm: (form: DisputeForm) => void }) {
  const packDispute = useApp((state) => state.packDispute)
  const attach = useApp((state) => state.attachToDispute)
  const step = useApp((state) => state.stepDispute)
  const { disputeId, state } = dispute
  const reopen = () => void step({ disputeId, kind: 'reopened', change: {}, note: '' })
  return (
    <>
      <div className={cx(styles.actions)}>
        <Button look="primary" onPress={() => void packDispute()}>
          {words.acts.pack}
        </Button>
        {isOpenDispute(state) ? (
          <>
            <Button onPress={() => onForm('reported')}>{words.acts.report}</Button>
            <Button onPress={() => onForm('noted')}>{words.acts.note}</Button>
            <Button onPress={() => void attach(disputeId)}>{words.acts.attach}</Button>
            <Button onPress={() => onForm('changed')}>{words.acts.change}</Button>
            <Button onPress={() => onForm('ended')}>{words.acts.end}</Button>
          </>
        ) : (
          <>
            <Button onPress={() => onForm('noted')}>{words.acts.note}</Button>
            <Button onPress={reopen}>{words.acts.reopen}</Button>
          </>
        )}
      </div>
      <p className={cx(styles.muted)}>{words.packHelp}</p>
    </>
  )
}

function DisputeFactsOf({ dispute }: { dispute: DisputeView }) {
  const left = useApp((state) => leftText(dispute, state))
  const { caseNumber, reportedAtMs, reportedHow, answerBy, recovered, payment } = dispute
  const reported =
    reportedAtMs === null ? words.notReported : `${momentText(reportedAtMs)} ${reportedHow}`.trim()
  const by = answerBy === '' ? words.noDate : `${dayWords(answerBy)}${left === null ? '' : `, ${left}`}`
  const facts: Fact[] = [
    { label: words.facts.answerBy, value: by },
    { label: words.facts.number, value: caseNumber === '' ? '–' : <Reference value={caseNumber} /> },
    { label: words.facts.how, value: reported },
    ...(recovered === null ? [] : [{ label: words.facts.back, value: formatNaira(recovered) }]),
    ...(payment === '' ? [] : [{ label: words.facts.payment, value: payment }]),
  ]
  return <Facts facts={facts} />
}

function Sales({ dispute: { about, now } }: { dispute: DisputeView }) {
  const openDetail = useApp((state) => state.openDetail)
  const show = useApp((state) => state.show)
  const open = (transactionId: string): void => {
    show('transactions')
    openDetail(transactionId)
  }
  return (
    <section className={cx(styles.section)}>
      <h3>{words.facts.sales}</h3>
      <ul className={cx(styles.timeline)}>
        {about.map(({ transactionId, amount }, at) => {
          const standing = now[at]?.standing ?? null
          return (
            <li key={transactionId}>
              {standing === null ? (
                <Reference value={transactionId} />
              ) : (
                <Button look="quiet" onPress={() => open(transactionId)}>
                  <Reference value={transactionId} />
                </Button>
              )}{' '}
              {formatNaira(amount)}, {standing === null ? words.notHere : standingWords[standing]}
            </li>
          )
        })}
      </ul>
    </section>
  )
}

function Steps({ dispute: { steps } }: { dispute: DisputeView }) {
  const nowMs = useApp((state) => state.nowMs)
  return (
    <section className={cx(styles.section)}>
      <h3>{words.steps}</h3>
      <ol className={cx(styles.timeline)}>
        {steps.map(({ atMs, kind, text, by, file }, at) => (
          <li key={`${atMs} ${at}`} className={cx(styles.entry)}>
            <time className={cx(styles.time)} title={momentText(atMs)}>
              {rowTimeText(atMs, nowMs)}
            </time>
            <span>
              {words.step[kind]}
              {[file?.name ?? '', text, by === '' ? '' : strings.people.by(by)]
                .filter((line) => line !== '')
                .map((line) => (
                  <span key={line} className={cx(styles.code)}>
                    <Foreign text={line} />
                  </span>
                ))}
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}

const LOOKS = {
  toReport: 'needsYou',
  withBank: 'onItsWay',
  won: 'paid',
  lost: 'refused',
  dropped: 'writtenOff',
} as const

export function StateOf({ row }: { row: Pick<DisputeRow, 'state' | 'isDue'> }) {
  return <Chip kind={row.isDue ? 'late' : LOOKS[row.state]} text={stateText(row)} />
}
