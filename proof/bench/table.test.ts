import { expect, test } from 'vitest'
import { pairsOf, type Bar } from './bar.ts'
import { figure, reportOf, rowOf, tableOf } from './table.ts'

const bar: Omit<Bar, 'measure'> = {
  name: 'record',
  limit: 'one raw durable INSERT',
  unit: 'ms',
  direction: 'atMost',
  must: 2,
  aim: 1.3,
}
const kept = rowOf(bar, pairsOf([{ limit: 2, ours: 3 }]))
const missed = rowOf({ ...bar, name: 'slow' }, pairsOf([{ limit: 2, ours: 5 }]))
const absent = rowOf({ ...bar, name: 'paint' }, { kind: 'notMeasured', why: 'no browser' })

test('a table shows both sides, the ratio with its spread, the bars and the verdict', () => {
  const [head, rule, first, second, third] = tableOf([kept, missed, absent]).split('\n')
  expect(head).toMatch(/^\| bar +\| limit +\| limit is +\| ours/u)
  expect(rule).toMatch(/^\|(?: -+ \|)+$/u)
  expect(first).toMatch(/record .* 2 ms .* 3 ms .* 1\.5 \(1\.5–1\.5\) .* ≤ 2 .* ≤ 1\.3 .* must/u)
  expect(second).toMatch(/slow .* 2\.5 \(2\.5–2\.5\) .* MISSED/u)
  expect(third).toMatch(/paint .* no browser .* not measured/u)
})

test('the last line names missed and unmeasured bars, and counts neither as met', () => {
  expect(reportOf([kept, missed, absent], 2)).toEqual({
    cores: 2,
    bars: 3,
    aim: 0,
    must: 1,
    missed: ['slow'],
    notMeasured: ['paint'],
    ratios: { record: 1.5, slow: 2.5 },
  })
})

test.each([
  [0.012345, '0.012'],
  [1.2345, '1.23'],
  [123.4, '123'],
  [220_000, '220,000'],
  [0, '0'],
])('%d is written %s', (value, text) => {
  expect(figure(value)).toBe(text)
})
