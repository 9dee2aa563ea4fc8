import type { MerchantPage, MerchantView, TerminalPage } from '../../shared/terminal.ts'
import type { KnownTerminal } from './knownTerminals.ts'
import { folded, searchText, searchWords } from './searchText.ts'

export interface PageAsked {
  readonly search: string
  readonly offset: number
  readonly limit: number
}

/** One state of the list, to be looked through page by page. */
export interface TerminalIndex {
  page(asked: PageAsked): Omit<TerminalPage, 'revision'>
  merchants(asked: PageAsked): MerchantPage
}

interface Searchable {
  readonly text: string
}
interface KnownMerchant extends Searchable {
  readonly view: MerchantView
}

/**
 * Nothing is sorted or folded when a page is asked for: rows come sorted and with their text. One search goes through
 * the texts once, and is then paged without looking again.
 * @param rows by terminal ID
 */
export function createTerminalIndex(rows: readonly KnownTerminal[]): TerminalIndex {
  const terminals = createFilter(rows)
  let merchants: Filter<KnownMerchant> | null = null
  return {
    page: (asked) => cut(terminals(asked.search), asked, ({ view }) => view),
    merchants: (asked) => {
      merchants ??= createFilter(merchantsOf(rows))
      return cut(merchants(asked.search), asked, ({ view }) => view)
    },
  }
}

type Filter<Item> = (search: string) => readonly Item[]

function createFilter<Item extends Searchable>(items: readonly Item[]): Filter<Item> {
  let latest: { readonly search: string; readonly matches: readonly Item[] } | null = null
  return (search) => {
    if (latest?.search === search) return latest.matches
    const words = searchWords(search)
    const matches =
      words.length === 0 ? items : items.filter(({ text }) => words.every((word) => text.includes(word)))
    latest = { search, matches }
    return matches
  }
}

function cut<Item, View>(
  matches: readonly Item[],
  { offset, limit }: PageAsked,
  viewOf: (item: Item) => View,
): { rows: View[]; total: number } {
  return { rows: matches.slice(offset, offset + limit).map(viewOf), total: matches.length }
}

/** By the name that is shown. Terminals of one merchant may pay into accounts of several names; each of them finds him. */
function merchantsOf(rows: readonly KnownTerminal[]): readonly KnownMerchant[] {
  const found = new Map<number, { view: MerchantView; readonly names: Set<string> }>()
  for (const { view } of rows) {
    const { merchantRecordId, merchantId, accountName } = view
    const merchant = found.get(merchantRecordId)
    if (merchant === undefined) {
      const first = { merchantRecordId, merchantId, accountName, terminalCount: 1 }
      found.set(merchantRecordId, { view: first, names: new Set([accountName]) })
    } else {
      merchant.view.terminalCount += 1
      merchant.names.add(accountName)
    }
  }
  return [...found.values()]
    .map(({ view, names }) => ({
      view,
      order: folded(view.accountName),
      text: searchText([view.merchantId, ...names]),
    }))
    .sort((left, right) =>
      left.order === right.order
        ? left.view.merchantRecordId - right.view.merchantRecordId
        : left.order < right.order
          ? -1
          : 1,
    )
}
