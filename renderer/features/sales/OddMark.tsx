import { TriangleAlert } from 'lucide-react'
import { lazyStrings } from '../../strings/lazyStrings.ts'

/** Marks a row with a value that the bank cannot have meant; the detail explains it. */
export function OddMark({ texts }: { texts: readonly string[] }) {
  if (texts.length === 0) return null
  const said = [`${lazyStrings.odd.looksWrong}.`, ...texts].join(' ')
  return (
    <span role="img" aria-label={said} title={said} data-odd="">
      <TriangleAlert aria-hidden="true" size={14} />
    </span>
  )
}
