import { afterEach, expect, test } from 'vitest'
import { openCounter, type Counter } from '../../testing/counter.ts'
import { cutNetwork } from '../../testing/troubles.ts'

let counter: Counter | undefined
afterEach(async () => {
  await counter?.close()
  counter = undefined
})

async function open(transactionIdPattern: string): Promise<Counter> {
  counter = await openCounter({ profile: (standard) => ({ ...standard, transactionIdPattern }) })
  return counter
}

const entry = (transactionId: string) => ({
  amountText: '777',
  transactionId,
  note: '',
  confirmedAmount: true,
  confirmedSecondSale: true,
})

const LOOSE = '^.*$'

test.each([
  ['spaces', LOOSE, '123456789012', '1234 5678 9012'],
  ['spaces at a pattern of digits and spaces', '[0-9 ]+', '1234 5678 9012', '123456789012'],
  ['dashes, of the standard pattern', '^[A-Za-z0-9][A-Za-z0-9._/-]*$', 'SLIP-4475', 'SLIP4475'],
  ['another dash', LOOSE, 'SLIP-4475', 'SLIP–4475'],
  ['full-width digits', LOOSE, '12345678', '１２３４５６７８'],
  ['the case of letters beyond ASCII', LOOSE, 'ÀBC-1', 'àbc1'],
])(
  'a slip of before in other letters is shown, and a manager alone records it: %s',
  async (_what, pattern, first, second) => {
    const shop = await open(pattern)
    cutNetwork(shop)
    await shop.record('5000', { transactionId: first })
    const { handlers } = shop.backend()
    expect(await handlers['sales.record'](entry(second))).toMatchObject({
      error: { code: 'needsAlikeSlipConfirmation', sale: { transactionId: first } },
    })
    const confirmed = { ...entry(second), confirmedAlikeSlip: true }
    expect(await handlers['sales.record'](confirmed)).toMatchObject({ error: { code: 'needsManager' } })
    await shop.becomeManager()
    expect(await handlers['sales.record'](confirmed)).toMatchObject({ value: { transactionId: second } })
  },
)

test('a made reference typed as the screen groups it, where the pattern keeps the spaces, is asked about', async () => {
  const shop = await open(LOOSE)
  cutNetwork(shop)
  const { transactionId } = await shop.record('5000')
  const grouped = transactionId.replaceAll(/.{4}(?=.)/gu, '$& ').toLowerCase()
  expect(await shop.backend().handlers['sales.record'](entry(grouped))).toMatchObject({
    error: { code: 'needsAlikeSlipConfirmation', sale: { transactionId } },
  })
})

test('the correction of a sale may have its slip in other letters, and a restart forgets nothing', async () => {
  const shop = await open(LOOSE)
  cutNetwork(shop)
  await shop.record('5000', { transactionId: 'SLIP 1' })
  await shop.becomeManager()
  await shop.backend().handlers['sales.cancel']({ transactionId: 'SLIP 1', reason: 'a space too many' })
  await shop.restart()
  const { handlers } = shop.backend()
  expect(await handlers['sales.record'](entry('SLIP1'))).toMatchObject({
    error: { code: 'needsAlikeSlipConfirmation' },
  })
  const corrected = { ...entry('SLIP1'), corrects: 'SLIP 1' }
  expect(await handlers['sales.record'](corrected)).not.toMatchObject({
    error: { code: 'needsAlikeSlipConfirmation' },
  })
})

test.each([
  ['a zero-width space', '1234\u200B5678'],
  ['a right-to-left mark', '1234\u200F5678'],
  ['NUL', '1234\u00005678'],
  ['a soft hyphen', '1234\u00AD5678'],
  ['a variation selector', '1234\uFE0F5678'],
  ['a Hangul filler', '1234\u31645678'],
  ['a line separator', '1234\u20285678'],
])('%s is refused, also where the pattern allows it', async (_what, transactionId) => {
  const shop = await open(LOOSE)
  expect(await shop.backend().handlers['sales.record'](entry(transactionId))).toMatchObject({
    error: { code: 'invalid', fields: [{ field: 'transactionId', problem: 'characters' }] },
  })
})
