import { FoundBy } from '../../../shared/saleFind.ts'
import type { SaleView } from '../../../shared/sale.ts'
import type { Response } from '../../../shared/contract.ts'
import { readReference, withoutSpaces } from '../../../shared/referenceGroups.ts'
import { parseAmount } from '../../../shared/money.ts'
import { isMadeTransactionId, parseTransactionId } from '../../../shared/transactionId.ts'
import type { FindActions, FoundGroup, LookUpState } from '../../core/findTypes.ts'
import { mergeSales } from '../sales/saleLists.ts'
import type { AppState, Deps, Get, Set } from '../../core/types.ts'

export const emptyLookUp: LookUpState = {
  text: '',
  asked: '',
  isReading: false,
  groups: null,
  searched: [],
  readThrough: null,
  localProblem: null,
  exactId: null,
  bankAsked: null,
  isAskingBank: false,
  atBank: null,
  bankProblem: null,
}

/** The contract's limit for a search. */
const SEARCH_LENGTH_MAX = 200

/** What names one sale or one record; a note, a name or an amount does not. */
const NAMING: readonly string[] = ['reference', 'bankReference', 'referenceEnd']

/**
 * Looks up a text on this computer, and then at the bank, with a separate answer from each. The bank is asked after a
 * scan or on a press, and only about a reference: a name or a note is never sent to it.
 */
export function lookUpSlice(
  set: Set,
  get: Get,
  deps: Deps,
): Pick<FindActions, 'setLookUp' | 'lookUp' | 'searchOlder' | 'askBank' | 'showAllMatching'> {
  let latest = 0
  const change = (part: Partial<LookUpState>): void =>
    set(({ lookUpState }) => ({ lookUpState: { ...lookUpState, ...part } }))

  /** Adds an answer to what is shown. A sale stays in the group where it was found first. */
  function take({ groups, searched, readThrough }: Response<'sales.find'>, ticket: number): void {
    const { lookUpState, sales } = get()
    const found: readonly SaleView[] = groups.flatMap((group) => group.sales)
    const count = (lookUpState.readThrough?.count ?? 0) + readThrough.count
    const oldestAtMs = readThrough.oldestAtMs ?? lookUpState.readThrough?.oldestAtMs ?? null
    set({ sales: mergeSales(sales, found, ticket) })
    change({
      isReading: false,
      groups: joined(lookUpState.groups ?? [], groups),
      searched,
      readThrough: { ...readThrough, count, oldestAtMs },
    })
  }

  async function lookHere(asked: string, before: number | null, ticket: number): Promise<boolean> {
    const answer = await deps.client.call('sales.find', { search: asked.slice(0, SEARCH_LENGTH_MAX), before })
    if (latest !== ticket) return false
    if (answer.ok) take(answer.value, ticket)
    else change({ isReading: false, localProblem: answer.error })
    return true
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
    async lookUp(typed, { isScan } = { isScan: false }) {
      const asked = typed.trim()
      if (asked === '') return
      const ticket = deps.nextTicket()
      latest = ticket
      set({ detail: null, lookUpState: { ...emptyLookUp, text: asked, asked, isReading: true } })
      if (!(await lookHere(asked, null, ticket))) return
      const reference = referenceIn(asked, get().app?.transactionIdPattern)
      const exactId = exactOf(get().lookUpState.groups ?? [], reference)
      change({ exactId })
      // Sales that only begin so, or have this amount, would get the bank's answer about another one.
      const isElsewhere = get().lookUpState.groups?.length === 0
      const scanned = exactId ?? (isElsewhere ? reference : null)
      if (isScan && scanned !== null) await lookAtBank(scanned, ticket)
    },
    async searchOlder() {
      const { asked, isReading, readThrough } = get().lookUpState
      const next = readThrough?.next ?? null
      if (isReading || next === null) return
      change({ isReading: true, localProblem: null })
      await lookHere(asked, next, latest)
    },
    async askBank() {
      const { lookUpState, app } = get()
      const asked = lookUpState.bankAsked ?? bankCandidate(lookUpState, app?.transactionIdPattern)
      if (asked !== null && !lookUpState.isAskingBank) await lookAtBank(asked, latest)
    },
    showAllMatching(search) {
      get().show('transactions')
      get().setQuery({ filter: 'all', range: 'all', search: search.slice(0, SEARCH_LENGTH_MAX) })
    },
  }
}

function joined(
  known: readonly FoundGroup[],
  found: Response<'sales.find'>['groups'],
): readonly FoundGroup[] {
  const shown = new Set(known.flatMap(({ ids }) => ids))
  const added = found.map(({ by, sales, hasMore }) => ({
    by,
    ids: sales.map(({ transactionId }) => transactionId).filter((id) => !shown.has(id)),
    hasMore,
  }))
  return FoundBy.options.flatMap((by) => {
    const own = [...known, ...added].filter((group) => group.by === by)
    const ids = own.flatMap((group) => group.ids)
    return ids.length === 0 ? [] : [{ by, ids, hasMore: own.some(({ hasMore }) => hasMore) }]
  })
}

/** References are compared without regard to letter case, as in the file. */
function exactOf(groups: readonly FoundGroup[], reference: string | null): string | null {
  const wanted = reference?.toUpperCase()
  const ids = groups.find(({ by }) => by === 'reference')?.ids ?? []
  return ids.find((id) => id.toUpperCase() === wanted) ?? null
}

/**
 * This computer's sale with the reference that the bank was asked about. Not the one that was typed: a sale may be
 * found by the end of its reference, or by the bank's.
 */
export function askedSale({
  sales,
  lookUpState: { bankAsked },
}: Pick<AppState, 'sales' | 'lookUpState'>): SaleView | undefined {
  return bankAsked === null ? undefined : sales[bankAsked]?.sale
}

/**
 * The reference that the bank can be asked about: that of the sale with exactly this reference, of the one sale that
 * a reference or its end names, or the text itself. Null for what looks like a name or a note.
 */
export function bankCandidate(
  { asked, groups, exactId }: Pick<LookUpState, 'asked' | 'groups' | 'exactId'>,
  pattern: string | undefined,
): string | null {
  if (exactId !== null) return exactId
  const named = (groups ?? []).filter(({ by }) => NAMING.includes(by)).flatMap(({ ids }) => ids)
  const [only] = named
  if (only !== undefined && named.length === 1) return only
  const areOnlyWords = groups !== null && groups.length > 0 && groups.every(({ by }) => WORDS.includes(by))
  // A reference without a digit is possible, a name without one is usual.
  if (areOnlyWords || !/[0-9]/u.test(asked) || isMeantAsAmount({ asked, groups })) return null
  // `rice 2 bags` is no reference; one with the gaps of the screen is, and so is a number with gaps.
  const together = withoutSpaces(asked)
  const hasGaps = /\s/u.test(asked.trim())
  if (!hasGaps || /^[0-9]+$/u.test(together) || isMadeTransactionId(together.toUpperCase())) {
    return referenceIn(asked, pattern)
  }
  const read = pattern === undefined ? null : readReference(asked, pattern)
  return read?.ok === true ? read.value : null
}

const WORDS: readonly string[] = ['note', 'accountName']

/** Bare digits may be a number on a slip, unless a sale of this computer has that amount. */
function isMeantAsAmount({ asked, groups }: Pick<LookUpState, 'asked' | 'groups'>): boolean {
  const isFoundAsAmount = groups?.some(({ by }) => by === 'amount') === true
  return isAmount(asked) && (isFoundAsAmount || !/^[0-9]+$/u.test(asked.trim()))
}

/** Whether a text is written as an amount that can be recorded. One that begins with zeros, or is longer, is not. */
export function isAmount(text: string): boolean {
  const bare = withoutSpaces(text).replace(/^NGN?/iu, '')
  return !/^0[0-9]/u.test(bare) && parseAmount(bare).ok
}

/** The reference that a text means, or null where it cannot be one: an amount with its comma, for example. */
export function referenceIn(text: string, pattern: string | undefined): string | null {
  if (pattern === undefined) return null
  const read = readReference(text, pattern)
  if (read.ok) return read.value
  const bare = parseTransactionId(withoutSpaces(text), pattern)
  return bare.ok ? bare.value : null
}
