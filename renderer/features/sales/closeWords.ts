import { ClosePart, type CloseSum, type DayCloseFacts } from '../../../shared/dayClose.ts'
import { laterStrings } from '../../strings/laterStrings.ts'

const words = laterStrings.closing

export interface CloseRow extends CloseSum {
  readonly name: string
}

/** All terminals of a close: what was recorded, then each part that there is. */
export function closeRows({ terminals }: Pick<DayCloseFacts, 'terminals'>): readonly CloseRow[] {
  const sum = (sums: readonly CloseSum[]): CloseSum => ({
    count: sums.reduce((all, { count }) => all + count, 0),
    kobo: sums.reduce((all, { kobo }) => all + kobo, 0),
  })
  const parts = ClosePart.options.map((part) => ({
    name: words.parts[part],
    ...sum(terminals.flatMap((each) => each.parts.filter((one) => one.part === part))),
  }))
  return [
    { name: words.recorded, ...sum(terminals.map(({ recorded }) => recorded)) },
    ...parts.filter(({ count }) => count > 0),
  ]
}
