import {
  kindOf,
  RECORD_TEXTS,
  recordTexts,
  type recordNames,
  type RecordTextKind,
  type RecordView,
} from '../../../shared/record.ts'
import { formatNaira } from '../../ui/format/money.ts'
import { bankTimeText } from '../../ui/format/time.ts'
import { useApp } from '../../core/context.tsx'
import { serviceDayOf } from '../../core/serviceDay.ts'
import { lazyStrings } from '../../strings/lazyStrings.ts'
import { strings } from '../../strings/strings.ts'
import { settledOf } from './headlines.ts'
import { oddTexts } from './oddWords.ts'
import { Facts, type Fact } from '../../ui/Facts.tsx'
import { Naira, Reference } from '../../ui/Figures.tsx'
import { MaskedAccount } from '../../ui/MaskedAccount.tsx'
import { Notice } from '../../ui/Notice.tsx'
import type { TerminalListView } from '../../../shared/terminal.ts'

function percentText(percentage: string | null): string {
  return percentage === null ? strings.detail.feeNotKnown : lazyStrings.terminal.percent(percentage)
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
          <strong>{lazyStrings.odd.looksWrong}.</strong> {odd.join(' ')}
        </Notice>
      )}
      {isOther && <Notice tone="plain">{lazyStrings.openSale.otherTerminal}</Notice>}
      <Facts facts={recordFacts(record, today)} label={strings.detail.forBank} />
    </>
  )
}

/**
 * Whether a record names another terminal record than the list shows for this counter's terminal (docs/service.md
 * 2.3). Only that row is known here, so it says nothing about other terminals, or where the list lacks the counter's
 * own.
 */
export function namesOtherTerminal(
  { terminalId, terminalRecordId }: Pick<RecordView, 'terminalId' | 'terminalRecordId'>,
  list: Pick<TerminalListView, 'chosen'> | null,
): boolean {
  const own = list?.chosen ?? null
  if (own === null || terminalRecordId === null || own.terminalId !== terminalId) return false
  return own.recordId !== terminalRecordId
}
