import { payoutFields } from '../../../shared/payout.ts'
import type { TerminalSide } from '../../../shared/terminalChange.ts'
import type { Plan } from '../changes/changePlan.ts'
import { isSameIn, UNKNOWN, type Account, type Explanation, type Marks, type Values } from './payoutState.ts'

type Side = Pick<TerminalSide, 'merchantRecordId' | 'merchantId' | 'isReceivingPayment' | 'isActive'>

/** What a change that is about to be sent will explain: exactly the values that it asks for. */
export function explanationOf(
  changeId: string,
  { asked, numbers }: Plan,
  marks: Pick<Marks, 'account'>,
): Explanation {
  const { kind, terminalId, recordId, from, to } = asked
  const before =
    from === null || numbers.from === null ? null : valuesOf(kind, from, marks.account(numbers.from))
  const after = valuesOf(kind, to, marks.account(numbers.to))
  const fields = payoutFields.filter((field) => before === null || !isSameIn(field, before, after))
  return { changeId, terminalId, recordId, fields, from: before ?? UNKNOWN, to: after }
}

/** An edit names the merchant by its record, a registration by its ID (docs/service.md 4.3, 4.4). */
function valuesOf(kind: 'register' | 'edit', side: Side, account: Account): Values {
  const { merchantRecordId, merchantId, isActive, isReceivingPayment } = side
  return {
    account,
    merchant: kind === 'edit' ? { recordId: merchantRecordId, id: null } : { recordId: null, id: merchantId },
    isActive,
    isReceivingPayment,
  }
}
