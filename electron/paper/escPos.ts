import ReceiptPrinterEncoder from '@point-of-sale/receipt-printer-encoder'
import type { PaperLine, RollWidth } from '../../shared/paper.ts'
import type { Work } from '../work/slices.ts'

/** Characters of a printer's own font in a line. */
const COLUMNS: Readonly<Record<RollWidth, number>> = { 58: 32, 80: 48 }

/** A paper in the language of most receipt printers. It yields after each line, since a long paper takes a second. */
export function* escPosBytes(width: RollWidth, lines: readonly PaperLine[]): Work<Uint8Array> {
  const columns = COLUMNS[width]
  const encoder = new ReceiptPrinterEncoder({ language: 'esc-pos', columns, feedBeforeCut: 4 }).initialize()
  const parts: Uint8Array[] = []
  for (const line of lines) {
    switch (line.kind) {
      case 'rule':
        encoder.line('-'.repeat(columns))
        break
      case 'pair':
        for (const each of pairLines(plain(line.left), plain(line.right), columns)) encoder.line(each)
        break
      case 'text':
        encoder.align(line.isCentred ? 'center' : 'left').bold(line.isStrong)
        for (const each of wrapped(plain(line.text), columns)) encoder.line(each)
        encoder.bold(false).align('left')
    }
    parts.push(encoder.encode())
    yield
  }
  return Buffer.concat([...parts, encoder.cut('partial').encode()])
}

/** Both in one line where they fit, else one under the other. */
function pairLines(left: string, right: string, columns: number): readonly string[] {
  if (left.length + 1 + right.length <= columns)
    return [left + ' '.repeat(columns - left.length - right.length) + right]
  return [...wrapped(left, columns), ...wrapped(right, columns).map((each) => each.padStart(columns))]
}

/** At spaces where there are any; a longer word is cut. */
function wrapped(text: string, columns: number): readonly string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    for (let rest = word; ;) {
      const joined = line === '' ? rest : `${line} ${rest}`
      if (joined.length <= columns) {
        line = joined
        break
      }
      if (line !== '') {
        lines.push(line)
        line = ''
      } else {
        lines.push(rest.slice(0, columns))
        rest = rest.slice(columns)
      }
    }
  }
  return [...lines, line]
}

/** Letters that are no letter with a mark, and signs: every printer has these. */
const PLAIN: Readonly<Record<string, string>> = {
  '₦': 'NGN ',
  ɓ: 'b',
  Ɓ: 'B',
  ɗ: 'd',
  Ɗ: 'D',
  ƙ: 'k',
  Ƙ: 'K',
  ƴ: 'y',
  Ƴ: 'Y',
  // Kanuri and Fulfulde.
  ǝ: 'e',
  Ǝ: 'E',
  ə: 'e',
  Ə: 'E',
  ŋ: 'n',
  Ŋ: 'N',
  ɲ: 'n',
  Ɲ: 'N',
  // Languages of the neighbours.
  ɛ: 'e',
  Ɛ: 'E',
  ɔ: 'o',
  Ɔ: 'O',
  ɣ: 'g',
  Ɣ: 'G',
  ʼ: "'",
  '‘': "'",
  '’': "'",
  '“': '"',
  '”': '"',
  '–': '-',
  '—': '-',
  '→': '->',
  '•': '*',
  '·': '-',
  '…': '...',
  '\u00A0': ' ',
}

/** In letters that every printer has: Ọmọ becomes Omo, ₦ becomes NGN. What has no such letter is a question mark. */
function plain(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/\P{ASCII}/gu, (character) => PLAIN[character] ?? character)
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\u0020-\u007E]/gu, '?')
    .replaceAll(/ {2,}/gu, ' ')
    .trim()
}
