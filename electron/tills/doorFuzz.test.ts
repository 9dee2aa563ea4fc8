import { afterEach, expect, test } from 'vitest'
import { extent } from '../../scripts/extent.ts'
import { BODY_BYTES_MAX } from '../../shared/tillApi.ts'
import { openCounter, type Counter } from '../testing/counter.ts'
import { fc } from '../testing/fuzz.ts'
import { openApi } from './openApi.ts'
import { connectTill, RECORD } from './testing/tillClient.ts'

let shop: Counter
afterEach(() => shop.close())

interface Operation {
  readonly path: string
  readonly method: string
}

const { paths } = openApi('0') as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, object>>>>
}
const operations: readonly Operation[] = Object.entries(paths).flatMap(([path, methods]) =>
  Object.keys(methods).map((method) => ({ path, method: method.toUpperCase() })),
)

const headerText = fc.string({ unit: fc.constantFrom(...Array.from('abcXYZ019 -_.:/=,;"')), maxLength: 80 })
const names =
  'authorization idempotency-key tillside-till tillside-time tillside-nonce tillside-signature content-type origin sec-fetch-site sec-fetch-dest host cookie x-forwarded-for'.split(
    ' ',
  )
const hostile = fc.record({
  operation: fc.oneof(
    fc.constantFrom(...operations),
    fc.record({
      path: fc.webPath(),
      method: fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'HEAD'),
    }),
  ),
  id: fc.oneof(
    fc.nat().map(String),
    fc.constant('../../1'),
    fc.string({ maxLength: 30 }).map(encodeURIComponent),
  ),
  query: fc.oneof(
    fc.constant(''),
    fc.webQueryParameters().map((text) => `?${text}`),
  ),
  headers: fc.dictionary(fc.constantFrom(...names), headerText, { maxKeys: 8 }),
  /** As a till's, but for what the attacker does not have. */
  isLike: fc.boolean(),
  body: fc.oneof(
    fc.json(),
    fc.string({ maxLength: 300 }),
    fc
      .record({
        terminalId: fc.constantFrom('2TLS0001', '2TLS0002', ''),
        amount: fc.constantFrom('9800.00', '-1', '1e9', 9_800),
        soldAt: fc.constantFrom('2026-11-20T10:00:00Z', 'now', null),
        slip: fc.string({ maxLength: 20 }),
      })
      .map((sale) => JSON.stringify(sale)),
    fc.constant('x'.repeat(BODY_BYTES_MAX + 1)),
  ),
})

/** What else of a counter could move. */
async function everything(): Promise<unknown> {
  const { handlers } = shop.backend()
  return Promise.all([
    handlers['sales.page']({ filter: 'all', search: '', offset: 0, limit: 50 }),
    handlers['handed.get']({}),
    handlers['tills.get']({}),
  ])
}

test('hostile requests, made from the OpenAPI document, are answered and leave no sale', async () => {
  shop = await openCounter()
  const till = await connectTill(shop, RECORD)
  const before = await everything()
  const door = shop.desk.door()
  let count = 0
  await fc.assert(
    fc.asyncProperty(hostile, async ({ operation, id, query, headers, isLike, body }) => {
      count += 1
      const like = {
        'content-type': 'application/json',
        'idempotency-key': `k-${count}`,
        'tillside-till': till.tillId,
        'tillside-time': String(shop.time.clock.wallNowMs()),
        'tillside-nonce': `nonce-of-a-stranger-${count}`,
        'tillside-signature': 'ab'.repeat(32),
      }
      const given = { host: '127.0.0.1:4717', ...(isLike ? like : {}), ...headers }
      const trimmed = Object.entries(given).map(([name, value]) => [name, value.trim()] as [string, string])
      const path = operation.path.replace('{id}', id)
      const request = new Request(`http://127.0.0.1:4717${path}${query}`, {
        method: operation.method,
        headers: trimmed,
        ...(['GET', 'HEAD'].includes(operation.method) ? {} : { body }),
      })
      const answer = await door?.(request)
      const isDocument = operation.path === '/v1/openapi.json'
      expect([401, 403, 413, ...(isDocument ? [200] : [])]).toContain(answer?.status)
      expect(answer?.headers.get('access-control-allow-origin')).toBeNull()
    }),
    { numRuns: extent(10_000, 500) },
  )
  expect(await everything()).toEqual(before)
})
