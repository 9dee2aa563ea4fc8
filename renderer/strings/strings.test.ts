import { expect, test } from 'vitest'
import { laterStrings } from './laterStrings.ts'
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

const texts = [...textsOf(strings, 'strings'), ...textsOf(laterStrings, 'laterStrings')]

test('the test reads the whole catalogue, functions included', () => {
  expect(texts.length).toBeGreaterThan(250)
  for (const known of ['strings.signOut.title', 'laterStrings.terminalChange.outcome'])
    expect(texts.some(([path]) => path.startsWith(known))).toBe(true)
})

test('ux 37: no banned word is in the catalogue', () => {
  const found = texts.filter(([, text]) => banned.some((word) => word.test(text)))
  expect(found).toEqual([])
})

/** Another word for a thing that has one, and the places where it is the reader's own word or another thing. */
const otherWords = [
  { word: /\bSale screen|(?:the|to|under|on|in) Sale\b/u, say: 'Sell' },
  { word: /\bstatus\b/iu, say: 'state', except: ['strings.status.label'] },
  { word: /\b(?:RRN|receipt number|transaction (?:ID|number))\b/u, say: 'slip number, or reference' },
  { word: /\b(?:comment|remark|memo|narration)\b/iu, say: 'note' },
  { word: /\b(?:commission|bank charges?)\b/iu, say: 'fee' },
  { word: /\b(?:Id|Ids|identifier)\b/u, say: 'ID' },
  { word: /\bpayout terminal|\bdevice ID\b/iu, say: 'terminal' },
] as const

test('a thing has one word on every screen; only the words that a search understands may be others', () => {
  for (const { word, say, ...rest } of otherWords) {
    const except: readonly string[] = 'except' in rest ? rest.except : []
    const found = texts
      .filter(([path]) => !path.endsWith('.keywords') && !except.includes(path))
      .filter(([, text]) => word.test(withoutCode(text)))
    expect(found, say).toEqual([])
  }
})

/** Of a function only the texts: its parameters are no words of the screen. */
function withoutCode(text: string): string {
  if (!text.includes('=>')) return text
  return [...text.matchAll(/`(?:[^`\\]|\\.)*`|'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"/gu)]
    .map(([quoted]) => quoted.replaceAll(/\$\{[^}]*\}/gu, ''))
    .join(' ')
}

test('texts that other places quote exactly', () => {
  expect(strings.practice).toBe('Practice. Nothing here is real. No money moves and no bank is told.')
  expect(strings.signOut.title(3, '₦18,500.00')).toBe('3 sales have not reached the bank yet (₦18,500.00).')
  expect(strings.signOut.body(3)).toBe(
    'They stay safe on this computer and will be sent after someone signs in again.',
  )
  expect(strings.banner.signIn(3, '₦18,500.00')).toBe(
    'Sign in to send 3 waiting sales (₦18,500.00). They are safe on this computer.',
  )
})
