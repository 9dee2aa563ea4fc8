import { posix } from 'node:path'
import type { Breach, Tree, Wall } from './tree.ts'

/** Between two words: spaces, and in a comment the start of its next line. */
const GAP = String.raw`(?:\s(?:\*|//)?)+`
const HEADING = String.raw`(?:"([^"]+)"|(\d+(?:\.\d+)*))`
const HEADINGS = new RegExp(HEADING, 'gu')
/** A page, and the headings that follow its name, such as `4.6`, `2.2, 2.3` or `"Rules" and "States"`. */
const CITATION = new RegExp(
  String.raw`(?<![\w/])(docs/[\w-]+\.md|[A-Z]+\.md)\x60?((?:,?(?:${GAP}(?:and|to))?${GAP}${HEADING})*)`,
  'gu',
)
const DECISION = new RegExp(String.raw`\bdecision${GAP}(\d{4})\b`, 'giu')
/** A page or a heading of another page, as Markdown links it. */
const LINK = /\]\(([\w./-]+\.md)?(?:#([\w-]+))?\)/gu
/** Sections of documents that are not in the repository. */
const ELSEWHERE = new RegExp(String.raw`\u00a7|\bspecification${GAP}\d`, 'giu')

/** A source file that a page names, with or without its folder. */
const SOURCE = /`([\w./-]+\.tsx?)`/gu
/** Names for a file that a reader makes, and one of Electron's. */
const NOT_OURS = /(?:^|\/)(?:x\.test|Name|electron\.d)\.tsx?$/u

const WRONG_ON_PURPOSE = 'scripts/walls/citations.test.ts'

/** Every page, heading and decision that a source or a page cites, and every source that a page cites, is in the repository. */
export const citationWall: Wall = ({ files, pages }) => {
  const sources = [...files.values()].filter(({ path }) => path !== WRONG_ON_PURPOSE)
  const texts = [...sources.map(({ path, source }) => [path, source] as const), ...pages]
  return texts.flatMap(([path, text]) =>
    [...unresolved(path, text, pages), ...missing(path, text, files)].map(([at, what]): Breach => ({
      wall: 'citations',
      path,
      line: text.slice(0, at).split('\n').length,
      what,
    })),
  )
}

function* unresolved(
  path: string,
  text: string,
  pages: Tree['pages'],
): Generator<readonly [at: number, what: string]> {
  for (const { index, 0: words } of text.matchAll(ELSEWHERE))
    yield [index, `${plain(words)}: cites a document that is not here`]
  for (const { index, 1: number = '' } of text.matchAll(DECISION)) {
    const isThere = [...pages.keys()].some((name) => name.startsWith(`docs/decisions/${number}-`))
    if (!isThere) yield [index, `there is no decision ${number}`]
  }
  for (const { index, 1: name = '', 2: where = '' } of text.matchAll(CITATION)) {
    const headings = headingsOf(pages.get(name))
    if (headings === null) yield [index, `there is no page ${name}`]
    for (const [, title, number = ''] of where.matchAll(HEADINGS)) {
      const heading = plain(title ?? number)
      if (headings?.has(heading) === false) yield [index, `${name} has no heading ${heading}`]
    }
  }
  if (!pages.has(path)) return
  for (const { index, 1: target, 2: anchor } of text.matchAll(LINK)) {
    const name = target === undefined ? path : posix.join(posix.dirname(path), target)
    const anchors = headingsOf(pages.get(name))
    if (anchors === null) yield [index, `there is no page ${name}`]
    else if (anchor !== undefined && !anchors.has(`#${anchor}`)) yield [index, `${name} has no #${anchor}`]
  }
}

function* missing(
  path: string,
  text: string,
  files: Tree['files'],
): Generator<readonly [at: number, what: string]> {
  // A changelog names what there was.
  if (!path.endsWith('.md') || path === 'CHANGELOG.md') return
  for (const { index, 1: name = '' } of text.matchAll(SOURCE)) {
    const isThere = [...files.keys()].some((file) => file === name || file.endsWith(`/${name}`))
    if (!isThere && !NOT_OURS.test(name)) yield [index, `there is no file ${name}`]
  }
}

/** The number, words and anchor of each heading; null if there is no such page. */
function headingsOf(page: string | undefined): ReadonlySet<string> | null {
  if (page === undefined) return null
  return new Set(
    [...page.matchAll(/^#+ +((?:(\d+(?:\.\d+)*)\.? +)?(.+))$/gmu)].flatMap(
      ([, whole = '', number = '', title = '']) => [number, plain(title), anchorOf(plain(whole))],
    ),
  )
}

function anchorOf(heading: string): string {
  return `#${heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} -]/gu, '')
    .replaceAll(' ', '-')}`
}

/** Without markup and line breaks. */
function plain(text: string): string {
  return text.replaceAll(new RegExp(GAP, 'gu'), ' ').replaceAll(/[`_]/gu, '').trim()
}
