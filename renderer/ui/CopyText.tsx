import { Copy } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useApp } from '../core/context.tsx'
import { strings } from '../strings/strings.ts'
import { Button } from './Button.tsx'
import styles from './CopyText.module.css'
import { cx } from './cx.ts'
import { useLeaving } from './useLeaving.ts'

interface CopyTextProps {
  readonly label: string
  /** The announcement once the text is in the clipboard. */
  readonly copied: string
  readonly text: string
  /** Whether it is the first action of its screen. */
  readonly isFirst?: boolean
}

/**
 * Copies one plain block of text, by the button or by Ctrl+Shift+C. If the clipboard is not available, the text is
 * shown and selected so that the person can copy it.
 */
export function CopyText({ label, copied, text, isFirst = false }: CopyTextProps) {
  const [outcome, setOutcome] = useState<{ readonly kind: 'copied' | 'byHand' } | null>(null)
  const isByHand = outcome?.kind === 'byHand'
  // Each copy is an outcome of its own: the same words are said again.
  const done = useLeaving(isByHand ? null : outcome)
  const area = useRef<HTMLTextAreaElement>(null)
  const presses = useApp((state) => state.copyPresses)
  const seen = useRef(presses)
  useEffect(() => {
    if (!isByHand) return
    area.current?.focus()
    area.current?.select()
  }, [isByHand])
  useEffect(() => {
    if (seen.current === presses) return
    seen.current = presses
    void copy()
  })

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(text)
      setOutcome({ kind: 'copied' })
    } catch {
      setOutcome({ kind: 'byHand' })
    }
  }

  return (
    <>
      <Button look={isFirst ? 'primary' : 'plain'} onPress={() => void copy()}>
        <Copy aria-hidden="true" size={16} />
        {label}
      </Button>
      <p role="status" className={cx(styles.said)}>
        {done !== null ? copied : isByHand ? strings.detail.copyByHand : ''}
      </p>
      {isByHand && (
        <textarea
          ref={area}
          className={cx(styles.text)}
          readOnly
          rows={Math.min(12, text.split('\n').length)}
          value={text}
          aria-label={strings.detail.supportText}
        />
      )}
    </>
  )
}
