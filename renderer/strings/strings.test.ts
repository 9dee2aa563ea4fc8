import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { dayParts, dayReasons } from '../../shared/day.ts'
import { recordTexts } from '../../shared/record.ts'
import { standingWords } from '../../shared/standing.ts'
import { lazyStrings } from './lazyStrings.ts'
import { strings } from './strings.ts'

/** Words that claim more than is known, or say nothing. */
const banned = [
  /success/iu,
  /\bfail/iu,
  /\bpending\b/iu,
  /\bsync/iu,
  /\boops/iu,
  /something went wrong/iu,
  /transaction error/iu,
]

/** Every text of the catalogue; for a function, its source, which contains its words. */
function textsOf(node: unknown, path: string): readonly (readonly [string, string])[] {
  if (typeof node === 'string') return [[path, node]]
  if (typeof node === 'function') return [[path, String(node)]]
  if (typeof node !== 'object' || node === null) return []
  return Object.entries(node).flatMap(([key, value]) => textsOf(value, `${path}.${key}`))
}

const texts = [...textsOf(strings, 'strings'), ...textsOf(lazyStrings, 'lazyStrings')]

test('the test reads the whole catalogue, functions included', () => {
  expect(texts.length).toBeGreaterThan(250)
  for (const known of ['lazyStrings.signOutQuestion.title', 'lazyStrings.terminalChange.outcome'])
    expect(texts.some(([path]) => path.startsWith(known))).toBe(true)
})

test('ux 37: no banned word is in the catalogue', () => {
  const found = texts.filter(([, text]) => banned.some((word) => word.test(text)))
  expect(found).toEqual([])
})

const root = path.resolve(import.meta.dirname, '../..')
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8')

/** The words that went, by the one that a thing has: the first table of the glossary. */
const gone = [...read('docs/glossary.md').matchAll(/^\| ([^|]+?) +\| [^|]+ \| ([^|]+?) +\|$/gmu)]
  .slice(2)
  .map(([, say = '', words = '']) => ({ say, words: words.split(', ') }))

/** Where one of them is the reader's own word, the bank's, or another thing. */
const OWN_MEANING: Readonly<Record<string, readonly string[]>> = {
  'strings.status.label': ['status'],
}

/** Titles of files, which the main process writes. */
const fileTitles = ['reports/reports.ts', 'reports/recordsTable.ts', 'paper/escPos.ts'].map(
  (file) => [file, `=> ${read(`electron/${file}`).replaceAll(/^import .*$/gmu, '')}`] as const,
)
/** What the pages for people call a thing of the screen. */
const quotedInDocs = [
  'README.md',
  ...['agent', 'back-office', 'cashiers', 'installer', 'manager'].map((page) => `docs/${page}.md`),
].flatMap((file) =>
  [...read(file).matchAll(/(?<![\p{L}\p{N}])_([^_\n]+)_(?![\p{L}\p{N}])/gu)].map(
    ([, said = '']) => [file, said] as const,
  ),
)

test('a thing has one word, on screens, papers and files and in the pages that quote them', () => {
  expect(gone.length).toBeGreaterThan(15)
  expect(quotedInDocs.length).toBeGreaterThan(100)
  const shared = textsOf({ standingWords, dayParts, dayReasons, recordTexts }, 'shared')
  const all = [...texts, ...shared, ...fileTitles, ...quotedInDocs].filter(
    // A search understands other words, too.
    ([where]) => !where.endsWith('.keywords'),
  )
  const found = gone.flatMap(({ say, words }) =>
    words.flatMap((word) =>
      all
        .filter(([where]) => OWN_MEANING[where]?.includes(word) !== true)
        .filter(([, text]) => wordPattern(word).test(withoutCode(text)))
        .map(([where]) => `${where} says "${word}", not "${say}"`),
    ),
  )
  expect(found).toEqual([])
})

/** As a whole word, at the start of a sentence too. */
function wordPattern(word: string): RegExp {
  const [first = '', rest] = [word[0], word.slice(1)]
  return new RegExp(`(?<![\\p{L}\\p{N}])[${first}${first.toUpperCase()}]${rest}(?![\\p{L}\\p{N}])`, 'u')
}

/** Of a function only the texts: its parameters are no words of the screen. */
function withoutCode(text: string): string {
  if (!text.includes('=>')) return text
  return [...text.matchAll(/`(?:[^`\\]|\\.)*`|'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"/gu)]
    .map(([quoted]) => quoted.replaceAll(/\$\{[^}]*\}/gu, ''))
    .join(' ')
}

test('texts that other places quote exactly', () => {
  expect(strings.practice).toBe('Practice. Nothing here is real. No money moves and no bank is told.')
  expect(lazyStrings.signOutQuestion.title(3, '₦18,500.00')).toBe(
    '3 sales have not reached the bank yet (₦18,500.00).',
  )
  expect(lazyStrings.signOutQuestion.body(3)).toBe(
    'They stay safe on this computer and will be sent after someone signs in again.',
  )
  expect(strings.banner.signIn(3, '₦18,500.00')).toBe(
    'Sign in to send 3 waiting sales (₦18,500.00). They are safe on this computer.',
  )
})
