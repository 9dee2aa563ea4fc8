import { expect, test } from 'vitest'
import { createLazy } from './lazyLoading.ts'

/** Parts that load, or fail, when the test says so. */
function pending() {
  const asked: PromiseWithResolvers<string>[] = []
  const later = createLazy(() => {
    const one = Promise.withResolvers<string>()
    asked.push(one)
    return one.promise
  })
  return { asked, later }
}

test('the parts are loaded once, however often they are asked for, and each listener is called', async () => {
  const { asked, later } = pending()
  const seen: unknown[] = []
  const stop = later.follow(() => seen.push(later.now()))
  const reads = [later.read(), later.read()]
  expect(later.now()).toEqual({ parts: null, hasFailed: false })
  asked[0]?.resolve('parts')
  await Promise.all([...reads, later.read()])
  expect(asked).toHaveLength(1)
  expect(seen).toEqual([{ parts: 'parts', hasFailed: false }])
  stop()
})

test('a failure is reported and not thrown', async () => {
  const { asked, later } = pending()
  const seen: unknown[] = []
  later.follow(() => seen.push(later.now()))
  const read = later.read()
  asked[0]?.reject(new TypeError('Failed to fetch'))
  await read
  expect(seen).toEqual([{ parts: null, hasFailed: true }])
})
