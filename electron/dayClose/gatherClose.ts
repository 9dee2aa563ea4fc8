import * as z from 'zod/mini'
import { CLOSE_LIST_MAX, ClosePart, DayCloseFacts, type CloseSum } from '../../shared/dayClose.ts'
import { createDecimalSum } from '../../shared/money.ts'
import type { Destination } from '../gateway/destination.ts'
import type { Work } from '../slices.ts'
import { type ClosedSale, type CloseStore, ROWS_AT_ONCE } from './closeStore.ts'

/** What an entry of the audit holds of a close: its facts, and what the next one needs of it. */
export const KeptClose = z.strictObject({
  facts: DayCloseFacts,
  owner: z.strictObject({ environment: z.string(), partnerUrl: z.string(), clientId: z.string() }),
  /** The newest sale of the file then: later ones belong to the next close. */
  untilSequence: z.int(),
  /** The newest entry of the audit before this one: what changed later is news for the next close. */
  auditId: z.int(),
  /** Sales, by sequence, that may still become something else, as they stood. */
  carried: z.array(z.tuple([z.int(), ClosePart])),
})
export type KeptClose = z.output<typeof KeptClose>

type Parts = Map<ClosePart, { count: number; kobo: number }>
interface TerminalTally {
  readonly recorded: { count: number; kobo: number }
  readonly parts: Parts
  readonly settled: ReturnType<typeof createDecimalSum>
  isSettledKnown: boolean
}

const SETTLED: ReadonlySet<ClosePart> = new Set(['paid', 'refused', 'removed', 'writtenOff'])

/** Every sale is in exactly one part. One whose record differs waits for a person, whatever it says of the payment. */
export function partOf({ state, isPaid, isDiffering }: ClosedSale): ClosePart {
  switch (state) {
    case 'accepted':
      if (isDiffering === 1) return 'needsYou'
      return isPaid === 1 ? 'paid' : 'onItsWay'
    case 'queued':
    case 'sending':
      return 'waiting'
    case 'unknown':
      return 'checking'
    case 'cancelled':
      return 'removed'
    case 'refused':
    case 'writtenOff':
      return state
    case 'review':
    case 'conflict':
    case 'held':
      return 'needsYou'
  }
}

export interface CloseOf {
  readonly owner: Destination
  /** Of the same client; null: there was none. */
  readonly last: KeptClose | null
  readonly untilSequence: number
  readonly auditId: number
  readonly closedAtMs: number
  readonly by: string | null
  /** @param firstAtMs when the first sale was recorded; null without one */
  readonly dayOf: (firstAtMs: number | null) => string
}

/** Counts what was recorded since the last close, and finds what changed of the earlier ones. It yields between parts. */
export function* gatherClose(store: CloseStore, close: CloseOf): Work<KeptClose> {
  const { owner, last, untilSequence, auditId, closedAtMs, by } = close
  const terminals = new Map<string, TerminalTally>()
  const cashiers = new Map<string, { count: number; kobo: number }>()
  const open: DayCloseFacts['open'] = []
  const carried: [number, ClosePart][] = []
  let openCount = 0
  let fromMs: number | null = null
  let toMs: number | null = null
  for (let after = last?.untilSequence ?? 0; ;) {
    const part = store.salesAfter(owner, after, untilSequence)
    for (const sale of part) {
      count(sale, partOf(sale))
      fromMs ??= sale.recordedAtMs
      toMs = sale.recordedAtMs
    }
    after = part.at(-1)?.sequence ?? after
    if (part.length < ROWS_AT_ONCE) break
    yield
  }
  const adjusted = yield* adjustmentsOf(store, close, (sequence, part) => carried.push([sequence, part]))

  function count(sale: ClosedSale, part: ClosePart): void {
    const { terminalId, amountKobo, cashier } = sale
    const tally = terminals.get(terminalId) ?? newTally()
    terminals.set(terminalId, tally)
    addTo(tally.recorded, amountKobo)
    const sum = tally.parts.get(part) ?? { count: 0, kobo: 0 }
    tally.parts.set(part, sum)
    addTo(sum, amountKobo)
    if (part === 'paid') {
      if (sale.settled === null) tally.isSettledKnown = false
      else tally.settled.add(sale.settled)
    }
    if (cashier !== null) {
      const own = cashiers.get(cashier) ?? { count: 0, kobo: 0 }
      cashiers.set(cashier, own)
      addTo(own, amountKobo)
    }
    if (SETTLED.has(part)) return
    carried.push([sale.sequence, part])
    openCount += 1
    if (open.length < CLOSE_LIST_MAX) open.push({ transactionId: sale.transactionId, part, kobo: amountKobo })
  }

  const facts: DayCloseFacts = {
    number: (last?.facts.number ?? 0) + 1,
    day: close.dayOf(fromMs),
    fromMs,
    toMs,
    closedAtMs,
    by,
    terminals: [...terminals].map(([terminalId, tally]) => terminalOf(terminalId, tally)),
    cashiers: [...cashiers].map(([name, sum]) => ({ name, ...sum })),
    open,
    openCount,
    adjustments: adjusted.slice(0, CLOSE_LIST_MAX),
    adjustmentCount: adjusted.length,
  }
  return { facts, owner, untilSequence, auditId, carried }
}

/**
 * Sales of earlier closes that are something else now. What was carried is compared; what was settled and has entries
 * since is named too, since a bank may take a payment back.
 */
function* adjustmentsOf(
  store: CloseStore,
  { owner, last }: CloseOf,
  carry: (sequence: number, part: ClosePart) => void,
): Work<DayCloseFacts['adjustments']> {
  if (last === null) return []
  const { number, day } = last.facts
  const found: DayCloseFacts['adjustments'] = []
  const before = new Map(last.carried)
  const tell = (sale: ClosedSale, from: ClosePart | null): void => {
    const to = partOf(sale)
    if (from !== to)
      found.push({ number, day, transactionId: sale.transactionId, from, to, kobo: sale.amountKobo })
    if (!SETTLED.has(to)) carry(sale.sequence, to)
  }
  let looked = 0
  for (const [sequence, from] of before) {
    const sale = store.sale(owner, sequence)
    if (sale !== undefined) tell(sale, from)
    looked += 1
    if (looked % ROWS_AT_ONCE === 0) yield
  }
  const seen = new Set<number>()
  for (let after = last.auditId; ;) {
    const entries = store.entriesAfter(after)
    for (const { sequence, isNews } of entries) {
      const isEarlier = sequence !== null && sequence <= last.untilSequence
      if (!isEarlier || isNews === 0 || before.has(sequence) || seen.has(sequence)) continue
      seen.add(sequence)
      const sale = store.sale(owner, sequence)
      if (sale !== undefined) tell(sale, null)
    }
    after = entries.at(-1)?.id ?? after
    if (entries.length < ROWS_AT_ONCE) return found
    yield
  }
}

function newTally(): TerminalTally {
  return {
    recorded: { count: 0, kobo: 0 },
    parts: new Map(),
    settled: createDecimalSum(),
    isSettledKnown: true,
  }
}

function addTo(sum: { count: number; kobo: number }, kobo: number): void {
  sum.count += 1
  sum.kobo += kobo
}

function terminalOf(terminalId: string, tally: TerminalTally): DayCloseFacts['terminals'][number] {
  const { recorded, parts, settled, isSettledKnown } = tally
  const none: CloseSum = { count: 0, kobo: 0 }
  return {
    terminalId,
    recorded,
    parts: ClosePart.options.map((part) => ({ part, ...(parts.get(part) ?? none) })),
    settled: isSettledKnown ? settled.total() : null,
  }
}
