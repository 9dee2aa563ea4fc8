import { callError, type CallError } from '../../shared/callError.ts'
import type { CallResult, Request } from '../../shared/contract.ts'
import { ok, type Result } from '../../shared/result.ts'
import type { SaleView } from '../../shared/sale.ts'
import { FOUND_IN_GROUP_MAX, FoundBy, type SalesFound } from '../../shared/saleFind.ts'
import type { Clock } from '../ports.ts'
import { inBreaths, SLICE_SIZE, type Breathe, type Work } from '../work/slices.ts'
import { codeOf, findTerms, hasWords, type FindTerms } from './rules/findTerms.ts'
import { isSameDestination, type Destination } from '../gateway/destination.ts'
import type { FindRow, FindStore } from './store/findStore.ts'

/** How many sales one search reads one by one: months of a busy counter, and a moment on a slow computer. */
export const READ_MAX = 50_000

export interface SaleFinder {
  /** Sales of the client and address signed in now, and of no other; none while signed out. */
  find(request: Request<'sales.find'>): Promise<Result<SalesFound, CallError>>
}

export interface SaleFinderOptions {
  readonly store: FindStore
  readonly destination: () => Destination | null
  /** The rows of these sales that are the destination's own. */
  readonly views: (transactionIds: readonly string[]) => readonly SaleView[]
  /** Terminals whose account name has all of the words; null while no list of terminals is known. */
  readonly terminalsNamed: (words: readonly string[]) => Promise<ReadonlySet<string> | null>
  readonly breathe: Breathe
  readonly clock: Pick<Clock, 'monotonicNowMs'>
}

const NOTHING: SalesFound = {
  groups: [],
  searched: [],
  readThrough: { count: 0, oldestAtMs: null, next: null },
}

/** One more than a group shows, to know that there are more. */
const KEPT_MAX = FOUND_IN_GROUP_MAX + 1

/** References of found sales by what they were found by, the first of each. */
class Finds {
  readonly #groups = new Map<FoundBy, Set<string>>()

  add(by: FoundBy, transactionId: string): void {
    const group = this.#groups.get(by) ?? new Set()
    if (group.size < KEPT_MAX) this.#groups.set(by, group.add(transactionId))
  }

  /** A sale that several groups have stays in the surest one. */
  *inOrder(): Generator<readonly [FoundBy, readonly string[]], void, void> {
    const told = new Set<string>()
    for (const by of FoundBy.options) {
      const own = [...(this.#groups.get(by) ?? [])].filter((id) => !told.has(id))
      for (const id of own) told.add(id)
      yield [by, own]
    }
  }
}

/** Searches this computer's sales for what a person typed. */
export function createSaleFinder(options: SaleFinderOptions): SaleFinder {
  const { store, destination, views, terminalsNamed, breathe, clock } = options

  function* byIndexes(own: Destination, { starts, amountKobo }: FindTerms, finds: Finds): Work<void> {
    for (const start of starts) {
      // A whole reference comes first, even where hundreds begin with it.
      for (const { transactionId } of views([start])) finds.add('reference', transactionId)
    }
    for (const start of starts)
      for (const id of yield* store.startingWith(own, start, KEPT_MAX)) finds.add('reference', id)
    if (amountKobo !== null)
      for (const id of store.ofAmount(own, amountKobo, KEPT_MAX)) finds.add('amount', id)
  }

  return {
    find: async ({ search, before }) => {
      const own = destination()
      const terms = findTerms(search)
      if (own === null) return ok(NOTHING)
      const named = terms.words.length === 0 ? null : await terminalsNamed(terms.words)
      const searched = searchedBy(terms, named !== null)
      if (searched.length === 0) return ok(NOTHING)
      const finds = new Finds()
      if (before === null) await inBreaths(byIndexes(own, terms, finds), breathe, clock)
      const reading = readOneByOne(
        (at) => store.slice(own, at, SLICE_SIZE),
        before ?? Number.MAX_SAFE_INTEGER,
        (row) => {
          const by = meets(row, terms, named)
          if (by !== null) finds.add(by, row.transactionId)
        },
      )
      const readThrough = await inBreaths(reading, breathe, clock)
      const now = destination()
      // Someone else signed in while the sales were read.
      if (now === null || !isSameDestination(now, own))
        return callError('notSignedIn', { reason: 'overtaken' })
      const groups = [...finds.inOrder()].flatMap(([by, ids]) => {
        const sales = views(ids.slice(0, FOUND_IN_GROUP_MAX))
        return sales.length === 0 ? [] : [{ by, sales: [...sales], hasMore: ids.length > FOUND_IN_GROUP_MAX }]
      })
      return ok({ groups, searched: [...searched], readThrough })
    },
  }
}

/** What the text is compared with, in the order of the groups. */
function searchedBy(
  { starts, code, amountKobo, words }: FindTerms,
  areNamesKnown: boolean,
): readonly FoundBy[] {
  const is: Readonly<Record<FoundBy, boolean>> = {
    reference: starts.length > 0,
    bankReference: code !== null,
    referenceEnd: code !== null,
    amount: amountKobo !== null,
    note: words.length > 0,
    accountName: areNamesKnown,
  }
  return FoundBy.options.filter((by) => is[by])
}

/** What a sale is found by, or null. */
function meets(
  row: FindRow,
  { code, isEnd, words }: FindTerms,
  named: ReadonlySet<string> | null,
): FoundBy | null {
  if (code !== null) {
    const own = codeOf(row.transactionId)
    if (!isEnd && own.startsWith(code)) return 'reference'
    const bank = codeOf(row.bankReference ?? '')
    if (bank.endsWith(code) || (!isEnd && bank.startsWith(code))) return 'bankReference'
    if (own.endsWith(code)) return 'referenceEnd'
  }
  if (hasWords(row.note, words)) return 'note'
  return named?.has(row.terminalId) === true ? 'accountName' : null
}

/** Reads sales from the newest back and pauses after each slice; older ones are read only if the person wants them. */
function* readOneByOne(
  slice: (beforeSequence: number) => readonly FindRow[],
  from: number,
  look: (row: FindRow) => void,
): Work<SalesFound['readThrough']> {
  let count = 0
  let next = from
  let oldestAtMs: number | null = null
  for (;;) {
    const rows = slice(next)
    for (const row of rows) look(row)
    count += rows.length
    next = rows.at(-1)?.sequence ?? next
    oldestAtMs = rows.at(-1)?.recordedAtMs ?? oldestAtMs
    if (rows.length < SLICE_SIZE) return { count, oldestAtMs, next: null }
    if (count >= READ_MAX) return { count, oldestAtMs, next }
    yield
  }
}

/** The list of terminals, as far as names are searched in it. */
export interface TerminalNames {
  get(): { readonly readAtMs: number | null }
  page(asked: Request<'terminals.page'>): Promise<CallResult<'terminals.page'>>
}

/** More terminals than a name that a person types should have. */
const NAMED_MAX = 200

/**
 * Terminals whose account name has all of the words.
 * @returns null if no list was read, or too many match: a name is then not said to be searched
 */
export async function terminalsNamed(
  terminals: TerminalNames,
  words: readonly string[],
): Promise<ReadonlySet<string> | null> {
  if (terminals.get().readAtMs === null) return null
  const page = await terminals.page({ search: words.join(' '), offset: 0, limit: NAMED_MAX })
  if (!page.ok || page.value.total > NAMED_MAX) return null
  // The list is also searched by other fields, such as the end of the account number.
  const named = page.value.rows.filter(({ accountName }) => hasWords(accountName, words))
  return new Set(named.map(({ terminalId }) => terminalId))
}
