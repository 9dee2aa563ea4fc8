import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { laterStrings } from '../../../strings/laterStrings.ts'
import { changesOfEveryKind, givenUpOf, keptAsShownOf } from '../../../testing/changeFixtures.ts'
import { changeOutcome } from '../terminalChangeWords.ts'
import { OutcomeTag } from './OutcomeTag.tsx'

const drawn = new Map(
  [...changesOfEveryKind(), givenUpOf(), keptAsShownOf()].map((change) => [
    changeOutcome(change),
    renderToStaticMarkup(<OutcomeTag change={change} />),
  ]),
)

test('ux 11: every outcome has words, and an icon of its own that screen readers pass over', () => {
  expect([...drawn.keys()].toSorted()).toEqual(Object.keys(laterStrings.terminalChange.outcome).toSorted())
  const icons = [...drawn.values()].map((html) => /<svg.*<\/svg>/u.exec(html)?.[0] ?? '')
  expect(new Set(icons).size).toBe(drawn.size)
  for (const [outcome, html] of drawn) {
    expect(html.replaceAll(/<[^>]*>/gu, '')).toBe(laterStrings.terminalChange.outcome[outcome])
    expect(html).toMatch(/<svg[^>]*aria-hidden="true"/u)
  }
})

test('ux 5: the ticks of a sale, which speak of money, are on no outcome of a change', () => {
  for (const html of drawn.values()) expect(html).not.toMatch(/lucide-check(?:-check)?[" ]/u)
})
