import { expect, test } from 'vitest'
import { WaitingReason } from '../../../shared/sale.ts'
import { appInfo, detailOf, recordOf, saleOf, saleOfEveryState } from '../../testing/fixtures.ts'
import { headlineFor, netOf, settledOf, whyWaiting, wrongAmountText } from './headlines.ts'
import { amountOf, chipFor, isCheckable, mayCheckNow, notAccepted, notPaid } from './saleWords.ts'
import { supportText } from './supportText.ts'

const checking = saleOf({ transactionId: 'T', sequence: 1, state: 'unknown', sendCount: 1 })

test('an unknown outcome tells the cashier not to enter and not to charge again', () => {
  const { title, body } = headlineFor(checking, null)
  expect(title).toBe('We sent this sale but did not get the bank’s answer. We are checking.')
  expect(body).toContain('Do not enter it again and do not charge the customer again.')
})

test('the bank’s negative answer is quoted verbatim and not called a refusal until it is final', () => {
  const { title } = headlineFor({ ...checking, bankMessage: '<b>No</b> float' }, null)
  expect(title).toBe('The bank said no: ‘<b>No</b> float’. We are making sure. Do not enter it again.')
})

test('a refusal quotes the bank and promises no payment; a held sale says why nothing was sent', () => {
  const refused = saleOf({ transactionId: 'T', sequence: 1, state: 'refused', bankMessage: 'No float' })
  expect(headlineFor(refused, null).title).toBe(
    'The bank refused this sale. If it turns up there after all, it is shown here.',
  )
  expect(headlineFor(refused, null).body).toContain('‘No float’')
  const held = saleOf({ transactionId: 'T', sequence: 1, state: 'held', heldReason: 'reference' })
  expect(headlineFor(held, null).title).toContain('its reference does not fit the settings')
  const changed = headlineFor({ ...held, heldReason: 'factsChanged', sendCount: 1 }, null)
  expect(changed.title).toContain('no longer says what was recorded')
  // It may have been sent before, so the text must not say that nothing reached the bank.
  expect(changed.body).not.toContain('Nothing reached the bank')
})

test('a sale that the bank is asked about before sending is not said to be missing at the bank', () => {
  const queued = saleOf({ transactionId: 'T', sequence: 1, waitingReason: 'next' })
  expect(headlineFor(queued, null).title).toContain('The bank does not have it yet.')
  expect(notAccepted(queued)).toBe('Not yet')
  const asking = { ...queued, waitingReason: 'checkingFirst' } as const
  expect(headlineFor(asking, null).title).not.toContain('does not have it yet')
  expect(headlineFor(asking, null).body).toContain('Do not enter this sale again.')
  expect(notAccepted(asking)).toBe('Not known yet')
})

test('while the sales file is being checked a sale says so, and nothing that depends on the file', () => {
  const looking = saleOf({ transactionId: 'T', sequence: 1, waitingReason: 'checkingFile' })
  expect(headlineFor(looking, null).title).toContain('We check the sales file before anything is sent.')
  expect(headlineFor(looking, null).title).not.toContain('does not have it yet')
  expect(headlineFor(looking, null).body).toContain('Do not enter this sale again.')
  expect(notAccepted(looking)).toBe('Not known yet')
})

const TODAY = '2026-11-20'

test('the settled amount of a record is shown only once it is paid', () => {
  const paid = recordOf({ recordId: '1', transactionId: 'T', amountSettled: '4975' })
  expect(settledOf({ ...paid, isPaid: true, datePaid: '2026-11-20T13:41:07' }, TODAY)).toBe('4975')
  expect(settledOf({ ...paid, isPaid: false }, TODAY)).toBeNull()
  expect(settledOf({ ...paid, isPaid: true, datePaid: '0001-01-01T00:00:00' }, TODAY)).toBeNull()
  expect(settledOf({ ...paid, isPaid: true, datePaid: '2026-11-22T00:00:00' }, TODAY)).toBeNull()
})

test('a sale in a stop with proven absence has its own text: the bank may still take it', () => {
  const review = saleOf({ transactionId: 'T', sequence: 1, state: 'review', reviewReason: 'absenceProven' })
  expect(headlineFor(review, null).body).not.toContain('may still take it')
  const stopped = { ...review, reviewReason: 'partOfStop' } as const
  expect(headlineFor(stopped, null).body).toContain('The bank may still take it late. Do not enter it again.')
  expect(whyWaiting(stopped)).toContain('may still take it late')
})

test('while sending is stopped the text says what is being done, and promises no time', () => {
  const queued = saleOf({ transactionId: 'T', sequence: 1, waitingReason: 'oneAtATime' })
  expect(whyWaiting(queued)).toContain('one sale at a time is tried until the bank answers')
  expect(whyWaiting({ ...queued, waitingReason: 'tooManyUnknown' })).toContain('before more are sent')
})

test('every open sale has a reason in words', () => {
  for (const waitingReason of [null, ...WaitingReason.options]) {
    expect(whyWaiting(saleOf({ transactionId: 'T', sequence: 1, waitingReason }))).not.toBe('')
  }
})

test('an unpaid record’s figure is not shown as received, and zero is no amount to look for', () => {
  const unpaid = saleOf({
    transactionId: 'T',
    sequence: 1,
    state: 'accepted',
    standing: 'onItsWay',
    amountSettled: '0',
  })
  expect(netOf({ ...unpaid, amountSettled: '4975' })).toBeNull()
  expect(netOf({ ...unpaid, standing: 'paid', datePaid: '2026-11-20T13:41:07', amountSettled: '4975' })).toBe(
    '4975',
  )
  expect(headlineFor({ ...unpaid, standing: 'onItsWay', isLate: true }, null).body).not.toContain('₦0.00')
})

test('a sale with unknown acceptance is never called not paid', () => {
  const said = saleOfEveryState().map((sale) => [sale.state, notPaid(sale)])
  expect(Object.fromEntries(said)).toEqual({
    accepted: 'Not paid yet',
    sending: 'Waiting for the bank’s answer',
    unknown: 'Not known yet',
    review: 'Not known yet',
    conflict: 'Not known yet',
    writtenOff: 'Not known: written off',
    queued: 'Not yet',
    held: 'Not yet',
    cancelled: 'No: never sent',
    refused: 'No: the bank refused it',
  })
  expect(supportText(detailOf(checking), appInfo)).toContain('Paid: Not known yet')
})

const taken = saleOf({
  transactionId: 'T',
  sequence: 1,
  state: 'accepted',
  standing: 'paid',
  datePaid: '2026-11-20T13:41:07',
  amountKobo: 250_050,
  otherAmount: '2600',
  amountSettled: '2587',
  fee: '13',
})

test('amount, fee and payment are from the same side, and the recorded amount is labelled as recorded here', () => {
  expect(amountOf(taken)).toEqual({ naira: '2600' })
  expect(headlineFor(taken, '4210').title).toContain('₦2,587.00 was paid into account ••••••4210')
  expect(headlineFor(taken, '4210').body).toBe(
    'Sale ₦2,600.00, fee ₦13.00. The bank has ₦2,600.00; ₦2,500.50 was recorded here.',
  )
  expect(headlineFor({ ...taken, standing: 'onItsWay', datePaid: null }, null).body).toContain('₦2,500.50')
  expect(headlineFor({ ...taken, standing: 'onItsWay', isLate: true, datePaid: null }, null).body).toContain(
    '₦2,500.50',
  )
  expect(supportText(detailOf(taken), appInfo)).toContain(
    'Amount: ₦2,500.50 recorded here, ₦2,600.00 at the bank',
  )
})

test('until a person accepts the bank’s record, the amount is the one recorded here', () => {
  expect(amountOf({ ...taken, state: 'conflict' })).toEqual({ kobo: 250_050 })
  expect(amountOf({ ...taken, otherAmount: null })).toEqual({ kobo: 250_050 })
})

test('a conflict says not to enter it again, and names both amounts where they differ', () => {
  const conflict = { ...taken, state: 'conflict', settlement: null, datePaid: null } as const
  const { title, body } = headlineFor(conflict, null)
  expect(title).toContain('Do not enter it again.')
  expect(body).toContain('The amount differs: ₦2,500.50 was recorded here, the bank shows ₦2,600.00.')
  expect(headlineFor({ ...conflict, otherAmount: null }, null).body).toContain('terminal or time differs')
})

test('an accepted sale names its account, and what to do about a wrong amount', () => {
  const accepted = saleOf({ transactionId: 'T', sequence: 1, state: 'accepted', standing: 'onItsWay' })
  expect(headlineFor(accepted, '4210').title).toContain('not been paid into account ••••••4210 yet')
  expect(headlineFor(accepted, null).title).toContain('not been paid into your account yet')
  for (const sale of saleOfEveryState()) {
    expect(wrongAmountText(sale)?.includes('do not enter') ?? false, sale.state).toBe(
      sale.state === 'accepted',
    )
  }
})

test('every state that may be with the bank tells the person not to enter it again, or to ask first', () => {
  for (const sale of saleOfEveryState()) {
    if (!['unknown', 'review', 'conflict'].includes(sale.state)) continue
    const { title, body } = headlineFor(sale, null)
    expect(`${title} ${body}`, sale.state).toContain('Do not enter it again')
  }
})

test('a restarted count of checks is not shown beside the earlier count', () => {
  const review = { ...checking, state: 'review', checkCount: 2, lastCheckAtMs: 0 } as const
  expect(headlineFor({ ...review, state: 'unknown' }, null).body).toContain('Checked 2 times')
  expect(headlineFor(review, null).body).not.toContain('2 times')
  expect(headlineFor(review, null).body).toContain('Last checked')
})

test('ux 45: the support text starts with the reference and has at most twelve lines in every state', () => {
  for (const sale of saleOfEveryState()) {
    const text = supportText(detailOf({ ...sale, bankMessage: 'line one\nline two' }), appInfo)
    expect(text.startsWith(`Reference: ${sale.transactionId}\n`)).toBe(true)
    expect(text.split('\n').length).toBeLessThanOrEqual(12)
    expect(text).toContain('line one line two')
    expect(text).not.toContain('0001-01-01')
  }
})

test('a slip whose look-up could not be read is called not sent, but never missing at the bank', () => {
  const waiting = saleOf({ transactionId: 'T', sequence: 1, waitingReason: 'bankUnclear' })
  expect(whyWaiting(waiting)).toBe('The bank’s answer about this slip could not be read. Not sent.')
  const held = saleOf({ transactionId: 'T', sequence: 1, state: 'held', heldReason: 'bankUnclear' })
  for (const sale of [waiting, held]) {
    const { title, body } = headlineFor(sale, null)
    expect(title).not.toContain('does not have it')
    expect(body).toContain('Another counter may have been paid')
    expect(body).toMatch(/Do not enter/u)
    expect(notAccepted(sale)).toBe('Not known yet')
  }
  expect(chipFor(held)).toBe('needsYou')
  expect([isCheckable(held), isCheckable(waiting)]).toEqual([true, false])
  expect(isCheckable({ ...held, heldReason: 'reference' })).toBe(false)
})

test('a slip whose look-up could not be read says what came', () => {
  const waiting = saleOf({
    transactionId: 'T',
    sequence: 1,
    waitingReason: 'bankUnclear',
    askProblem: 'malformed:data.amount',
  })
  const held = saleOf({ ...waiting, state: 'held', heldReason: 'bankUnclear', waitingReason: null })
  for (const sale of [waiting, held]) {
    expect(headlineFor(sale, null).body).toContain(
      'Its last answer: The answer could not be read. (malformed:data.amount)',
    )
    expect(headlineFor({ ...sale, askProblem: null }, null).body).not.toContain('last answer')
  }
  expect(headlineFor({ ...waiting, waitingReason: 'next' }, null).body).not.toContain('last answer')
})

test('a slip that the bank may have in another form says which', () => {
  const part = { transactionId: 'SLIP-2', sequence: 1, askProblem: 'otherForm:2' } as const
  const held = saleOf({ ...part, state: 'held', heldReason: 'bankUnclear', waitingReason: null })
  for (const sale of [saleOf({ ...part, waitingReason: 'bankUnclear' }), held])
    expect(headlineFor(sale, null).body).toContain('The bank’s list has 2, which may be this one')
})

test('not checked for a while: the text says since when, and claims nothing about the payment', () => {
  const since = new Date(2026, 10, 20, 10, 22).getTime()
  const part = { transactionId: 'T', sequence: 1, state: 'accepted', notCheckedSinceMs: since } as const
  const unpaid = headlineFor(saleOf({ ...part, standing: 'onItsWay' }), null)
  expect(unpaid.title).toBe('The bank has accepted this sale. We do not know whether it has been paid.')
  expect(unpaid.body).toMatch(/^Not checked since .*10:22/u)
  expect(notPaid(saleOf({ ...part, standing: 'onItsWay' }))).toBe('Not known yet')
  const late = headlineFor(saleOf({ ...part, standing: 'onItsWay', isLate: true }), null)
  expect(late.title).toContain('late')
  expect(late.body).toContain('Not checked since')
  expect(mayCheckNow(saleOf({ ...part, standing: 'onItsWay' }))).toBe(true)
})

test('a difference after acceptance comes before everything known about the payment', () => {
  const sale = saleOf({
    transactionId: 'T',
    sequence: 1,
    state: 'accepted',
    standing: 'needsYou',
    datePaid: '2026-11-20T13:41:07.1234567',
  })
  const { title, body } = headlineFor(sale, '1234')
  expect(title).toBe('The bank accepted this sale and now shows something else.')
  expect(body).toContain('Nothing is sent again.')
  expect([notPaid(sale), whyWaiting(sale), mayCheckNow(sale)]).toEqual(['Not known yet', title, true])
})
