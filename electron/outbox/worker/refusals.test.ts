import { afterEach, expect, test } from 'vitest'
import { openCounter, type Counter } from '../../testing/counter.ts'
import { timelineEntry } from '../rules/saleView.ts'

let counter: Counter | undefined
afterEach(async () => {
  await counter?.close()
  counter = undefined
})

const MINUTE_MS = 60_000

/** Records a known sale for the control, then one that the bank refuses and never shows. */
async function refuseOne(
  message = 'Terminal limit',
): Promise<{ readonly shop: Counter; readonly refused: string }> {
  counter = await openCounter()
  const shop = counter
  await shop.record('100', { transactionId: 'OK-1' })
  await shop.time.pass(MINUTE_MS)
  shop.bank.faults.add({
    on: 'logTransaction',
    fault: { kind: 'declined', message, committed: false },
  })
  const refused = 'NO-1'
  await shop.record('88', { transactionId: refused })
  await shop.time.pass(15 * MINUTE_MS)
  expect((await shop.sale(refused)).sale.state).toBe('refused')
  return { shop, refused }
}

async function queueOf(shop: Counter) {
  const queue = await shop.backend().handlers['queue.get']({})
  if (!queue.ok) throw new Error(queue.error.code)
  return queue.value
}

async function listed(shop: Counter, filter: 'needsPerson' | 'refused'): Promise<readonly string[]> {
  const page = await shop.backend().handlers['sales.page']({ filter, search: '', offset: 0, limit: 50 })
  if (!page.ok) throw new Error(page.error.code)
  return page.value.sales.map(({ transactionId }) => transactionId)
}

test('a refusal needs a person until one has noted it, across a restart; its filter keeps it', async () => {
  const { shop, refused } = await refuseOne()
  expect(await queueOf(shop)).toMatchObject({ refusedCount: 1, refusedKobo: 8_800, needsPersonCount: 0 })
  expect(await listed(shop, 'needsPerson')).toEqual([refused])
  expect((await shop.sale(refused)).isUnseenRefusal).toBe(true)
  await shop.restart()
  expect(await queueOf(shop)).toMatchObject({ refusedCount: 1 })

  const noteOf = () => shop.backend().handlers['sales.noteRefusal']({ transactionId: refused })
  expect(await noteOf()).toMatchObject({
    value: { isUnseenRefusal: false, sale: { state: 'refused', bankMessage: 'Terminal limit' } },
  })
  await noteOf()
  expect(await queueOf(shop)).toMatchObject({ refusedCount: 0, refusedKobo: 0 })
  expect(await listed(shop, 'needsPerson')).toEqual([])
  expect(await listed(shop, 'refused')).toEqual([refused])
  const { timeline } = await shop.sale(refused)
  expect(timeline.filter(({ kind }) => kind === 'refusalSeen')).toHaveLength(1)
})

test('a new sale in its place counts as noting it', async () => {
  const { shop, refused } = await refuseOne()
  await shop.record('88', { corrects: refused, confirmedSecondSale: true })
  expect(await queueOf(shop)).toMatchObject({ refusedCount: 0 })
})

test('only a refusal can be noted', async () => {
  const { shop } = await refuseOne()
  await shop.record('55', { transactionId: 'FINE-1' })
  const { handlers } = shop.backend()
  expect(await handlers['sales.noteRefusal']({ transactionId: 'FINE-1' })).toMatchObject({
    error: { code: 'notAllowed' },
  })
  expect(await handlers['sales.noteRefusal']({ transactionId: 'NOT-KNOWN' })).toMatchObject({
    error: { code: 'notFound' },
  })
})

test('a no of the bank is reported as a no, with its words; a missing answer as a missing answer', async () => {
  const { shop, refused } = await refuseOne()
  const { timeline } = await shop.sale(refused)
  expect(timeline.map(({ kind }) => kind)).not.toContain('answerUnknown')
  expect(timeline.find(({ kind }) => kind === 'bankSaidNo')?.detail).toBe('Terminal limit')
  for (const detail of ['noAnswer:reset', 'http:500', 'malformed:data.amount', 'malformed:']) {
    const entry = timelineEntry({ at_ms: 0, kind: 'outcomeUnknown', detail, content: null })
    expect(entry?.kind, detail).toBe('answerUnknown')
  }
})

test.each(['malformed: no such terminal', 'http:500', 'declined', 'noAnswer:reset'])(
  'a no of the bank in the words %j is reported as a no',
  async (message) => {
    const { shop, refused } = await refuseOne(message)
    const { timeline } = await shop.sale(refused)
    expect(timeline.map(({ kind }) => kind)).not.toContain('answerUnknown')
    expect(timeline.find(({ kind }) => kind === 'bankSaidNo')?.detail).toBe(message)
  },
)
