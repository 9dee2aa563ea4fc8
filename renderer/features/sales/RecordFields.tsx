import { RECORD_TEXTS, recordTexts, type RecordView } from '../../../shared/record.ts'
import { formatNaira } from '../../ui/format/money.ts'
import { bankTimeText } from '../../ui/format/time.ts'
import { useApp } from '../../core/context.tsx'
import { serviceDayOf } from '../../core/serviceDay.ts'
import { laterStrings } from '../../strings/laterStrings.ts'
import { strings } from '../../strings/strings.ts'
import { settledOf } from './headlines.ts'
import { oddTexts } from './oddWords.ts'
import { namesOtherTerminal } from './recordTerminal.ts'
import { type Fact, Facts } from '../../ui/Facts.tsx'
import { Naira, Reference } from '../../ui/Figures.tsx'
import { MaskedAccount } from '../../ui/MaskedAccount.tsx'
import { Notice } from '../../ui/Notice.tsx'

function percentText(percentage: string | null): string {
  return percentage === null ? strings.detail.feeNotKnown : laterStrings.terminal.percent(percentage)
}

/** Every field of the bank's record. Those that no rule reads are shown as received, unless null. */
export function RecordFields({ record }: { record: RecordView }) {
  const words = strings.detail.fields
  const isOther = useApp(({ terminals }) => namesOtherTerminal(record, terminals))
  const today = useApp(serviceDayOf)
  const odd = oddTexts(record, today)
  const net = settledOf(record, today)
  const facts: Fact[] = [
    { label: words.transactionId, value: <Reference value={record.transactionId} /> },
    { label: words.serviceReference, value: <Reference value={record.serviceReference} /> },
    { label: words.amount, value: formatNaira(record.amount) },
    { label: words.amountSettled, value: <Naira decimal={net} /> },
    { label: words.feePercentage, value: percentText(record.feePercentage) },
    { label: words.isPaid, value: record.isPaid ? strings.detail.yes : strings.detail.no },
    { label: words.datePaid, value: bankTimeText(record.datePaid) },
    { label: words.timeReceived, value: bankTimeText(record.timeReceived) },
    { label: words.terminalId, value: <Reference value={record.terminalId} /> },
    { label: words.accountEnding, value: <MaskedAccount ending={record.accountEnding} /> },
    { label: words.recordId, value: record.recordId },
    { label: words.terminalRecordId, value: record.terminalRecordId ?? strings.detail.feeNotKnown },
  ]
  const verbatim = RECORD_TEXTS.map((text) => ({ label: recordTexts[text], value: record[text] })).filter(
    ({ value }) => value !== null,
  )
  return (
    <>
      {odd.length > 0 && (
        <Notice tone="warning">
          <strong>{laterStrings.odd.looksWrong}.</strong> {odd.join(' ')}
        </Notice>
      )}
      {isOther && <Notice tone="plain">{strings.detail.otherTerminal}</Notice>}
      <Facts facts={[...facts, ...verbatim]} label={strings.detail.forBank} />
    </>
  )
}
