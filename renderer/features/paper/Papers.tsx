import { useEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { useApp } from '../../core/context.tsx'
import type { Paper } from '../../core/paperTypes.ts'
import { laterStrings } from '../../strings/laterStrings.ts'
import { cx } from '../../ui/cx.ts'
import { CloseSheet } from './CloseSheet.tsx'
import { paperLines } from './paperLines.ts'
import styles from './Papers.module.css'
import { Receipt } from './Receipt.tsx'
import { SaleSheet } from './SaleSheet.tsx'

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
      paperDrawn(lengthMm, paper.kind === 'sale' ? [] : paperLines(sheet.current))
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
      {isPractice && <p className={cx(styles.practice)}>{laterStrings.paper.practice}</p>}
      {paper.kind === 'sale' && <SaleSheet paper={paper} />}
      {paper.kind === 'receipt' && <Receipt paper={paper} />}
      {paper.kind === 'close' && <CloseSheet paper={paper} />}
    </div>
  )
}
