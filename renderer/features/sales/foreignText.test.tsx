import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { callError } from '../../../shared/callError.ts'
import { NOT_PLAIN } from '../../../shared/plainText.ts'
import { createClient } from '../../core/client.ts'
import { StoreProvider } from '../../core/context.tsx'
import { createAppStore } from '../../app/store.ts'
import { createBridgeDouble } from '../../testing/bridgeDouble.ts'
import { appInfo, FIXED_NOW_MS, recordOf, saleOf } from '../../testing/fixtures.ts'
import { problemText } from '../../core/problems.ts'
import { headlineFor, whyWaiting } from './headlines.ts'
import { supportText } from './supportText.ts'
import { Facts } from '../../ui/Facts.tsx'
import { Reference } from '../../ui/Figures.tsx'
import { Foreign } from '../../ui/Foreign.tsx'
import { RecordFields } from './RecordFields.tsx'

/** A hostile text from the service: it would reverse the rest of our own sentence. */
const TURNED = 'Timed out\u202e\u2066\u200f\u0007'

function drawn(children: ReactNode): string {
  const store = createAppStore(createClient(createBridgeDouble()), () => FIXED_NOW_MS)
  return renderToStaticMarkup(<StoreProvider store={store}>{children}</StoreProvider>)
}

const sale = saleOf({ transactionId: 'T', sequence: 1, bankMessage: TURNED })
const failure = callError('declined', { fault: { kind: 'declined' }, bankMessage: TURNED })

test.each([
  ['the headline of a no', headlineFor({ ...sale, state: 'unknown' }, null).title],
  ['the headline of a refusal', headlineFor({ ...sale, state: 'refused' }, null).body],
  ['the reason of a no in a row', whyWaiting({ ...sale, state: 'unknown' })],
  ['the reason of a refusal in a row', whyWaiting({ ...sale, state: 'refused' })],
  ['a problem', failure.ok ? '' : problemText(failure.error)],
  ['a block for support', supportText(detailOf(), appInfo).replaceAll('\n', '')],
])('%s has the bank’s words, without control characters that change the text direction', (_where, text) => {
  expect(text).toContain('Timed out')
  expect(text).not.toMatch(NOT_PLAIN)
})

test('every field of a record is isolated in an element of its own, without control characters', () => {
  const record = recordOf({
    recordId: '1',
    transactionId: `T1${TURNED}`,
    serviceReference: `R1${TURNED}`,
    terminalId: `X1${TURNED}`,
    reason: TURNED,
    responseCode: TURNED,
    responseMessage: TURNED,
    datePaid: TURNED,
    timeReceived: TURNED,
  })
  const html = drawn(<RecordFields record={record} />)
  expect(html).not.toMatch(NOT_PLAIN)
  expect(html.match(/<bdi>Timed out/gu)?.length).toBeGreaterThanOrEqual(5)
})

test('a fact, a reference and a name are each isolated from the words around them', () => {
  expect(renderToStaticMarkup(<Foreign text="دكان" />)).toBe('<bdi>دكان</bdi>')
  expect(drawn(<Facts facts={[{ label: 'Note', value: TURNED }]} />)).toMatch(/<bdi>Timed out[^<]*<\/bdi>/u)
  const reference = drawn(<Reference value={`AB\u202e12`} />)
  expect(reference).toMatch(/^<bdi/u)
  expect(reference).not.toMatch(NOT_PLAIN)
})

test('a row shows only the beginning of a long text, and its title has the whole', () => {
  const long = 'x'.repeat(5_000)
  const html = renderToStaticMarkup(<Foreign text={long} isInRow />)
  expect(html.replaceAll(/<[^>]*>/gu, '')).toHaveLength(80)
  expect(html).toContain(`title="${long}"`)
  expect(whyWaiting({ ...sale, state: 'refused', bankMessage: long }).length).toBeLessThan(200)
  expect(headlineFor({ ...sale, state: 'refused', bankMessage: long }, null).body).toContain(long)
})

function detailOf(): Parameters<typeof supportText>[0] {
  return {
    sale,
    timeline: [],
    record: recordOf({ recordId: '1', transactionId: 'T', reason: TURNED }),
    recordReadAtMs: null,
    differing: null,
    differingReadAtMs: null,
    decision: null,
    corrects: null,
    correctedBy: null,
    mayCorrect: false,
    changedFacts: null,
    isUnseenRefusal: false,
  }
}
