import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import type { Opening } from '../../shared/opening.ts'
import { parseTransactionId } from '../../shared/transactionId.ts'
import { fc } from '../testing/fuzz.ts'
import { linkAmong, listenForLinks, openingOfLink } from './links.ts'

test('ux 34: a link opens its sale, with any valid reference', () => {
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
])('ux 34: %s opens nothing', (link) => {
  expect(openingOfLink(link)).toBeUndefined()
})

test('ux 34: any link opens a valid reference or nothing, and nothing is thrown', () => {
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

test('the link among the arguments is found; the program itself is not taken for one', () => {
  expect(
    linkAmong(['tillside://program', '--profile', 'x', 'TILLSIDE://transaction/A-1', 'tillside://b']),
  ).toBe('TILLSIDE://transaction/A-1')
  expect(linkAmong(['electron', '.', '--flag'])).toBeUndefined()
  expect(linkAmong([])).toBeUndefined()
})

const one = 'tillside://transaction/ONE-1'
const two = 'tillside://transaction/TWO-2'
const to = (transactionId: string): Opening => ({ kind: 'sale', transactionId })

function bench(argv: readonly string[], isPackaged = true) {
  const events = new EventEmitter()
  const schemes: string[] = []
  const opened: Opening[] = []
  const links = listenForLinks(
    {
      isPackaged,
      on: (event: string, listener: (...args: never[]) => void) =>
        events.on(event, listener as (...args: unknown[]) => void),
      setAsDefaultProtocolClient: (scheme) => schemes.push(scheme) > 0,
    },
    argv,
  )
  const follow = (): void => links.follow((opening) => opened.push(opening))
  let prevented = 0
  const onMac = (url: string) => events.emit('open-url', { preventDefault: () => (prevented += 1) }, url)
  const second = (...rest: readonly string[]) => events.emit('second-instance', {}, ['tillside', ...rest])
  return { opened, schemes, follow, onMac, second, prevented: () => prevented }
}

test('ux 34: a link of the first start waits for `follow`, and is opened once', () => {
  const { opened, follow } = bench(['tillside', one])
  expect(opened).toEqual([])
  follow()
  follow()
  expect(opened).toEqual([to('ONE-1')])
})

test('ux 34: a second start and the event of macOS pass their link; a malformed one is ignored', () => {
  const { opened, follow, onMac, second, prevented } = bench(['tillside'])
  onMac(one)
  follow()
  second('--flag', two)
  second('tillside://elsewhere/X')
  second()
  onMac('https://transaction/ONE-1')
  expect(opened).toEqual([to('ONE-1'), to('TWO-2')])
  expect(prevented()).toBe(2)
})

test('only an installed program registers the scheme', () => {
  expect(bench([]).schemes).toEqual(['tillside'])
  expect(bench([], false).schemes).toEqual([])
})
