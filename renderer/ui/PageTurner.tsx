import { Button } from './Button.tsx'
import { cx } from './cx.ts'
import { countText } from './format/count.ts'
import { lazyStrings } from '../strings/lazyStrings.ts'
import styles from './Screen.module.css'

interface PageTurnerProps {
  readonly offset: number
  readonly shown: number
  readonly total: number
  readonly size: number
  readonly onTurn: (offset: number) => void
}

/** Which rows are shown, of how many, and buttons for the other pages; nothing where all rows are shown. */
export function PageTurner({ offset, shown, total, size, onTurn }: PageTurnerProps) {
  const words = lazyStrings.transactions
  if (total <= size) return null
  return (
    <div className={cx(styles.pages)}>
      <span>{words.page(countText(offset + 1), countText(offset + shown), countText(total))}</span>
      <Button isDisabled={offset === 0} onPress={() => onTurn(Math.max(0, offset - size))}>
        {words.previous}
      </Button>
      <Button isDisabled={offset + shown >= total} onPress={() => onTurn(offset + size)}>
        {words.next}
      </Button>
    </div>
  )
}
