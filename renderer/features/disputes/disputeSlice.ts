import { callError, type CallError } from '../../../shared/callError.ts'
import type { CallResult } from '../../../shared/contract.ts'
import type { DisputedSale, DisputeView } from '../../../shared/dispute.ts'
import { createDecimalSum } from '../../../shared/money.ts'
import { ok, type Result } from '../../../shared/result.ts'
import type { DisputeActions, DisputeState } from '../../core/disputeTypes.ts'
import { disputeProblem } from './disputeWords.ts'
import { disputedRecord, disputedSale } from '../sales/disputedSale.ts'
import type { DisputePaper, SalePaper } from '../../core/paperTypes.ts'
import type { Deps, Get, Guarded, Set } from '../../core/types.ts'

/** So many sales have a paper of their own in the pack; the bank is asked about each anew. */
const PAPERS_MAX = 20

/** Cases with the bank. Main keeps and follows them. */
export function disputeSlice(
  set: Set,
  get: Get,
  { client, nowMs, nextTicket }: Deps,
  guarded: Guarded,
): { readonly actions: DisputeActions; readonly listen: () => void } {
  let latest = 0
  const change = (part: Partial<DisputeState>): void =>
    set(({ disputes }) => ({ disputes: { ...disputes, ...part } }))

  async function load(): Promise<void> {
    const { show, offset, open } = get().disputes
    const ticket = nextTicket()
    latest = ticket
    const page = await client.call('disputes.page', { show, offset })
    if (latest !== ticket) return
    change(page.ok ? { page: page.value, problem: null } : { page: null, problem: page.error })
    if (open === null) return
    const again = await client.call('disputes.get', { disputeId: open.disputeId })
    if (latest === ticket && get().disputes.open?.disputeId === open.disputeId)
      change({ open: again.ok ? again.value : null })
  }

  /** Takes what a call answers of a case into the pane. */
  async function take(answer: CallResult<'disputes.attach'>): Promise<CallError | null> {
    if (!answer.ok) return answer.error
    if (answer.value !== null) change({ open: answer.value })
    await load()
    return null
  }

  /** As this counter has it, or as the bank does. */
  async function saleOf(transactionId: string): Promise<Result<DisputedSale, CallError>> {
    const own = await client.call('sales.get', { transactionId })
    if (own.ok) return ok(disputedSale(own.value.sale))
    const asked = await client.call('records.byReference', { transactionId })
    if (!asked.ok) return asked
    const { record } = asked.value
    return record === null
      ? callError('invalid', { fields: [{ field: transactionId, problem: 'unknown' }] })
      : ok(disputedRecord(record))
  }

  async function paperOf(dispute: DisputeView): Promise<DisputePaper> {
    const sales: SalePaper[] = []
    for (const { transactionId } of dispute.about.slice(0, PAPERS_MAX)) {
      sales.push(await get().salePaper(transactionId))
    }
    return { kind: 'dispute', dispute, sales, width: '210', madeAtMs: nowMs() }
  }

  return {
    listen: () => {
      client.listen('sales.changed', () => {
        if (get().screen === 'disputes') void load()
      })
    },
    actions: {
      loadDisputes: load,
      showDisputes(show, offset = 0) {
        change({ show, offset })
        void load()
      },
      async showDispute(disputeId) {
        const found = await client.call('disputes.get', { disputeId })
        if (!found.ok) return change({ problem: found.error })
        change({ open: found.value })
        if (get().screen !== 'disputes') get().show('disputes')
      },
      closeDispute: () => change({ open: null }),
      async openDispute(request) {
        const answer = await guarded(() => client.call('disputes.open', request))
        if (!answer.ok) return answer.error
        const { disputeId, about } = answer.value
        const known = Object.fromEntries(about.map(({ transactionId }) => [transactionId, disputeId]))
        change({ open: answer.value, show: 'open', offset: 0, about: { ...get().disputes.about, ...known } })
        if (get().screen === 'disputes') await load()
        else get().show('disputes')
        return null
      },
      async openTyped({ references, reason, atStake, note }) {
        const about: DisputedSale[] = []
        const sum = createDecimalSum()
        for (const transactionId of references) {
          const found = await saleOf(transactionId)
          if (!found.ok) return found.error
          about.push(found.value)
          sum.add(found.value.amount)
        }
        return get().openDispute({ about, reason, atStake: atStake ?? sum.total(), note })
      },
      stepDispute: async (request) => take(await guarded(() => client.call('disputes.step', request))),
      async attachToDispute(disputeId) {
        const problem = await take(await guarded(() => client.call('disputes.attach', { disputeId })))
        change({ problem: problem?.code === 'needsManager' ? null : problem })
      },
      async packDispute() {
        const { open } = get().disputes
        if (open === null) return
        const { disputeId } = open
        const pack = () => guarded(() => client.call('disputes.pack', { disputeId }))
        await get().makePaper(disputeId, () => paperOf(open), pack, disputeProblem)
        await load()
      },
      async askDisputed(transactionIds) {
        const answer = await client.call('disputes.about', { transactionIds: [...transactionIds] })
        if (!answer.ok) return
        const asked = Object.entries(get().disputes.about).filter(([id]) => !transactionIds.includes(id))
        const found = answer.value.map(({ transactionId, disputeId }) => [transactionId, disputeId] as const)
        change({ about: Object.fromEntries([...asked, ...found]) })
      },
    },
  }
}
