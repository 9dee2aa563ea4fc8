import { readReference, withoutSpaces } from '../../../shared/referenceGroups.ts'
import { parseTransactionId } from '../../../shared/transactionId.ts'
import type { FindActions, LookUpState } from './findTypes.ts'
import { mergeSales } from '../sales/saleLists.ts'
import type { Deps, Get, Set } from '../../core/types.ts'

export const emptyLookUp: LookUpState = {
  text: '',
  asked: '',
  isReading: false,
  localIds: null,
  localCount: 0,
  exactId: null,
  bankAsked: null,
  isAskingBank: false,
  atBank: null,
  bankProblem: null,
}

/** How many sales of this computer are shown under a reference or an amount; all of them are in Transactions. */
const LOCAL_HITS_MAX = 10
/** The contract's limit for a search. */
const SEARCH_LENGTH_MAX = 200

/**
 * Looks up one reference on this computer and at the bank, with a separate answer from each. Where this computer has
 * the sale, the bank is asked about its exact reference. Where only its beginning or its amount was typed, the bank
 * would answer about another sale, so it is asked only if the person wants it.
 */
export function lookUpSlice(
  set: Set,
  get: Get,
  deps: Deps,
): Pick<FindActions, 'setLookUp' | 'lookUp' | 'askBank' | 'showAllMatching'> {
  let latest = 0
  const change = (part: Partial<LookUpState>): void =>
    set(({ lookUpState }) => ({ lookUpState: { ...lookUpState, ...part } }))

  /** @returns the reference to ask the bank about; null for none, or where a later look-up has begun */
  async function lookHere(asked: string, reference: string | null, ticket: number): Promise<string | null> {
    const search = asked.slice(0, SEARCH_LENGTH_MAX)
    const request = { filter: 'all', search, offset: 0, limit: LOCAL_HITS_MAX } as const
    const [page, exact] = await Promise.all([
      deps.client.call('sales.page', request),
      reference === null ? null : deps.client.call('sales.get', { transactionId: reference }),
    ])
    if (latest !== ticket) return null
    const found = exact?.ok === true ? exact.value.sale : null
    const hits = page.ok ? page.value.sales.filter((sale) => sale.transactionId !== found?.transactionId) : []
    // The exact match comes first, before any newer sales with the same beginning.
    const shown = found === null ? hits : [found, ...hits].slice(0, LOCAL_HITS_MAX)
    set(({ sales }) => ({ sales: mergeSales(sales, shown, ticket) }))
    const exactId = found?.transactionId ?? null
    const bankAsked = exactId ?? (shown.length === 0 ? reference : null)
    change({
      isReading: false,
      exactId,
      bankAsked,
      ...(page.ok || found !== null
        ? {
            localIds: shown.map(({ transactionId }) => transactionId),
            localCount: page.ok ? page.value.totalCount : 1,
          }
        : {}),
    })
    return bankAsked
  }

  async function lookAtBank(transactionId: string, ticket: number): Promise<void> {
    change({ bankAsked: transactionId, isAskingBank: true, atBank: null, bankProblem: null })
    const answer = await deps.client.call('records.byReference', { transactionId })
    if (latest !== ticket) return
    change({
      isAskingBank: false,
      ...(answer.ok ? { atBank: answer.value } : { bankProblem: answer.error }),
    })
  }

  return {
    setLookUp: (text) => change({ text }),
    async lookUp(typed) {
      const asked = typed.trim()
      if (asked === '') return
      const ticket = deps.nextTicket()
      latest = ticket
      set({ detail: null, lookUpState: { ...emptyLookUp, text: asked, asked, isReading: true } })
      const reference = referenceIn(asked, get().app?.transactionIdPattern)
      const bankAsked = await lookHere(asked, reference, ticket)
      if (bankAsked !== null) await lookAtBank(bankAsked, ticket)
    },
    async askBank() {
      const { lookUpState, app } = get()
      const reference = referenceIn(lookUpState.asked, app?.transactionIdPattern)
      const asked = lookUpState.bankAsked ?? reference
      if (asked !== null && !lookUpState.isAskingBank) await lookAtBank(asked, latest)
    },
    showAllMatching(search) {
      get().show('transactions')
      get().setQuery({ filter: 'all', search: search.slice(0, SEARCH_LENGTH_MAX) })
    },
  }
}

/** The reference that a text means, or null where it cannot be one: an amount with its comma, for example. */
export function referenceIn(text: string, pattern: string | undefined): string | null {
  if (pattern === undefined) return null
  const read = readReference(text, pattern)
  if (read.ok) return read.value
  const bare = parseTransactionId(withoutSpaces(text), pattern)
  return bare.ok ? bare.value : null
}
