import { NAME_LENGTH_MAX, quoted } from '../../shared/plainText.ts'
import { assertNever } from '../../shared/result.ts'
import type { StorageNews } from '../../shared/storage.ts'
import { fileNewsStrings } from '../strings/fileNewsStrings.ts'

/** What happened to the sales file, what is safe, and what to do. */
export function newsText(
  { kind, keptAs, unreadableSales, closedSales, references, foreign = [] }: StorageNews,
  file: string,
): string {
  const words = fileNewsStrings
  const altered = words.altered(namedText(foreign.slice(0, 1), foreign.length))
  switch (kind) {
    case 'altered':
    case 'salvaged': {
      const lost = unreadableSales ?? 0
      const what = kind === 'altered' ? altered : words.damaged
      return words.salvaged(what, keptAs ?? file, lost === 0 ? words.salvagedAll : words.salvagedLost(lost))
    }
    case 'behind':
      return words.behind(file)
    case 'foreign':
      return words.foreign(file)
    case 'brought':
      return words.brought + (foreign.length === 0 ? '' : words.leftOut(altered))
    case 'takenBack':
      return words.takenBack
    case 'begunAnew':
      return words.begunAnew(keptAs)
    case 'logSetAside':
      return words.logSetAside(keptAs ?? file)
    case 'closedOutside':
      return words.closedOutside(closedSales ?? 0, namedText(references ?? [], closedSales ?? 0))
    default:
      return assertNever(kind, 'news')
  }
}

/** The references, each in quotes, and how many more there are. */
function namedText(references: readonly string[], count: number): string {
  const named = references.map((reference) => quoted(reference, NAME_LENGTH_MAX)).join(', ')
  return count > references.length ? fileNewsStrings.andMore(named, count - references.length) : named
}
