import { expect, test } from 'vitest'
import type { PaperLine } from '../../shared/paper.ts'
import { fc } from '../testing/fuzz.ts'
import { atOnce } from '../work/slices.ts'
import { escPosBytes } from './escPos.ts'

const bytesOf = (...paper: Parameters<typeof escPosBytes>): Uint8Array => atOnce(escPosBytes(...paper))

const receipt: readonly PaperLine[] = [
  { kind: 'text', text: 'Adébáyọ̀ & Ọmọ', isCentred: true, isStrong: true },
  { kind: 'text', text: '₦9,800.00', isCentred: true, isStrong: false },
  { kind: 'pair', left: 'Slip number', right: '417393' },
  { kind: 'rule' },
]

/** The commands that a receipt needs, each with its parameters. */
// oxlint-disable-next-line no-control-regex
const COMMANDS = /\u001B@|\u001C\.|\u001B[EMat].|\u001DV./gsu

/** What a printer shows, line by line. */
const shown = (bytes: Uint8Array): readonly string[] =>
  Buffer.from(bytes).toString('latin1').replaceAll(COMMANDS, '').split('\n\r')

test('the bytes of a receipt: initialised, in letters that every printer has, cut at the end', () => {
  expect(Buffer.from(bytesOf('58', receipt)).toString('hex')).toBe(GOLDEN)
})

test.each([
  ['58', 32],
  ['80', 48],
] as const)(
  'no line of a roll of %s mm is longer than %i characters, and nothing of a long name is lost',
  (width, columns) => {
    const name =
      'Kòfowórọlá Ɗanjumma Bọ́lánlé and Daughters Building Materials and General Merchandise Limited'
    const lines: readonly PaperLine[] = [
      { kind: 'text', text: name, isCentred: true, isStrong: true },
      {
        kind: 'pair',
        left: 'A reference of a slip',
        right: 'PAPER-LOST-WITH-A-VERY-LONG-REFERENCE-0002-0003-0004',
      },
    ]
    const printed = shown(bytesOf(width, lines))
    const text = printed.join(' ').replaceAll(/\s+/gu, ' ')
    expect(text).toContain('Kofoworola Danjumma Bolanle')
    expect(text).toContain('Limited')
    expect(text.replaceAll(' ', '')).toContain('PAPER-LOST-WITH-A-VERY-LONG-REFERENCE-0002-0003-0004')
    expect(Math.max(...printed.map((line) => line.length))).toBeLessThanOrEqual(columns)
  },
)

test('no text makes a command of its own: only printable letters reach the paper', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', minLength: 1 }), (text) => {
      const odd = bytesOf('80', [{ kind: 'text', text: `x${text}`, isCentred: false, isStrong: false }])
      const plain = bytesOf('80', [{ kind: 'text', text: 'x', isCentred: false, isStrong: false }])
      const commands = (bytes: Uint8Array): number =>
        bytes.filter((byte) => byte === 0x1b || byte === 0x1d).length
      expect(commands(odd)).toBe(commands(plain))
    }),
  )
})

/** Begins with ESC @, names no code page but the first, and ends with GS V: a partial cut. */
const GOLDEN =
  '1b401c2e1b4d002020202020202020201b45011b74004164656261796f2026204f6d6f1b45000a0d202020202020202020204e474e20392c3830302e30300a0d536c6970206e756d6265722020202020202020202020202020203431373339330a0d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d2d0a0d0a0d0a0d0a0d0a0d1d56010a0d'

test('letters of Kanuri and Fulfulde print as letters, and none of a language of Nigeria as a question mark', () => {
  const names = 'Kǝrǝmma Ǝ Jaŋ Ŋ Ɓala Ɗan Ƙasim Ƴar Ọlá Ẹgbẹ́ Ṣọlá Ịkụ́ Nwáńyị̀ ʼYar Ɲ'
  const printed = shown(
    bytesOf('80', [{ kind: 'text', text: names, isCentred: false, isStrong: false }]),
  ).join(' ')
  expect(printed).toContain('Keremma E Jan N Bala Dan Kasim')
  expect(printed).not.toContain('?')
})
