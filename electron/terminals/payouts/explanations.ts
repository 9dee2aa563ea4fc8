import { payoutFields, type PayoutField } from '../../../shared/payout.ts'
import { type TerminalChangeView, type TerminalSide } from '../../../shared/terminalChange.ts'
import type { Destination } from '../../gateway/destination.ts'
import type { Log } from '../../ports.ts'
import type { Database } from '../../storage/database.ts'
import { changeView, type Change } from '../changes/changeEntries.ts'
import type { Plan } from '../changes/changePlan.ts'
import { ChangeStore } from '../changes/changeStore.ts'
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
  return explaining({ changeId, terminalId, recordId }, before, valuesOf(kind, to, marks.account(numbers.to)))
}

const CHANGES_READ_MAX = 500

/** Changes that may still take effect, where the watch knows of none: of them only the ends of accounts are kept. */
export function openExplanations(database: Database, owner: Destination, log: Log): Explanation[] {
  try {
    const { changes } = new ChangeStore(database).page(owner, { offset: 0, limit: CHANGES_READ_MAX }, null)
    return changes
      .map((change): [Change, TerminalChangeView] => [change, changeView(change, false)])
      .filter(([, { isOpen, state }]) => isOpen && state !== 'refused')
      .map(([{ asked }, { recordId }]) => {
        const { changeId, kind, terminalId, from, to } = asked.entry
        const before = from === null ? null : valuesOf(kind, from, byEnding(from.accountEnding))
        return explaining(
          { changeId, terminalId, recordId },
          before,
          valuesOf(kind, to, byEnding(to.accountEnding)),
        )
      })
      .toReversed()
  } catch {
    log('warn', 'payouts.changesNotRead')
    return []
  }
}

function byEnding(ending: string): Account {
  return { ending, mark: null, key: null }
}

function explaining(
  of: Pick<Explanation, 'changeId' | 'terminalId' | 'recordId'>,
  from: Values | null,
  to: Values,
): Explanation {
  const isChanged = (field: PayoutField): boolean => from === null || !isSameIn(field, from, to)
  return { ...of, fields: payoutFields.filter(isChanged), from: from ?? UNKNOWN, to }
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
