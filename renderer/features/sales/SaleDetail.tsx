import { useState } from 'react'
import type { SaleDetail as Detail, SaleView, TimelineEntry } from '../../../shared/sale.ts'
import { PART_OF } from '../../../shared/standing.ts'
import { momentText, rowTimeText } from '../../ui/format/time.ts'
import { useApp } from '../../core/context.tsx'
import { lazyStrings } from '../../strings/lazyStrings.ts'
import { strings } from '../../strings/strings.ts'
import { problemText } from '../../core/problems.ts'
import { accountLabel, headlineFor, netOf, wrongAmountText } from './headlines.ts'
import { isUnclear, mayCheckNow } from './saleWords.ts'
import { supportText } from './supportText.ts'
import { timelineDetail } from './timelineText.ts'
import { Button } from '../../ui/Button.tsx'
import { ChangedFacts } from './ChangedFacts.tsx'
import { Decide } from './Decide.tsx'
import { Evidence } from './Evidence.tsx'
import { StateChip } from './Chip.tsx'
import { CopyText } from '../../ui/CopyText.tsx'
import { caseOfSale } from './disputedSale.ts'
import { type Fact, Facts } from '../../ui/Facts.tsx'
import { Foreign } from '../../ui/Foreign.tsx'
import { Kobo, Naira, Reference } from '../../ui/Figures.tsx'
import { SaleAmount } from './SaleAmount.tsx'
import { MaskedAccount } from '../../ui/MaskedAccount.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { RecordFields } from './RecordFields.tsx'
import { SalePapers } from './SalePapers.tsx'
import { RemoveSale } from './RemoveSale.tsx'
import { focusRow } from '../../ui/DataTable.tsx'
import styles from './SaleDetail.module.css'
import { Pane } from '../../ui/SplitView.tsx'
import { Steps } from './Steps.tsx'
import { cx } from '../../ui/cx.ts'

/** The pane of the open sale, or nothing. It reads the same copy of the sale as the rows. */
export function OpenSale() {
  const detail = useApp((state) => state.detail)
  const sale = useApp((state) =>
    state.detail === null ? undefined : state.sales[state.detail.transactionId]?.sale,
  )
  const closeDetail = useApp((state) => state.closeDetail)
  if (detail === null) return null
  const close = (): void => {
    closeDetail()
    focusRow(detail.transactionId)
  }
  return (
    <Pane title={strings.detail.title} of={detail.transactionId} onClose={close}>
      {sale === undefined ? <MissingSale couldNotRead={detail.couldNotRead} /> : <SaleFacts sale={sale} />}
    </Pane>
  )
}

function MissingSale({ couldNotRead }: { couldNotRead: boolean }) {
  return couldNotRead ? <Notice tone="problem">{lazyStrings.openSale.couldNotLoad}</Notice> : null
}

function SaleFacts({ sale }: { sale: SaleView }) {
  const rest = useApp((state) => state.detail?.rest ?? null)
  const couldNotRead = useApp((state) => state.detail?.couldNotRead === true)
  const ending = rest?.record?.accountEnding ?? null
  const headline = headlineFor(sale, ending)
  // The word of the field where it was typed.
  const referenceLabel = useApp(({ app }) =>
    app === null || sale.isMade ? strings.detail.reference : app.slipLabel,
  )
  const wrongAmount = wrongAmountText(sale)
  const facts: Fact[] = [
    { label: referenceLabel, value: <Reference value={sale.transactionId} /> },
    { label: strings.detail.amount, value: <SaleAmount sale={sale} /> },
    ...(sale.state === 'accepted' && sale.otherAmount !== null
      ? [{ label: strings.detail.amountHere, value: <Kobo amountKobo={sale.amountKobo} /> }]
      : []),
    { label: strings.detail.fee, value: <Naira decimal={sale.fee} /> },
    { label: strings.detail.net, value: <Naira decimal={netOf(sale)} /> },
    { label: strings.detail.terminal, value: <Reference value={sale.terminalId} /> },
    ...(ending === null ? [] : [{ label: accountLabel(sale), value: <MaskedAccount ending={ending} /> }]),
    ...linkFacts(rest),
    ...(sale.cashier === null
      ? []
      : [
          {
            label: strings.people.fact,
            value: sale.cashier === '' ? strings.people.notKnown : <bdi>{sale.cashier}</bdi>,
          },
        ]),
    ...(sale.from === null ? [] : [{ label: lazyStrings.tills.fact, value: <bdi>{sale.from}</bdi> }]),
    ...(sale.note === '' ? [] : [{ label: strings.detail.note, value: sale.note }]),
  ]
  return (
    <>
      <div className={cx(styles.head)}>
        <span className={cx(styles.amount)}>
          <SaleAmount sale={sale} />
        </span>
        <StateChip sale={sale} />
      </div>
      <div className={cx(styles.headline)}>
        <p className={cx(styles.title)}>{headline.title}</p>
        {headline.body !== '' && <p>{headline.body}</p>}
        {wrongAmount !== null && <p className={cx(styles.muted)}>{wrongAmount}</p>}
      </div>
      <DetailActions sale={sale} rest={rest} />
      <SalePapers transactionId={sale.transactionId} isOwn dispute={caseOfSale(sale)} />
      {couldNotRead && <Notice tone="problem">{lazyStrings.openSale.couldNotLoad}</Notice>}
      {rest?.decision != null && <WaitIsSafe sale={sale} asksBank={rest.decision.restsOnLookUp} />}
      {rest?.changedFacts != null && <ChangedFacts changed={rest.changedFacts} />}
      {rest !== null && rest.decision?.restsOnLookUp !== false && <Evidence sale={sale} rest={rest} />}
      <Steps sale={sale} />
      <Facts facts={facts} />
      {rest !== null && <Timeline entries={rest.timeline} />}
      {rest !== null && <BankDetails rest={rest} />}
    </>
  )
}

type Rest = Omit<Detail, 'sale'>

function linkFacts(rest: Rest | null): readonly Fact[] {
  const links = [
    { label: strings.correct.corrects, to: rest?.corrects ?? null },
    { label: strings.correct.correctedBy, to: rest?.correctedBy ?? null },
  ]
  return links.flatMap(({ label, to }) => (to === null ? [] : [{ label, value: <SaleLink to={to} /> }]))
}

function SaleLink({ to }: { to: string }) {
  const openDetail = useApp((state) => state.openDetail)
  return (
    <Button look="quiet" onPress={() => openDetail(to)}>
      <Reference value={to} />
    </Button>
  )
}

/** Says first that doing nothing is safe. */
function WaitIsSafe({ sale, asksBank }: { sale: SaleView; asksBank: boolean }) {
  const { wait, waitHelp, waitHeldHelp, waitUnclearHelp, forManager } = lazyStrings.needsYou
  const isManager = useApp((state) => state.access?.role === 'manager')
  const askedHelp = isUnclear(sale) ? waitUnclearHelp : waitHelp
  return (
    <Notice tone="plain">
      <strong>{wait}.</strong> {asksBank ? askedHelp : waitHeldHelp} {!isManager && forManager}
    </Notice>
  )
}

const nothingKnown: Rest = {
  timeline: [],
  record: null,
  recordReadAtMs: null,
  differing: null,
  differingReadAtMs: null,
  decision: null,
  changedFacts: null,
  corrects: null,
  correctedBy: null,
  mayCorrect: false,
  isUnseenRefusal: false,
}

function DetailActions({ sale, rest }: { sale: SaleView; rest: Rest | null }) {
  const app = useApp((state) => state.app)
  const isChecking = useApp((state) => state.detail?.isChecking === true)
  const problem = useApp((state) => state.detail?.checkProblem ?? null)
  const checkNow = useApp((state) => state.checkNow)
  const openCounterView = useApp((state) => state.openCounterView)
  const [isRemoving, setRemoving] = useState(false)
  const [isDeciding, setDeciding] = useState(false)
  const whole: Detail = { sale, ...(rest ?? nothingKnown) }
  const isInDoubt = sale.state !== 'held' && PART_OF[sale.standing] === 'attention'
  const needsSupport = isInDoubt || (sale.state === 'held' && isUnclear(sale))
  const copy = app !== null && (
    <CopyText
      key={sale.transactionId}
      label={strings.detail.copy}
      copied={strings.detail.copied}
      text={supportText(whole, app)}
      isFirst={needsSupport}
    />
  )
  return (
    <div className={cx(styles.actions)}>
      {needsSupport && copy}
      {mayCheckNow(sale) && (
        <Button look={needsSupport ? 'plain' : 'primary'} onPress={() => void checkNow()}>
          {isChecking ? strings.detail.checking : strings.detail.checkNow}
        </Button>
      )}
      {rest?.isUnseenRefusal === true && <NoteRefusal sale={sale} />}
      <Correct sale={sale} rest={rest} />
      {!needsSupport && copy}
      <Button onPress={() => openCounterView(sale.transactionId)}>{strings.lastSale.show}</Button>
      {rest?.decision != null && (
        <Button onPress={() => setDeciding(true)}>{lazyStrings.needsYou.decide}</Button>
      )}
      {sale.mayRemove && (
        <Button look="danger" onPress={() => setRemoving(true)}>
          {strings.detail.remove}
        </Button>
      )}
      {problem !== null && (
        <Notice tone="problem" role="alert">
          {problemText(problem)}
        </Notice>
      )}
      {isDeciding && <Decide sale={sale} onClose={() => setDeciding(false)} />}
      {isRemoving && <RemoveSale sale={sale} onClose={() => setRemoving(false)} />}
    </div>
  )
}

/** Until it is marked as seen, a refusal is listed under To do and counted in the status bar. */
function NoteRefusal({ sale }: { sale: SaleView }) {
  const noteRefusal = useApp((state) => state.noteRefusal)
  return (
    <Button
      onPress={({ target }) => {
        // The button disappears; the focus stays in the pane.
        target.closest('aside')?.querySelector('h2')?.focus()
        void noteRefusal(sale.transactionId)
      }}
    >
      {strings.detail.refusalSeen}
    </Button>
  )
}

/** Starts a new sale from one that did not go through; the old one does not change. */
function Correct({ sale, rest }: { sale: SaleView; rest: Rest | null }) {
  const startCorrection = useApp((state) => state.startCorrection)
  if (rest?.mayCorrect !== true) return null
  return (
    // The bank may have a written-off sale after all, so correcting it is not the suggested action.
    <Button look={sale.state === 'writtenOff' ? 'plain' : 'primary'} onPress={() => startCorrection(sale)}>
      {strings.correct.button}
    </Button>
  )
}

function Timeline({ entries }: { entries: readonly TimelineEntry[] }) {
  const nowMs = useApp((state) => state.nowMs)
  return (
    <section className={cx(styles.section)}>
      <h3>{strings.detail.timeline}</h3>
      <ol className={cx(styles.timeline)}>
        {entries.map((entry, place) => (
          <li key={`${entry.atMs} ${entry.kind} ${place}`} className={cx(styles.entry)}>
            <time className={cx(styles.time)} title={momentText(entry.atMs)}>
              {rowTimeText(entry.atMs, nowMs)}
            </time>
            <span>
              {lazyStrings.timeline[entry.kind]}
              <Second line={timelineDetail(entry)} />
              <Second line={entry.by === undefined ? null : strings.people.by(entry.by)} />
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}

function Second({ line }: { line: string | null }) {
  return (
    line !== null &&
    line !== '' && (
      <span className={cx(styles.code)}>
        <Foreign text={line} />
      </span>
    )
  )
}

function BankDetails({ rest }: { rest: Rest }) {
  return (
    <section className={cx(styles.section)}>
      <h3>{strings.detail.forBank}</h3>
      {rest.record === null ? (
        <p className={cx(styles.muted)}>{lazyStrings.openSale.noRecord}</p>
      ) : (
        <RecordFields record={rest.record} />
      )}
      {rest.recordReadAtMs !== null && (
        <p className={cx(styles.muted)}>{lazyStrings.openSale.recordRead(momentText(rest.recordReadAtMs))}</p>
      )}
    </section>
  )
}
