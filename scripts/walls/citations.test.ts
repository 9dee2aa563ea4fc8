import { expect, test } from 'vitest'
import { citationWall } from './citations.ts'
import { readFacts } from './facts.ts'

const pages = new Map([
  ['README.md', '# Shop\n\n[rules](docs/rules.md#4-a-sales-way)\n'],
  ['docs/rules.md', "# The rules\n\n## 4 A sale's way\n\n### 4.6 What `auto` does\n\n## 5. Values\n"],
  ['docs/decisions/0007-plain.md', '# 0007 Plain\n'],
])

function breachesOf(path: string, text: string) {
  const isPage = path.endsWith('.md')
  return citationWall({
    files: new Map([
      ['electron/sale.ts', readFacts('electron/sale.ts', '')],
      ...(isPage ? [] : [[path, readFacts(path, text)] as const]),
    ]),
    pages: isPage ? new Map([...pages, [path, text]]) : pages,
  }).map(({ line, what }) => `${line} ${what}`)
}

const wrong: readonly (readonly [path: string, text: string, breach: string])[] = [
  ['a.ts', '// design §4', '1 §: cites a document that is not here'],
  ['a.ts', '// (Specification 4.6)', '1 Specification 4: cites a document that is not here'],
  [
    'a.ts',
    '/**\n * see specification\n * 7: no\n */',
    '2 specification 7: cites a document that is not here',
  ],
  ['docs/a.md', 'By the specification 2.2.', '1 specification 2: cites a document that is not here'],
  ['a.ts', '// docs/nowhere.md', '1 there is no page docs/nowhere.md'],
  ['a.ts', '// NOWHERE.md', '1 there is no page NOWHERE.md'],
  ['a.ts', '\n// docs/rules.md 4.7', '2 docs/rules.md has no heading 4.7'],
  ['a.ts', '// docs/rules.md 4, 4.6 and 4.8', '1 docs/rules.md has no heading 4.8'],
  ['a.ts', '// docs/rules.md, "The rule"', '1 docs/rules.md has no heading The rule'],
  ['a.ts', '/* docs/rules.md, "The\n * rule" */', '1 docs/rules.md has no heading The rule'],
  ['docs/a.md', '# A\n\nSee `outbox/sale.ts`.', '3 there is no file outbox/sale.ts'],
  ['a.ts', "test('as docs/rules.md 9 says')", '1 docs/rules.md has no heading 9'],
  ['docs/a.md', 'See `docs/rules.md` 9.', '1 docs/rules.md has no heading 9'],
  ['a.ts', '// decision 0008', '1 there is no decision 0008'],
  ['docs/a.md', '[a](nowhere.md)', '1 there is no page docs/nowhere.md'],
  ['docs/a.md', '[a](rules.md#47-a)', '1 docs/rules.md has no #47-a'],
  ['docs/a.md', '# A\n\n[a](#b)', '3 docs/a.md has no #b'],
]

test.each(wrong)('in %s, "%s" is a breach', (path, text, breach) => {
  expect(breachesOf(path, text)).toEqual([breach])
})

const right: readonly (readonly [path: string, text: string])[] = [
  ['a.ts', '// docs/rules.md, and docs/rules.md 4.6: as of 2026'],
  ['a.ts', '/* docs/rules.md 4 to 4.6, 5; docs/rules.md, "A sale\'s\n * way" and "What auto does" */'],
  ['a.ts', '// README.md, "Shop"; decision 0007; out/report.md; sandbox/LOCAL.md; docs/api/net.md'],
  ['a.ts', '// the specification shows nothing'],
  [
    'docs/a.md',
    '# A\n\n[a](#a) [b](../README.md) [c](decisions/0007-plain.md) [d](rules.md#46-what-auto-does)',
  ],
  ['docs/a.md', '`sale.ts`, `electron/sale.ts`, and a new `x.test.ts`'],
  ['CHANGELOG.md', '`gone.ts`'],
]

test.each(right)('in %s, "%s" is fine', (path, text) => {
  expect(breachesOf(path, text)).toEqual([])
})
