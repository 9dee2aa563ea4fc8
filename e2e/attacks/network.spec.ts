import { expect, test } from '@playwright/test'
import type { Fault } from '../../sandbox/faults.ts'
import { hideRecords, openBooks, untilAllSent, untilAskedAgain, type Books } from '../pages/books.ts'
import { openCounter, type Counter } from '../pages/counter.ts'
import { chip } from '../pages/lists.ts'
import { lastSale } from '../pages/sale.ts'
import { banner, queue, show, ticksIn, tryNow } from '../pages/shell.ts'
import { createDrip, handOver, openMiddleman, type Middleman } from './middleman.ts'

const TIMEOUT_SECONDS = 10
const TIMEOUT_MS = TIMEOUT_SECONDS * 1_000

let counter: Counter
let books: Books
/** Between the app and the bank; it passes everything on unless a test says otherwise. */
let middleman: Middleman
/** Another host, which must never receive anything from the app. */
let stranger: Middleman
test.beforeAll(async () => {
  counter = await openCounter({
    profile: { outbox: { requestsPerSecond: 50, timeoutSeconds: TIMEOUT_SECONDS } },
    between: async (bankUrl) => {
      middleman = await openMiddleman(bankUrl)
      stranger = await openMiddleman(bankUrl)
      return middleman.url
    },
  })
})
test.afterAll(async () => {
  await counter.close()
  await middleman.close()
  await stranger.close()
})
test.beforeEach(async () => {
  books = openBooks(counter.sandbox)
  await show(counter.page, 'Sell')
})
test.afterEach(() => counter.sandbox.bank.faults.clear())

/** The bank takes the sale and its answer is lost or broken; the person then tries to help. */
const spoilt: readonly (readonly [reference: string, what: string, fault: Fault])[] = [
  ['LOST-DROP', 'a line that breaks', { kind: 'drop', committed: true }],
  [
    'LOST-500',
    'a server that fails after its commit',
    { kind: 'httpStatus', status: 500, committed: true, retryAfter: null, body: 'envelope' },
  ],
  [
    'LOST-503',
    'a server that asks to be asked again at once',
    { kind: 'httpStatus', status: 503, committed: true, retryAfter: '0', body: 'html' },
  ],
  [
    'LOST-401',
    'a server that calls the token dead after its commit',
    { kind: 'httpStatus', status: 401, committed: true, retryAfter: null, body: 'envelope' },
  ],
  [
    'LOST-NO',
    'a bank that says no after its commit',
    { kind: 'declined', message: 'Try again', committed: true },
  ],
  ['LOST-PORTAL', 'a proxy that answers the send with a page', { kind: 'htmlPage', committed: true }],
  ['LOST-HALF', 'an answer that breaks off', { kind: 'truncated', committed: true }],
]
for (const [index, [reference, what, fault]] of spoilt.entries()) {
  // A network that breaks the answer, and a person who presses Try now until it works.
  test(`${what}, and Try now pressed again and again: one settlement, one send`, async () => {
    const { page, sandbox } = counter
    sandbox.bank.faults.add({ on: 'logTransaction', fault })
    hideRecords(sandbox)
    await books.record(page, { amount: String(201 + index), reference })
    await expect(chip(lastSale(page, reference))).toHaveText('Checking')
    await untilAskedAgain(page, sandbox)
    await expect(ticksIn(lastSale(page, reference))).toHaveCount(0)
    sandbox.bank.faults.clear()
    await untilAllSent(page)
    await books.expect(page, { [reference]: [1, 'accepted'] }, 1)
  })
}

// A slow bank: it takes the sale, and its answer comes after our time-out.
test('the yes comes after our time-out: looked up, one settlement', async () => {
  const { page, sandbox } = counter
  sandbox.bank.faults.add({
    on: 'logTransaction',
    fault: { kind: 'slow', delayMs: TIMEOUT_MS + 800, commit: 'onArrival' },
  })
  await books.record(page, { amount: '220', reference: 'LATE-YES' })
  await untilAllSent(page)
  await books.expect(page, { 'LATE-YES': [1, 'accepted'] }, 1)
})

// A bank with a long queue: it books the sale seconds after our connection broke.
test('the bank books the sale long after the connection broke: missing, missing, there; one settlement', async () => {
  const { page, sandbox } = counter
  sandbox.bank.faults.add({ on: 'logTransaction', fault: { kind: 'lateCommit', commitAfterMs: 1_000 } })
  hideRecords(sandbox)
  await books.record(page, { amount: '221', reference: 'LATE-BOOKED' })
  await expect(chip(lastSale(page, 'LATE-BOOKED'))).toHaveText('Checking')
  await untilAskedAgain(page, sandbox, 2)
  await expect(chip(lastSale(page, 'LATE-BOOKED'))).toHaveText('Checking')
  sandbox.bank.faults.clear()
  await untilAllSent(page)
  await books.expect(page, { 'LATE-BOOKED': [1, 'accepted'] }, 1)
})

// A satellite link that delivers the answer byte by byte and never completely.
test('the yes drips in and never ends: given up, looked up, one settlement', async () => {
  const { page } = counter
  const drip = createDrip()
  middleman.onSendAnswer(drip.hand)
  await books.record(page, { amount: '222', reference: 'DRIP-1' })
  await expect.poll(drip.sentBytes).toBeGreaterThan(10)
  await expect(chip(lastSale(page, 'DRIP-1'))).toHaveText('Sending')
  await untilAllSent(page)
  middleman.onSendAnswer(handOver)
  await books.expect(page, { 'DRIP-1': [1, 'accepted'] }, 1)
})

for (const [status, reference] of [
  [307, 'MOVED-307'],
  [308, 'MOVED-308'],
] as const) {
  // A gateway that moves the service to another host, or an attacker who wants our token.
  test(`a ${status} to another host for a send: nothing goes there, one send`, async () => {
    const { page, sandbox } = counter
    sandbox.bank.faults.add({
      on: 'logTransaction',
      fault: {
        kind: 'redirect',
        status,
        location: `${stranger.url}/api/terminal/logtransaction`,
        committed: true,
      },
    })
    await books.record(page, { amount: String(status), reference })
    await untilAllSent(page)
    expect(stranger.seen).toEqual([])
    await books.expect(page, { [reference]: [1, 'accepted'] }, 1)
  })
}

// A hotel's Wi-Fi portal, which answers every request until the guest buys a voucher.
test('a portal answers every call with its page: nothing is sent until it is gone', async () => {
  const { page, sandbox } = counter
  sandbox.bank.faults.add({ on: 'any', times: 'always', fault: { kind: 'htmlPage', committed: false } })
  await books.record(page, { amount: '223', reference: 'PORTAL-1' })
  await expect(banner(page)).toContainText(
    'We cannot read the answers of the payment service (content-type).',
  )
  await untilSeen(5)
  await expect(chip(lastSale(page, 'PORTAL-1'))).toHaveText('Waiting')
  await books.expect(page, { 'PORTAL-1': [0, 'waiting'] }, 0)
  sandbox.bank.faults.clear()
  await untilAllSent(page)
  await books.expect(page, { 'PORTAL-1': [1, 'accepted'] }, 1)
})

// A router's cable, unplugged and replugged all afternoon.
test('the network goes and comes while three sales are sent: each is settled once', async () => {
  const { page, sandbox } = counter
  await sandbox.cutNetwork()
  await books.record(page, { amount: '224', reference: 'FLAP-1' })
  await books.record(page, { amount: '225', reference: 'FLAP-2' })
  await books.record(page, { amount: '226', reference: 'FLAP-3' })
  for (const reference of ['FLAP-1', 'FLAP-2', 'FLAP-3']) {
    const release = sandbox.holdAnswer('logTransaction')
    await sandbox.restoreNetwork()
    await expect(async () => {
      await tryNow(page)
      expect(sandbox.bank.settlementCount(reference)).toBe(1)
    }).toPass()
    // The sale has arrived and its answer is on its way.
    await sandbox.cutNetwork()
    release()
  }
  await sandbox.restoreNetwork()
  await untilAllSent(page)
  await books.expect(
    page,
    { 'FLAP-1': [1, 'accepted'], 'FLAP-2': [1, 'accepted'], 'FLAP-3': [1, 'accepted'] },
    3,
  )
})

// A load balancer with one outdated server: it answers every look-up with another client's record.
test('look-ups answered with other shapes than a record: the sale stays in doubt, one send', async () => {
  const { page, sandbox } = counter
  sandbox.bank.faults.add({ on: 'logTransaction', fault: { kind: 'drop', committed: true } })
  hideRecords(sandbox)
  await books.record(page, { amount: '227', reference: 'ODD-1' })
  await expect(chip(lastSale(page, 'ODD-1'))).toHaveText('Checking')
  sandbox.bank.faults.clear()
  sandbox.bank.faults.add({
    on: 'settlementStatus',
    times: 'always',
    fault: { kind: 'wrongTypes', committed: true },
  })
  await untilAskedAgain(page, sandbox)
  await expect(queue(page)).toHaveText('1 being checked')
  sandbox.bank.faults.clear()
  await untilAllSent(page)
  await books.expect(page, { 'ODD-1': [1, 'accepted'] }, 1)
})

// A server that takes the sale, loses it, and never answers. Last, since the sale stays in doubt.
test('a server that takes the send and hangs for ever: in doubt, never sent again, never settled', async () => {
  const { page, sandbox } = counter
  sandbox.bank.faults.add({ on: 'logTransaction', fault: { kind: 'silence', committed: false } })
  await books.record(page, { amount: '228', reference: 'HANG-1' })
  await expect(chip(lastSale(page, 'HANG-1'))).toHaveText('Checking')
  await untilAskedAgain(page, sandbox)
  // A later sale is sent, which shows that the loop went on without it.
  await show(page, 'Sell')
  await books.record(page, { amount: '229', reference: 'AFTER-HANG' })
  await expect.poll(() => sandbox.bank.settlementCount('AFTER-HANG')).toBe(1)
  await untilAskedAgain(page, sandbox)
  await books.expect(page, { 'HANG-1': [0, 'checking'], 'AFTER-HANG': [1, 'accepted'] }, 2)
})

/** Waits for this many more requests to the bank, with any answers. */
async function untilSeen(times: number): Promise<void> {
  const { page, sandbox } = counter
  const wanted = sandbox.bank.requests().length + times
  await expect(async () => {
    await tryNow(page)
    expect(sandbox.bank.requests().length).toBeGreaterThanOrEqual(wanted)
  }).toPass()
}
