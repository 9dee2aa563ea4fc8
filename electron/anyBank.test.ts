import { afterEach, expect, test } from 'vitest'
import { deviations } from '../sandbox/deviations/deviations.ts'
import type { SaleView } from '../shared/sale.ts'
import { extent } from '../scripts/extent.ts'
import { openCounter, type Counter } from './testing/counter.ts'
import { openOtherTill } from './testing/otherTill.ts'
import { cutNetwork, restoreNetwork } from './testing/troubles.ts'

/*
 * A bank may differ from the sample of its document in every way of `sandbox/deviations/`. In each, eight jobs of a day
 * are done, or a person is told within minutes what keeps them from it; and no sale is settled twice.
 */

const MINUTE_MS = 60_000

let shop: Counter | undefined
afterEach(async () => {
  await shop?.close()
  shop = undefined
})

type Verdict = 'done' | 'told' | 'silent' | 'wrong'
const JOBS = ['made', 'slip', 'backlog', 'payment', 'find', 'terminals', 'lostAnswer', 'paidBefore'] as const
type Job = (typeof JOBS)[number]

/** A sale that waits for a person stands in To do with its reason. */
const TOLD: readonly SaleView['state'][] = ['held', 'review', 'conflict']

async function jobsAt(deviation: string | null): Promise<Readonly<Record<Job, Verdict>>> {
  const counter = await openCounter({ bankOptions: { deviation, settleAfterMs: 15_000 } })
  shop = counter
  const { bank, time } = counter
  await time.pass(5_000)
  const other = await openOtherTill(counter)
  const { handlers } = counter.backend()
  const viewOf = async (id: string): Promise<SaleView> => (await counter.sale(id)).sale

  /** A sale that the bank should have once. */
  async function settled(id: string): Promise<Verdict> {
    const { state } = await viewOf(id)
    const count = bank.settlementCount(id)
    if (count > 1 || (state === 'accepted' && count === 0)) return 'wrong'
    if (state === 'accepted') return 'done'
    return TOLD.includes(state) ? 'told' : 'silent'
  }

  const made = await counter.record('1500.50')
  await counter.record('2345.00', { transactionId: 'SLIP-1' })
  other.pay('7000.00', 'SLIP-2')
  await time.pass(2 * MINUTE_MS)
  await counter.record('7000', { transactionId: 'SLIP-2' })
  bank.faults.add({ on: 'logTransaction', fault: { kind: 'drop', committed: true } })
  const lost = await counter.record('12345.67')
  await time.pass(3 * MINUTE_MS)
  bank.faults.clear()
  cutNetwork(counter)
  const waiting: SaleView[] = []
  for (const amount of ['110', '1220.25', '3330']) waiting.push(await counter.record(amount))
  await time.pass(12 * MINUTE_MS)
  restoreNetwork(counter)
  for (let m = 0; m < 40; m += 1) {
    await time.pass(MINUTE_MS)
    if (process.env['ONLY'] !== undefined) console.log(m, (await Promise.all([...waiting, await viewOf('SLIP-2')].map(async (s) => await viewOf(s.transactionId)))).map((s) => `${s.state} ${s.waitingReason} ${s.checkCount}`).join(' | '))
  }

  const today = new Date(time.clock.wallNowMs() + 60 * MINUTE_MS).toISOString().slice(0, 10)
  const searching = handlers['records.search']({
    searchId: 'today',
    terminalId: made.terminalId,
    dateFrom: today,
    dateTo: today,
    basis: 'saleDate',
  })
  const listing = handlers['terminals.refresh']({})
  await time.pass(MINUTE_MS)
  const [found, listed] = [await searching, await listing]
  const rows = found.ok ? found.value.records.map(({ transactionId }) => transactionId) : []
  const backlog = await Promise.all(waiting.map(async ({ transactionId }) => await settled(transactionId)))
  const paid = await viewOf(made.transactionId)
  const before = await viewOf('SLIP-2')
  const worst = (verdicts: readonly Verdict[]): Verdict =>
    (['wrong', 'silent', 'told'] as const).find((each) => verdicts.includes(each)) ?? 'done'
  return {
    made: await settled(made.transactionId),
    slip: await settled('SLIP-1'),
    backlog: worst(backlog),
    payment: paid.settlement === 'paid' ? 'done' : paid.state === 'accepted' ? 'silent' : 'told',
    find: !found.ok ? 'told' : rows.includes(made.transactionId) ? 'done' : 'told',
    terminals: listed.ok && listed.value.knownCount >= 11 ? 'done' : 'told',
    lostAnswer: await settled(lost.transactionId),
    paidBefore:
      bank.settlementCount('SLIP-2') !== 1
        ? 'wrong'
        : before.state === 'accepted'
          ? 'done'
          : TOLD.includes(before.state)
            ? 'told'
            : 'silent',
  }
}

test('every', async () => {
  const only = process.env['ONLY']?.split(',')
  const sums: Record<string, number> = {}
  for (const name of ['none', ...Object.keys(deviations)]) {
    if (only !== undefined && !only.includes(name)) continue
    let jobs: Readonly<Record<Job, Verdict>>
    try {
      jobs = await jobsAt(name === 'none' ? null : name)
    } catch (error) {
      console.log(name, String(error))
      continue
    }
    await shop?.close()
    shop = undefined
    const odd = Object.entries(jobs).filter(([, verdict]) => verdict !== 'done')
    for (const verdict of Object.values(jobs)) sums[verdict] = (sums[verdict] ?? 0) + 1
    if (odd.length > 0) console.log(name, JSON.stringify(Object.fromEntries(odd)))
  }
  console.log(sums, extent(1, 2))
  expect(1).toBe(1)
}, 600_000)
