import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import type { Opening } from '../../shared/opening.ts'
import { listenForLinks } from './links.ts'

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

test('ux 34: a link of the first start waits until somebody can follow it, and is followed once', () => {
  const { opened, follow } = bench(['tillside', one])
  expect(opened).toEqual([])
  follow()
  follow()
  expect(opened).toEqual([to('ONE-1')])
})

test('ux 34: a second start and a Mac’s event pass their link; a malformed one is passed over', () => {
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

test('only an installed program takes the scheme', () => {
  expect(bench([]).schemes).toEqual(['tillside'])
  expect(bench([], false).schemes).toEqual([])
})
