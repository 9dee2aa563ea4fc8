import { TriangleAlert } from 'lucide-react'
import { laterStrings } from '../laterStrings.ts'

/** Marks a row in which something cannot be as the bank gives it; the detail says it in whole sentences. */
export function OddMark({ texts }: { texts: readonly string[] }) {
  if (texts.length === 0) return null
  const said = [`${laterStrings.odd.looksWrong}.`, ...texts].join(' ')
  return (
    <span role="img" aria-label={said} title={said} data-odd="">
      <TriangleAlert aria-hidden="true" size={14} />
    </span>
  )
}
