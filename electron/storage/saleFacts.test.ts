import { expect, test } from 'vitest'
import { SaleFact } from '../../shared/sale.ts'
import { canonicalJson } from './canonicalJson.ts'
import { contentOfFacts, differingFacts, factsFromContent, type SaleFacts } from './saleFacts.ts'

const facts: SaleFacts = {
  sequence: 7,
  transactionId: 'RRN-1',
  environment: 'live',
  partnerUrl: 'https://bank.invalid',
  clientId: 'merchant',
  terminalId: '2TLS0001',
  amountKobo: 150_000,
  amountWire: '1500.00',
  recordedAtMs: 1_700_000_000_000,
  corrects: null,
}

test('the text of a sale’s facts never changes: every hash depends on it', () => {
  expect(contentOfFacts(facts)).toBe(
    '{"sale":{"amountKobo":150000,"amountWire":"1500.00","clientId":"merchant","corrects":null,' +
      '"environment":"live","partnerUrl":"https://bank.invalid","recordedAtMs":1700000000000,"sequence":7,' +
      '"terminalId":"2TLS0001","transactionId":"RRN-1"},"v":1}',
  )
  expect(factsFromContent(contentOfFacts(facts))).toEqual(facts)
})

test('where a cashier was in, the text names them, and neither shape passes for the other', () => {
  const by = { id: '00c0ffee00c0ffee', name: 'Ngozi' }
  const named = contentOfFacts(facts, by)
  expect(named).toMatch(/^\{"by":\{"id":"00c0ffee00c0ffee","name":"Ngozi"\},"sale":\{.*\},"v":2\}$/u)
  expect(factsFromContent(named)).toEqual(facts)
  expect(factsFromContent(named.replace('"v":2', '"v":1'))).toBeUndefined()
  expect(factsFromContent(named.replace('"name":"Ngozi"', '"name":"Ngozi","role":""'))).toBeUndefined()
})

test('the order of the facts, and other fields of the object, change nothing', () => {
  const turned = Object.fromEntries(Object.entries(facts).toReversed()) as unknown as SaleFacts
  const more = { ...turned, note: 'not a fact' }
  expect(contentOfFacts(more)).toBe(contentOfFacts(facts))
})

const text = contentOfFacts(facts)
test.each([
  ['a space more', text.replace(':150000', ': 150000')],
  ['another order', text.replace('"v":1}', '').replace('{"sale"', '{"v":1,"sale"').replace('},', '}}')],
  ['a fact less', text.replace('"corrects":null,', '')],
  ['a fact more', text.replace('"sequence":7', '"sequence":7,"note":""')],
  ['an amount as text', text.replace(':150000', ':"150000"')],
  ['an amount with a fraction', text.replace(':150000', ':150000.5')],
  ['an amount said twice', text.replace('"amountKobo":150000', '"amountKobo":1,"amountKobo":150000')],
  ['a later shape', text.replace('"v":1', '"v":3')],
  ['the shape with a cashier, and none', text.replace('"v":1', '"v":2')],
  ['no JSON', 'x'],
])('facts with %s are rejected', (_what, other) => {
  expect(other).not.toBe(text)
  expect(factsFromContent(other)).toBeUndefined()
})

test.each(SaleFact.options)('another %s is named, and nothing else', (fact) => {
  const other = { ...facts, [fact]: typeof facts[fact] === 'number' ? 1 : 'other' }
  expect(differingFacts(facts, other)).toEqual([fact])
  expect(contentOfFacts(other)).not.toBe(text)
})

test('a canonical text refuses a number that two machines could write differently', () => {
  for (const number of [0.1, -0, Number.NaN, 2 ** 60]) expect(() => canonicalJson(number)).toThrow(RangeError)
  expect(canonicalJson({ b: [1, null, true], a: { 'ä"': 'x', A: '\ud800' } })).toBe(
    String.raw`{"a":{"A":"\ud800","ä\"":"x"},"b":[1,null,true]}`,
  )
})
