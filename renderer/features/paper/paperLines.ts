import { PAPER_LINES_MAX, type PaperLine } from '../../../shared/paper.ts'

/** A paper as lines, for a printer that takes texts alone: its headings, paragraphs, items and pairs, in their order. */
export function paperLines(sheet: ParentNode): readonly PaperLine[] {
  return linesIn(sheet).slice(0, PAPER_LINES_MAX)
}

function linesIn(parent: ParentNode): PaperLine[] {
  return [...parent.children].flatMap((element): PaperLine[] => {
    switch (element.tagName) {
      case 'SECTION':
        return [{ kind: 'rule' }, ...linesIn(element)]
      case 'UL':
      case 'OL':
        return [{ kind: 'rule' }, ...linesIn(element), { kind: 'rule' }]
      case 'DL':
        return pairsIn(element)
      case 'H1':
      case 'P':
        return [{ kind: 'text', text: textOf(element), isCentred: true, isStrong: element.tagName === 'H1' }]
      default:
        return [{ kind: 'text', text: textOf(element), isCentred: false, isStrong: true }]
    }
  })
}

function pairsIn(list: Element): PaperLine[] {
  const names = [...list.querySelectorAll('dt')]
  const values = [...list.querySelectorAll('dd')]
  return names.map((name, at) => {
    const value = values[at]
    return { kind: 'pair', left: textOf(name), right: value === undefined ? '' : textOf(value) }
  })
}

const textOf = (element: Element): string => (element.textContent ?? '').replaceAll(/\s+/gu, ' ').trim()
