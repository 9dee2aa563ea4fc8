import type { CallError } from '../../../shared/callError.ts'
import type { PayoutChange } from '../../../shared/payout.ts'
import { type Fact, Facts } from '../../ui/Facts.tsx'
import { momentText } from '../../ui/format/time.ts'
import { useApp } from '../../core/context.tsx'
import { payoutChangeOf } from '../../core/payoutWords.ts'
import { problemText } from '../../core/problems.ts'
import { laterStrings } from '../../strings/laterStrings.ts'
import { strings } from '../../strings/strings.ts'
import { SaidDialog } from './forms/SaidDialog.tsx'

const words = laterStrings.payoutDialog

/** A manager looks at what others have changed, and says that it is right, or leaves it open. */
export function PayoutDialog() {
  const terminalId = useApp((state) => state.terminalWork.payout.terminalId)
  const change = useApp(({ terminals }) => payoutChangeOf(terminals, terminalId))
  return terminalId === null || change === null ? null : <Question terminalId={terminalId} change={change} />
}

function Question({ terminalId, change }: { terminalId: string; change: PayoutChange }) {
  const { isBusy, problem } = useApp((state) => state.terminalWork.payout)
  const openPayout = useApp((state) => state.openPayout)
  const acknowledgePayout = useApp((state) => state.acknowledgePayout)
  return (
    <SaidDialog
      title={words.title(terminalId)}
      words={{ ...words, save: words.accept }}
      isBusy={isBusy}
      problem={problem === null ? null : answerText(problem)}
      isLeaveFirst
      onClose={() => openPayout(null)}
      onSay={(said) => void acknowledgePayout({ ...said, seen: change.version })}
    >
      <p>{words.guide}</p>
      <PayoutFacts change={change} />
    </SaidDialog>
  )
}

/** What was and what is, with the last digits of accounts, and since when. */
export function PayoutFacts({ change }: { change: PayoutChange }) {
  return <Facts facts={factsOf(change)} label={words.facts} />
}

function factsOf(change: PayoutChange): readonly Fact[] {
  const { account, merchant, isActive, isReceivingPayment, firstSeenAtMs, shownBy, isBack } = change
  const masked = (ending: string): string =>
    ending === '' ? strings.detail.notGiven : strings.detail.accountMasked(ending)
  const yesNo = (value: boolean): string => (value ? words.yes : words.no)
  const pair = <Value,>(
    label: string,
    value: { readonly from: Value; readonly to: Value } | null,
    text: (one: Value) => string,
  ): readonly Fact[] =>
    value === null ? [] : [{ label, value: words.fromTo(text(value.from), text(value.to)) }]
  return [
    ...pair(words.account, account, masked),
    ...pair(words.merchant, merchant, (text) => text),
    ...pair(words.status, isActive, yesNo),
    ...pair(words.receiving, isReceivingPayment, yesNo),
    { label: words.firstSeen, value: words.seenAt(momentText(firstSeenAtMs)) },
    { label: words.shownBy, value: words[shownBy] },
    ...(isBack ? [{ label: strings.payout.now, value: strings.payout.isBack }] : []),
  ]
}

function answerText(error: CallError): string {
  switch (error.code) {
    case 'changedMeanwhile':
      return words.changed
    case 'notFound':
      return words.gone
    case 'notSaved':
    case 'readOnly':
      return words.notSaved
    case 'needsManager':
      return words.forManager
    default:
      return problemText(error)
  }
}
