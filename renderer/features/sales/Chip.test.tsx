import { readFileSync } from 'node:fs'
import path from 'node:path'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { SaleState } from '../../../shared/sale.ts'
import { strings } from '../../strings/strings.ts'
import { saleOf, saleOfEveryState } from '../../testing/fixtures.ts'
import { chipFor, type ChipKind } from './saleWords.ts'
import { Chip } from './Chip.tsx'

const refused = saleOf({ transactionId: 'T', sequence: 1, state: 'refused' })
const differing = saleOf({ transactionId: 'T', sequence: 1, state: 'accepted', standing: 'needsYou' })
const paidBack = saleOf({ transactionId: 'T', sequence: 1, state: 'accepted', standing: 'paidBack' })
const drawn = new Map<ChipKind, string>(
  [...saleOfEveryState(), refused, differing, paidBack].map((sale) => [
    chipFor(sale),
    renderToStaticMarkup(<Chip kind={chipFor(sale)} />),
  ]),
)

test('ux 11: every state has a chip with words, and its icon is hidden from screen readers', () => {
  expect([...drawn.keys()].toSorted()).toEqual(Object.keys(strings.chip).toSorted())
  for (const [kind, html] of drawn) {
    expect(html.replaceAll(/<[^>]*>/gu, '')).toBe(strings.chip[kind])
    expect(html.match(/<svg/gu)).toHaveLength(1)
    expect(html).toMatch(/<svg[^>]*aria-hidden="true"/u)
  }
})

test('ux 11: no two chips have the same icon or the same words, so they differ without colour', () => {
  const icons = [...drawn.values()].map((html) => /<svg.*<\/svg>/u.exec(html)?.[0] ?? '')
  expect(new Set(icons).size).toBe(drawn.size)
  const words = [...drawn.values()].map((html) => html.replaceAll(/<[^>]*>/gu, ''))
  expect(new Set(words).size).toBe(drawn.size)
})

test.each([
  ['Chip.module.css', []],
  // What is no money at all has no colour on a large card.
  ['../sale/LastSale.module.css', ['removed', 'writtenOff']],
  ['../sale/CounterView.module.css', ['removed', 'writtenOff']],
])('every chip has its look in %s', (name, plain) => {
  const sheet = readFileSync(path.join(import.meta.dirname, name), 'utf8')
  const looks = [...drawn.keys()].filter(
    (kind) => !new RegExp(`\\n  \\.${kind}(?: \\{|,\\n)`, 'u').test(sheet),
  )
  expect(looks.toSorted()).toEqual(plain)
})

test('the sales of the fixtures cover every state', () => {
  expect(new Set(saleOfEveryState().map(({ state }) => state))).toEqual(new Set(SaleState.options))
})
