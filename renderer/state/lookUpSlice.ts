import { parseTransactionId } from '../../shared/transactionId.ts'
import type { FindActions, LookUpState } from './findTypes.ts'
import { mergeSales } from './salesSlice.ts'
import type { Deps, Get, Set } from './types.ts'

export const emptyLookUp: LookUpState = {
  text: '',
  asked: '',
  isReading: false,
  localIds: null,
  localCount: 0,
  isAskingBank: false,
  atBank: null,
  bankProblem: null,
}

/** So many sales of this computer are shown under a reference or an amount; all of them are in Transactions. */
const LOCAL_HITS_MAX = 10
/** As long as the contract lets a search be. */
const SEARCH_LENGTH_MAX = 200

/** One reference, here and at the bank: two questions with two answers, each shown for what it is. */
export function lookUpSlice(
  set: Set,
  get: Get,
  deps: Deps,
): Pick<FindActions, 'setLookUp' | 'lookUp' | 'showAllMatching'> {
  let latest = 0
  const change = (part: Partial<LookUpState>): void =>
    set(({ lookUpState }) => ({ lookUpState: { ...lookUpState, ...part } }))

  async function lookHere(asked: string, ticket: number): Promise<void> {
    const search = asked.slice(0, SEARCH_LENGTH_MAX)
    const request = { filter: 'all', search, offset: 0, limit: LOCAL_HITS_MAX } as const
    const answer = await deps.client.call('sales.page', request)
    if (latest !== ticket) return
    if (!answer.ok) return change({ isReading: false })
    const { sales: hits, totalCount } = answer.value
    set(({ sales }) => ({ sales: mergeSales(sales, hits, ticket) }))
    change({
      isReading: false,
      localIds: hits.map(({ transactionId }) => transactionId),
      localCount: totalCount,
    })
  }

  async function lookAtBank(asked: string, ticket: number): Promise<void> {
    const { app } = get()
    // What cannot be a reference, an amount with its comma for one, is not asked about.
    if (app === null || !parseTransactionId(asked, app.transactionIdPattern).ok) return
    change({ isAskingBank: true })
    const answer = await deps.client.call('records.byReference', { transactionId: asked })
    if (latest !== ticket) return
    change({
      isAskingBank: false,
      ...(answer.ok ? { atBank: answer.value } : { bankProblem: answer.error }),
    })
  }

  return {
    setLookUp: (text) => change({ text }),
    async lookUp(reference) {
      const asked = reference.trim()
      if (asked === '') return
      const ticket = deps.nextTicket()
      latest = ticket
      set({ detail: null, lookUpState: { ...emptyLookUp, text: asked, asked, isReading: true } })
      await Promise.all([lookHere(asked, ticket), lookAtBank(asked, ticket)])
    },
    showAllMatching(search) {
      get().show('transactions')
      get().setQuery({ filter: 'all', search: search.slice(0, SEARCH_LENGTH_MAX) })
    },
  }
}
