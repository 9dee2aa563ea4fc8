import { compareRecordIds } from '../../shared/recordId.ts'
import {
  ACCOUNT_NAMES_MAX,
  SHARED_RECORDS_MAX,
  type MerchantPage,
  type MerchantView,
  type SharedMerchant,
  type TerminalPage,
  type TerminalView,
  isSameTerminalId,
} from '../../shared/terminal.ts'
import type { TerminalKey } from './changes/rowComparison.ts'
import type { KnownTerminal } from './knownTerminals.ts'
import { folded, searchText, searchWords } from '../../shared/searchText.ts'

export interface PageAsked {
  readonly search: string
  readonly offset: number
  readonly limit: number
}

/** One state of the list, searched and paged. */
export interface TerminalIndex {
  page(asked: PageAsked): Omit<TerminalPage, 'revision'>
  /** By its record; without one by its ID, in any case. */
  terminal(key: TerminalKey): TerminalView | null
  merchants(asked: PageAsked): MerchantPage
}

interface Searchable {
  readonly text: string
}
interface KnownMerchant extends Searchable {
  readonly view: MerchantView
}

/**
 * A page needs no sorting or folding: rows come sorted and with their text. A search reads the texts once, and its
 * pages reuse the result.
 * @param rows by terminal ID
 */
export function createTerminalIndex(rows: readonly KnownTerminal[]): TerminalIndex {
  const terminals = createFilter(rows)
  let records: RecordsById | null = null
  let merchants: readonly KnownMerchant[] | null = null
  const everyMerchant = (): readonly KnownMerchant[] =>
    (merchants ??= merchantsOf(rows, (records ??= recordsById(rows))))
  let filtered: Filter<KnownMerchant> | null = null
  return {
    page: (asked) => {
      const page = cut(terminals(asked.search), asked, ({ view }) => view)
      records ??= recordsById(rows)
      return { ...page, sharedMerchants: sharedOf(page.rows, records) }
    },
    terminal: ({ recordId, terminalId }) => {
      const found = rows.find(({ view }) =>
        recordId === null ? isSameTerminalId(view.terminalId, terminalId) : view.recordId === recordId,
      )
      return found?.view ?? null
    },
    merchants: (asked) => {
      filtered ??= createFilter(everyMerchant())
      return cut(filtered(asked.search), asked, ({ view }) => view)
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

/** By merchant ID. The accounts of one merchant's terminals may have several names; each of them finds the merchant. */
function merchantsOf(rows: readonly KnownTerminal[], records: RecordsById): readonly KnownMerchant[] {
  const found = new Map<string, FoundMerchant>()
  for (const { view } of rows) {
    const { merchantRecordId, merchantId, accountName } = view
    const merchant = found.get(merchantRecordId) ?? { merchantId, names: new Set(), terminalCount: 0 }
    merchant.terminalCount += 1
    if (accountName !== '') merchant.names.add(accountName)
    found.set(merchantRecordId, merchant)
  }
  return [...found]
    .map(([merchantRecordId, { merchantId, names, terminalCount }]) => ({
      view: {
        merchantRecordId,
        merchantId,
        accountNames: inOrder(names).slice(0, ACCOUNT_NAMES_MAX),
        accountNameCount: names.size,
        terminalCount,
        recordCount: records.get(merchantId)?.size ?? 1,
      },
      order: folded(merchantId),
      text: searchText([merchantId, ...names]),
    }))
    .sort(
      (left, right) =>
        byText(left.order, right.order) ||
        compareRecordIds(left.view.merchantRecordId, right.view.merchantRecordId),
    )
}

type RecordsById = ReadonlyMap<string, ReadonlySet<string>>

function recordsById(rows: readonly KnownTerminal[]): RecordsById {
  const found = new Map<string, Set<string>>()
  for (const { view } of rows) {
    const records = found.get(view.merchantId) ?? new Set()
    records.add(view.merchantRecordId)
    found.set(view.merchantId, records)
  }
  return found
}

function sharedOf(views: readonly TerminalView[], records: RecordsById): SharedMerchant[] {
  return [...new Set(views.map(({ merchantId }) => merchantId))]
    .filter((merchantId) => (records.get(merchantId)?.size ?? 0) > 1)
    .map((merchantId) => ({
      merchantId,
      merchantRecordIds: [...(records.get(merchantId) ?? [])].slice(0, SHARED_RECORDS_MAX),
    }))
}

interface FoundMerchant {
  readonly merchantId: string
  readonly names: Set<string>
  terminalCount: number
}

function inOrder(names: ReadonlySet<string>): string[] {
  const folds = [...names].map((name) => ({ name, order: folded(name) }))
  return folds
    .sort((left, right) => byText(left.order, right.order) || byText(left.name, right.name))
    .map(({ name }) => name)
}

function byText(left: string, right: string): number {
  if (left === right) return 0
  return left < right ? -1 : 1
}
