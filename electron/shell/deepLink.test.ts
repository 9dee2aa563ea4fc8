import { fc } from '../testing/fuzz.ts'
import { expect, test } from 'vitest'
import { parseTransactionId } from '../../shared/transactionId.ts'
import { linkAmong, openingOfLink } from './deepLink.ts'

test('ux 34: a link to a sale leads to it, whatever its reference may hold', () => {
  const reference = fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9._/-]{0,63}$/u)
  fc.assert(
    fc.property(reference, (transactionId) => {
      expect(openingOfLink(`tillside://transaction/${encodeURIComponent(transactionId)}`)).toEqual({
        kind: 'sale',
        transactionId,
      })
    }),
  )
})

test.each([
  '',
  'tillside:',
  'tillside://',
  'tillside://transaction',
  'tillside://transaction/',
  'tillside://transaction/%',
  'tillside://transaction/%00',
  'tillside://transaction/%0a',
  'tillside://transaction/a b',
  'tillside://transaction/A-1/B-2',
  'tillside://transaction/A-1/',
  'tillside://transaction/%2e%2e%2fA-1',
  'tillside://transaction/A-1?send=yes',
  'tillside://transaction/A-1#top',
  'tillside://user@transaction/A-1',
  'tillside://transaction:1/A-1',
  'tillside://record/A-1',
  'tillside://transaction.evil/A-1',
  'https://transaction/A-1',
  'javascript://transaction/A-1',
  'file:///transaction/A-1',
  `tillside://transaction/${'A'.repeat(65)}`,
  `tillside://transaction/${'%41'.repeat(100_000)}`,
])('ux 34: %s leads nowhere', (link) => {
  expect(openingOfLink(link)).toBeUndefined()
})

test('ux 34: whatever a link holds, nothing breaks, and what comes of it is a reference', () => {
  const started = fc.string().map((rest) => `tillside://transaction/${rest}`)
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.webUrl(), started), (link) => {
      const opening = openingOfLink(link)
      if (opening?.kind === 'sale') expect(parseTransactionId(opening.transactionId).ok).toBe(true)
      else expect(opening).toBeUndefined()
    }),
    { numRuns: 2_000 },
  )
})

test('among the arguments of a start, the link is found and the program itself is none', () => {
  expect(
    linkAmong(['tillside://program', '--profile', 'x', 'TILLSIDE://transaction/A-1', 'tillside://b']),
  ).toBe('TILLSIDE://transaction/A-1')
  expect(linkAmong(['electron', '.', '--flag'])).toBeUndefined()
  expect(linkAmong([])).toBeUndefined()
})
