import { useEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { useApp } from '../../core/context.tsx'
import type { Paper } from '../../core/paperTypes.ts'
import { lazyStrings } from '../../strings/lazyStrings.ts'
import { cx } from '../../ui/cx.ts'
import { ChangeSheet } from './ChangeSheet.tsx'
import { CloseSheet } from './CloseSheet.tsx'
import styles from './Papers.module.css'
import { DisputeSheet } from './DisputeSheet.tsx'
import { MonthSheet } from './MonthSheet.tsx'
import { Receipt } from './Receipt.tsx'
import { SaleSheet } from './SaleSheet.tsx'
import { TestSheet } from './TestSheet.tsx'
import { PAPER_LINES_MAX, type PaperLine } from '../../../shared/paper.ts'

/** CSS pixels, of which an inch has 96. */
const PX_A_MM = 96 / 25.4
/** Printers cannot print to the very end. */
const SPARE_MM = 4

/** What is to be printed. It is laid out outside the window; the printing style shows it alone. */
export function Papers() {
  const paper = useApp((state) => state.paper.paper)
  return paper === null ? null : createPortal(<LaidOut paper={paper} />, document.body)
}

function LaidOut({ paper }: { paper: Paper }) {
  const isPractice = useApp((state) => state.app?.environment === 'practice')
  const paperDrawn = useApp((state) => state.paperDrawn)
  const sheet = useRef<HTMLDivElement>(null)
  useEffect(() => {
    let isGone = false
    void document.fonts.ready.then(() => {
      if (isGone || sheet.current === null) return
      const lengthMm = Math.ceil(sheet.current.offsetHeight / PX_A_MM) + SPARE_MM
      paperDrawn(lengthMm, paper.kind === 'sale' || paper.kind === 'dispute' ? [] : paperLines(sheet.current))
    })
    return () => {
      isGone = true
    }
  }, [paper, paperDrawn])
  return (
    <div
      ref={sheet}
      className={cx(styles.sheet)}
      data-paper={paper.kind}
      data-width={paper.kind === 'sale' ? '210' : paper.width}
      aria-hidden="true"
      inert
    >
      {isPractice && <p className={cx(styles.practice)}>{lazyStrings.paper.practice}</p>}
      {paper.kind === 'sale' && <SaleSheet paper={paper} />}
      {paper.kind === 'dispute' && <DisputeSheet paper={paper} />}
      {paper.kind === 'receipt' && <Receipt paper={paper} />}
      {paper.kind === 'close' && <CloseSheet paper={paper} />}
      {paper.kind === 'month' && <MonthSheet paper={paper} />}
      {paper.kind === 'change' && <ChangeSheet paper={paper} />}
      {paper.kind === 'test' && <TestSheet paper={paper} />}
    </div>
  )
}

/** A paper as lines, for a printer that takes texts alone: its headings, paragraphs, items and pairs, in their order. */
function paperLines(sheet: ParentNode): readonly PaperLine[] {
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
      // A printer of texts has no ruler; its line is as long as it prints.
      case 'svg':
        return [{ kind: 'rule' }]
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
