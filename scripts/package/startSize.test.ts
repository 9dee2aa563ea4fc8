import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { START_GZIP_MAX, startProblems, startScripts } from './startSize.ts'

/** Random, so that it does not compress. */
const noise = (bytes: number): string => `"${randomBytes(bytes).toString('base64').slice(0, bytes)}"`
/** Over the budget even when compressed: a base64 letter carries six bits of eight. */
const TOO_MUCH = Math.ceil(START_GZIP_MAX * 1.5)

function built(files: Readonly<Record<string, string>>) {
  const named = Object.entries(files).map(([name, text]) => {
    const bytes = Buffer.from(text)
    return [`out/renderer/${name}`, { isUnpacked: false, sha256: '', bytes }] as const
  })
  return { files: new Map(named) }
}

const PAGE = `<script type="module" crossorigin src="./assets/index-AAAAAAAA.js"></script>
  <link rel="modulepreload" crossorigin href="./assets/runtime-AAAAAAAA.js">
  <link rel="stylesheet" crossorigin href="./assets/style-AAAAAAAA.css">`

test('the start is what the page names and its static imports, without later ones', () => {
  const app = built({
    'index.html': PAGE,
    'assets/index-AAAAAAAA.js': `import{a as b}from"./parts-AAAAAAAA.js";b(()=>import(\`./later-AAAAAAAA.js\`))`,
    'assets/parts-AAAAAAAA.js': `import"./side-AAAAAAAA.js";export{a}from "./more-AAAAAAAA.js"`,
    'assets/side-AAAAAAAA.js': '',
    'assets/more-AAAAAAAA.js': 'export const a=1',
    'assets/runtime-AAAAAAAA.js': '',
    'assets/later-AAAAAAAA.js': `import{a}from"./index-AAAAAAAA.js";${noise(TOO_MUCH)}`,
  })
  const names = [...startScripts(app)].map((name) => /(\w+)-A+\.js$/u.exec(name)?.[1])
  expect(new Set(names)).toEqual(new Set(['index', 'more', 'parts', 'runtime', 'side']))
  expect(startProblems(app)).toEqual([])
})

test('a start over its budget, in one file or in several', () => {
  const one = built({
    'index.html': PAGE,
    'assets/index-AAAAAAAA.js': noise(TOO_MUCH),
    'assets/runtime-AAAAAAAA.js': '',
  })
  expect(startProblems(one).join()).toMatch(/^the start is [0-9]{6} bytes of script, more than 160000$/u)
  const several = built({
    'index.html': PAGE,
    'assets/index-AAAAAAAA.js': `import"./more-AAAAAAAA.js";${noise(TOO_MUCH / 2)}`,
    'assets/more-AAAAAAAA.js': noise(TOO_MUCH / 2),
    'assets/runtime-AAAAAAAA.js': '',
  })
  expect(startProblems(several).join()).toMatch(/bytes of script, more than/u)
})

test('a page without a script, or with a missing one, is no small start', () => {
  expect(startProblems(built({ 'index.html': '' }))).toEqual(['the page names no script'])
  expect(startProblems(built({ 'index.html': PAGE }))).toContain(
    'out/renderer/assets/index-AAAAAAAA.js is not there',
  )
})
