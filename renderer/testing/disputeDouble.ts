import type { CallName, CallResult, Request } from '../../shared/contract.ts'
import { callError } from '../../shared/callError.ts'
import { type DisputeFacts, type DisputeStep, type DisputeView, isOpenDispute } from '../../shared/dispute.ts'
import { createDecimalSum } from '../../shared/money.ts'
import { ok } from '../../shared/result.ts'
import type { SaleView } from '../../shared/sale.ts'
import { FIXED_NOW_MS } from './fixtures.ts'

const DAY_MS = 86_400_000

export function disputeOf(
  facts: Partial<DisputeFacts> & Pick<DisputeFacts, 'about'>,
  more: Partial<DisputeView> = {},
): DisputeView {
  const first = facts.about[0]?.transactionId ?? ''
  return {
    disputeId: `case-${first}`,
    reason: 'notPaid',
    atStake: facts.about[0]?.amount ?? '0',
    caseNumber: '',
    reportedHow: '',
    answerBy: '',
    state: 'toReport',
    recovered: null,
    payment: '',
    reportedAtMs: null,
    openedAtMs: FIXED_NOW_MS - 2 * DAY_MS,
    isDue: false,
    steps: [{ atMs: FIXED_NOW_MS - 2 * DAY_MS, by: 'Ngozi', kind: 'opened', text: '', file: null }],
    now: facts.about.map(({ transactionId }) => ({ transactionId, standing: null })),
    suggestion: null,
    ...facts,
    ...more,
  }
}

interface Facts {
  readonly disputes: readonly DisputeView[]
  readonly sales: readonly SaleView[]
}
type DisputeCall = Extract<CallName, `disputes.${string}` | 'reports.disputes'>

export function disputeAnswers(
  facts: () => Facts,
  change: (part: { readonly disputes: readonly DisputeView[] }) => void,
): { [Name in DisputeCall]: (request: Request<Name>) => CallResult<Name> } {
  const find = (disputeId: string) => facts().disputes.find((each) => each.disputeId === disputeId)
  function keep(dispute: DisputeView, step: DisputeStep): CallResult<'disputes.step'> {
    const next = { ...dispute, steps: [...dispute.steps, { atMs: FIXED_NOW_MS, by: 'Ngozi', ...step }] }
    change({ disputes: [...facts().disputes.filter(({ disputeId }) => disputeId !== next.disputeId), next] })
    return ok(next)
  }
  return {
    'disputes.page': ({ show }) => {
      const { disputes } = facts()
      const of = {
        open: disputes.filter(({ state }) => isOpenDispute(state)),
        due: disputes.filter(({ isDue }) => isDue),
        closed: disputes.filter(({ state }) => !isOpenDispute(state)),
      }
      const [stake, back] = [createDecimalSum(), createDecimalSum()]
      for (const { atStake, recovered } of of[show]) {
        stake.add(atStake)
        back.add(recovered ?? '0')
      }
      return ok({
        rows: of[show].map((dispute) => {
          const { steps: _steps, now: _now, suggestion: _suggestion, ...row } = dispute
          return row
        }),
        counts: { open: of.open.length, due: of.due.length, closed: of.closed.length },
        atStake: stake.total(),
        recovered: back.total(),
      })
    },
    'disputes.get': ({ disputeId }) => {
      const found = find(disputeId)
      return found === undefined ? callError('notFound') : ok(found)
    },
    'disputes.about': ({ transactionIds }) =>
      ok(
        transactionIds.flatMap((transactionId) => {
          const found = facts().disputes.find(
            ({ about, state }) =>
              isOpenDispute(state) && about.some((sale) => sale.transactionId === transactionId),
          )
          return found === undefined ? [] : [{ transactionId, disputeId: found.disputeId }]
        }),
      ),
    'disputes.open': ({ about, reason, atStake, note }) => {
      const now = about.map(({ transactionId }) => ({
        transactionId,
        standing: facts().sales.find((sale) => sale.transactionId === transactionId)?.standing ?? null,
      }))
      const made = disputeOf({ about, reason, atStake }, { now, steps: [], openedAtMs: FIXED_NOW_MS })
      return keep(made, { kind: 'opened', text: note, file: null })
    },
    'disputes.step': ({ disputeId, kind, change: changed, note }) => {
      const found = find(disputeId)
      if (found === undefined) return callError('notFound')
      const given = Object.fromEntries(Object.entries(changed).filter(([, value]) => value !== undefined))
      const moved = {
        ...(kind === 'reported' ? { state: 'withBank' as const, reportedAtMs: FIXED_NOW_MS } : {}),
        ...(kind === 'reopened' ? { state: 'withBank' as const } : {}),
      }
      return keep({ ...found, ...given, ...moved }, { kind, text: note, file: null })
    },
    'disputes.attach': ({ disputeId }) => {
      const found = find(disputeId)
      const file = { name: 'slip.jpg', sha256: 'a'.repeat(64), bytes: 182_000 }
      return found === undefined ? callError('notFound') : keep(found, { kind: 'attached', text: '', file })
    },
    'disputes.pack': ({ disputeId }) => {
      const found = find(disputeId)
      if (found === undefined) return callError('notFound')
      keep(found, { kind: 'packed', text: '', file: null })
      return ok({ file: '/home/shop/Documents/dispute.zip', rowCount: 9 })
    },
    'reports.disputes': () =>
      ok({ file: '/home/shop/Documents/disputes.xlsx', rowCount: facts().disputes.length }),
  }
}
