import { nairaText } from '../../shared/money.ts'
import { eachRecordText, kindOf, type RecordTextKind } from '../../shared/record.ts'
import { bankTimestamp, UNPAID_DATE } from '../bankTime.ts'
import { Decimal, type Json } from '../jsonText.ts'
import { keptReferences } from '../keptReference.ts'
import type { LedgerRecord } from '../ledgerState.ts'
import { addNaira } from '../naira.ts'
import type { Exchange } from './exchange.ts'
import { oddRecord } from './oddReads.ts'

/** How the bank writes a field that no rule reads. */
const textJson: Readonly<Record<RecordTextKind, (said: string | number) => Json>> = {
  text: (said) => said,
  amount: (said) => new Decimal(String(said)),
  time: (said) => said,
  flag: (said) => String(said) === 'true',
}

/** A record as sent (docs/service.md 2.3), with its oddity. */
export function recordJson(record: LedgerRecord, { options, nowMs, oddRead }: Exchange): Json {
  const { change = {} } = record
  const paidAtMs = paidAt(record, nowMs)
  const row = {
    id: record.recordId,
    [`${options.fieldPrefix}TerminalId`]: record.terminalRecordId,
    terminalId: change.terminalId ?? record.terminalId,
    [`${options.fieldPrefix}AccountNumber`]: change.accountNumber ?? record.accountNumber,
    amount: new Decimal(addNaira(nairaText(record.amountKobo), change.amountAdds ?? '0')),
    amountSettled: new Decimal(addNaira(nairaText(record.settledKobo), change.settledAdds ?? '0')),
    feePercentage: new Decimal(record.feePercentage),
    isPaid: change.isPaid ?? paidAtMs !== null,
    datePaid:
      paidAtMs === null ? UNPAID_DATE : (change.datePaid ?? bankTimestamp(paidAtMs, record.recordId + 1)),
    transactionId: keptReferences[options.keptReference](record.transactionId),
    [`${options.fieldPrefix}RefId`]: record.serviceReference,
    timeReceived: bankTimestamp(record.receivedAtMs, record.recordId),
    ...eachRecordText((text) => {
      const said = change[text]
      return said === undefined || said === null ? null : textJson[kindOf(text)](said)
    }),
  }
  return oddRecord(row, oddRead)
}

function paidAt({ paidAtMs, receivedAtMs, change }: LedgerRecord, nowMs: number): number | null {
  if (paidAtMs === null || paidAtMs > nowMs) return null
  const unpaidFromMs = change?.unpaidAfterMs === undefined ? Infinity : receivedAtMs + change.unpaidAfterMs
  return nowMs >= unpaidFromMs ? null : paidAtMs
}
