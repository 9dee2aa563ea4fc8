import {
  kindOf,
  RECORD_TEXTS,
  type recordNames,
  recordTexts,
  type RecordTextKind,
  type RecordView,
} from '../../../shared/record.ts'
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

export interface RecordFact extends Fact {
  readonly field: keyof typeof recordNames
}

/** A field that no rule reads, as it is shown. */
export const recordTextOf: Readonly<Record<RecordTextKind, (value: string) => string>> = {
  text: (value) => value,
  amount: formatNaira,
  time: bankTimeText,
  flag: (value) => (value === 'true' ? strings.detail.yes : strings.detail.no),
}

/** Every field of a record. Those that no rule reads are as received, and left out where the bank says nothing. */
export function recordFacts(record: RecordView, today: string): readonly RecordFact[] {
  const words = strings.detail.fields
  const fact = (field: keyof typeof words, value: Fact['value']): RecordFact => ({
    field,
    label: words[field],
    value,
  })
  return [
    fact('transactionId', <Reference value={record.transactionId} />),
    fact('serviceReference', <Reference value={record.serviceReference} />),
    fact('amount', formatNaira(record.amount)),
    fact('amountSettled', <Naira decimal={settledOf(record, today)} />),
    fact('feePercentage', percentText(record.feePercentage)),
    fact('isPaid', record.isPaid ? strings.detail.yes : strings.detail.no),
    fact('datePaid', bankTimeText(record.datePaid)),
    fact('timeReceived', bankTimeText(record.timeReceived)),
    fact('terminalId', <Reference value={record.terminalId} />),
    fact('accountEnding', <MaskedAccount ending={record.accountEnding} />),
    fact('recordId', record.recordId),
    fact('terminalRecordId', record.terminalRecordId ?? strings.detail.feeNotKnown),
    ...RECORD_TEXTS.flatMap((field) => {
      const value = record[field]
      return value === null
        ? []
        : [{ field, label: recordTexts[field].label, value: recordTextOf[kindOf(field)](value) }]
    }),
  ]
}

/** What looks wrong in a record, then every field of it. */
export function RecordFields({ record }: { record: RecordView }) {
  const isOther = useApp(({ terminals }) => namesOtherTerminal(record, terminals))
  const today = useApp(serviceDayOf)
  const odd = oddTexts(record, today)
  return (
    <>
      {odd.length > 0 && (
        <Notice tone="warning">
          <strong>{laterStrings.odd.looksWrong}.</strong> {odd.join(' ')}
        </Notice>
      )}
      {isOther && <Notice tone="plain">{strings.detail.otherTerminal}</Notice>}
      <Facts facts={recordFacts(record, today)} label={strings.detail.forBank} />
    </>
  )
}
