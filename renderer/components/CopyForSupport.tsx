import { Copy } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { strings } from '../strings.ts'
import { Button } from './Button.tsx'
import styles from './CopyForSupport.module.css'
import { cx } from './cx.ts'

/** Copies one plain block of text; where the clipboard is closed to us the text is shown, selected, to copy by hand. */
export function CopyForSupport({ text }: { text: string }) {
  const [outcome, setOutcome] = useState<'none' | 'copied' | 'byHand'>('none')
  const area = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    if (outcome !== 'byHand') return
    area.current?.focus()
    area.current?.select()
  }, [outcome])

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(text)
      setOutcome('copied')
    } catch {
      setOutcome('byHand')
    }
  }

  return (
    <>
      <Button onPress={() => void copy()}>
        <Copy aria-hidden="true" size={16} />
        {strings.detail.copy}
      </Button>
      <p role="status" className={cx(styles.said)}>
        {outcome === 'copied' ? strings.detail.copied : outcome === 'byHand' ? strings.detail.copyByHand : ''}
      </p>
      {outcome === 'byHand' && (
        <textarea
          ref={area}
          className={cx(styles.text)}
          readOnly
          rows={text.split('\n').length}
          value={text}
          aria-label={strings.detail.supportText}
        />
      )}
    </>
  )
}
