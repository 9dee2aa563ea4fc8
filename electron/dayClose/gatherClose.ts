import * as z from 'zod/mini'
import { CLOSE_LIST_MAX, ClosePart, DayCloseFacts, type CloseSum } from '../../shared/dayClose.ts'
import { PART_OF, standingOf } from '../../shared/standing.ts'
import type { Destination } from '../gateway/destination.ts'
import { PaidSums } from '../outbox/rules/paidSums.ts'
import type { Work } from '../work/slices.ts'
import { type ClosedSale, type CloseStore, openSets, ROWS_AT_ONCE } from './closeStore.ts'

/** What an entry of the audit holds of a close: its facts, and what the next one needs of it. */
export const KeptClose = z.object({
  facts: DayCloseFacts,
  owner: z.strictObject({ environment: z.string(), partnerUrl: z.string(), clientId: z.string() }),
  /** The newest sale that it counts: later ones belong to the next close. */
  untilSequence: z.int(),
  /** The newest entry of the audit before this one: what changed later is news for the next close. */
  auditId: z.int(),
})
export type KeptClose = z.output<typeof KeptClose>

const isOpen = (part: ClosePart): boolean => part !== 'paid' && PART_OF[part] !== 'none'

export interface CloseOf {
  readonly owner: Destination
  /** Of the same client; null: there was none. */
  readonly last: KeptClose | null
  readonly closedAtMs: number
  readonly by: string | null
  /** The fingerprint of the counter's key; empty for none. */
  readonly key: string
  /** @param firstAtMs when the first sale was recorded; null without one */
  readonly dayOf: (firstAtMs: number | null) => string
  /** This computer's day of a moment, `2026-11-20`. */
  readonly dayText: (atMs: number) => string
}

/**
 * Counts what was recorded since the last close, what is open of all closes, and what changed of the earlier ones. It
 * yields between parts. What changes meanwhile is counted as it stands at the end: after the last part nothing can, so
 * a caller that keeps the close in the same step keeps what is.
 */
export function* gatherClose(store: CloseStore, close: CloseOf): Work<KeptClose> {
  const { owner, last, closedAtMs } = close
  const before = last?.untilSequence ?? 0
  const fromId = store.head()?.id ?? 0
  const names = yield* closeNames(store, owner)
  const own = new OwnSales()
  const earlier = new EarlierSales(store, close, names)
  let until = store.newestSequence()
  for (let after = before; after < until;) {
    const part = store.salesAfter(owner, after, until)
    for (const sale of part) {
      const day = close.dayText(sale.recordedAtMs)
      if (own.isOfLaterMonth(day, close.dayText(closedAtMs))) {
        until = sale.sequence - 1
        own.endsWithMonth = true
        break
      }
      own.set(sale, day)
    }
    if (part.length < ROWS_AT_ONCE || own.endsWithMonth) break
    after = part.at(-1)?.sequence ?? after
    yield
  }
  if (last !== null) yield* earlier.findOpen(before)
  for (let after = last?.auditId ?? fromId; ;) {
    const entries = store.entriesAfter(after)
    for (const { id, sequence, isNews } of entries) {
      if (sequence === null || isNews === 0 || sequence > until) continue
      if (sequence <= before) earlier.look(sequence)
      // What changed before the count began is in it.
      else if (id > fromId) own.change(store.sale(owner, sequence))
    }
    after = entries.at(-1)?.id ?? after
    if (entries.length === ROWS_AT_ONCE) yield
    else return { facts: factsOf(close, own, earlier), owner, untilSequence: until, auditId: after }
  }
}

/** The name of the close that counted each sale, found by its newest one. */
type CloseNames = (sequence: number) => { readonly number: number; readonly day: string } | null

function* closeNames(store: CloseStore, owner: Destination): Work<CloseNames> {
  const ranges: { number: number; day: string; untilSequence: number }[] = []
  for (let before: number | null = null; ;) {
    const part = store.ranges(owner, before)
    ranges.push(...part)
    if (part.length < ROWS_AT_ONCE) break
    before = part.at(-1)?.id ?? null
    yield
  }
  // The oldest first: the first that reaches the sale counted it.
  ranges.reverse()
  return (sequence) => {
    let [low, high] = [0, ranges.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((ranges[middle]?.untilSequence ?? 0) < sequence) low = middle + 1
      else high = middle
    }
    const found = ranges[low]
    return found === undefined ? null : { number: found.number, day: found.day }
  }
}

interface Counted extends ClosedSale {
  readonly day: string
}

type Tally = { count: number; kobo: number }
interface TerminalTally {
  readonly recorded: Tally
  readonly parts: Map<ClosePart, Tally>
  readonly paid: PaidSums
}

/** The sales of this close. One that changes meanwhile is taken out of its sums, and counted as it is. */
class OwnSales {
  readonly sales = new Map<number, Counted>()
  readonly terminals = new Map<string, TerminalTally>()
  readonly cashiers = new Map<string, Tally>()
  readonly days = new Map<string, { readonly recorded: Tally; readonly paid: Tally }>()
  endsWithMonth = false
  first: Counted | null = null
  last: Counted | null = null

  /** A month's end splits a close. A clock that is ahead of the close, or was set back, does not. */
  isOfLaterMonth(day: string, today: string): boolean {
    if (this.first === null) return false
    const [first, month] = [this.first.day.slice(0, 7), day.slice(0, 7)]
    return month > first && month <= today.slice(0, 7)
  }

  set(sale: ClosedSale, day: string): void {
    const counted = { ...sale, day }
    if (!this.sales.has(sale.sequence)) this.last = counted
    this.first ??= counted
    this.sales.set(sale.sequence, counted)
    this.#add(counted, 1)
  }

  open(): CloseSum {
    const sum = nothing()
    for (const { parts } of this.terminals.values())
      for (const [part, { count, kobo }] of parts) {
        if (!isOpen(part)) continue
        sum.count += count
        sum.kobo += kobo
      }
    return sum
  }

  change(sale: ClosedSale | undefined): void {
    const counted = sale === undefined ? undefined : this.sales.get(sale.sequence)
    if (sale === undefined || counted === undefined) return
    this.#add(counted, -1)
    this.set(sale, counted.day)
  }

  #add(counted: Counted, sign: 1 | -1): void {
    const { terminalId, cashier, standing: part, amountKobo, day } = counted
    const kobo = sign * amountKobo
    const add = (tally: Tally): void => {
      tally.count += sign
      tally.kobo += kobo
    }
    const terminal = taken(this.terminals, terminalId, (): TerminalTally => ({
      recorded: nothing(),
      parts: new Map(),
      paid: new PaidSums(),
    }))
    add(taken(terminal.parts, part, nothing))
    const ofDay = taken(this.days, day, () => ({ recorded: nothing(), paid: nothing() }))
    // As everywhere: what was refused, removed or written off stands beside what is recorded.
    if (PART_OF[part] === 'none') return
    add(terminal.recorded)
    add(ofDay.recorded)
    if (cashier !== null) add(taken(this.cashiers, cashier, nothing))
    if (part !== 'paid') return
    add(ofDay.paid)
    terminal.paid.add(counted, sign)
  }
}

const nothing = (): Tally => ({ count: 0, kobo: 0 })

function taken<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const known = map.get(key)
  if (known !== undefined) return known
  const made = make()
  map.set(key, made)
  return made
}

type Named = DayCloseFacts['open'][number]
type Adjustment = DayCloseFacts['adjustments'][number]

/** Sales of earlier closes: those that are open, and those that are something else than at the last close. */
class EarlierSales {
  readonly open = new Map<number, Named>()
  readonly adjustments = new Map<number, Adjustment>()
  readonly #was = new Map<number, ClosePart | null>()
  readonly #store: CloseStore
  readonly #close: CloseOf
  readonly #names: CloseNames

  constructor(store: CloseStore, close: CloseOf, names: CloseNames) {
    this.#store = store
    this.#close = close
    this.#names = names
  }

  *findOpen(before: number): Work<void> {
    for (const set of openSets) {
      for (let part = this.#store.openPart(this.#close.owner, set, null); part.length > 0;) {
        for (const sale of part) if (sale.sequence <= before) this.#note(sale)
        yield
        part =
          part.length < ROWS_AT_ONCE ? [] : this.#store.openPart(this.#close.owner, set, part.at(-1) ?? null)
      }
    }
  }

  /** Something was written of it since the last close. */
  look(sequence: number): void {
    const { owner, last } = this.#close
    const sale = this.#store.sale(owner, sequence)
    if (sale === undefined || last === null) return
    const to = this.#note(sale)
    const from = taken(this.#was, sequence, () => partAt(this.#store.entriesOf(sequence, last.auditId)))
    const { number, day } = this.#names(sequence) ?? last.facts
    const { transactionId, amountKobo: kobo } = sale
    if (from === to) this.adjustments.delete(sequence)
    else this.adjustments.set(sequence, { number, day, transactionId, from, to, kobo })
  }

  #note(sale: ClosedSale): ClosePart {
    const { sequence, transactionId, standing: part, amountKobo: kobo } = sale
    if (isOpen(part)) this.open.set(sequence, { transactionId, part, kobo, of: this.#names(sequence) })
    else this.open.delete(sequence)
    return part
  }
}

/** Entries that settle a difference. */
const SETTLES = ['managerKeepsOurs', 'managerTakesBanks'] as const

/** What a sale was, by its entries up to then; null where they do not say. */
function partAt(entries: ReturnType<CloseStore['entriesOf']>): ClosePart | null {
  const state = entries.findLast((entry) => entry.state !== null)?.state
  if (state === undefined || state === null) return null
  const newest = (kinds: readonly string[]): string | undefined =>
    entries.findLast(({ kind }) => kinds.includes(kind))?.kind
  const isDiffering = newest(['foundDiffering', ...SETTLES]) === 'foundDiffering'
  const isPaidBack = newest(['paidBack', 'differsOtherwise', ...SETTLES]) === 'paidBack'
  return standingOf({
    state,
    isPaid: newest(['paid', 'unpaid']) === 'paid',
    difference: !isDiffering ? 'none' : isPaidBack ? 'paidBack' : 'other',
  })
}

/** It reads each sale at most once, and sorts none but those that are named: a day may have a hundred thousand. */
function factsOf(close: CloseOf, own: OwnSales, earlier: EarlierSales): DayCloseFacts {
  const fromMs = own.first?.recordedAtMs ?? null
  const [ownOpen, earlierOpen] = [own.open(), sumOf(earlier.open.values())]
  const open = firstBySequence(earlier.open)
  for (const { standing: part, transactionId, amountKobo } of own.sales.values()) {
    if (open.length >= Math.min(CLOSE_LIST_MAX, earlierOpen.count + ownOpen.count)) break
    if (isOpen(part)) open.push({ transactionId, part, kobo: amountKobo, of: null })
  }
  const adjusted = sumOf(earlier.adjustments.values())
  const days = [...own.days].map(([day, sums]) => ({ day, ...sums }))
  return {
    number: (close.last?.facts.number ?? 0) + 1,
    day: close.dayOf(fromMs),
    days: days.toSorted((left, right) => (left.day < right.day ? -1 : 1)),
    endsWithMonth: own.endsWithMonth,
    fromMs,
    toMs: own.last?.recordedAtMs ?? null,
    closedAtMs: close.closedAtMs,
    by: close.by,
    key: close.key,
    terminals: [...own.terminals].map(([terminalId, tally]) => terminalOf(terminalId, tally)),
    cashiers: [...own.cashiers].map(([name, sum]) => ({ name, ...sum })),
    open,
    openCount: earlierOpen.count + ownOpen.count,
    openKobo: earlierOpen.kobo + ownOpen.kobo,
    adjustments: firstBySequence(earlier.adjustments),
    adjustmentCount: adjusted.count,
    adjustmentKobo: adjusted.kobo,
    cameIn: sumOf(earlier.adjustments.values(), ({ from, to }) => to === 'paid' && from !== null),
    takenBack: sumOf(earlier.adjustments.values(), ({ from }) => from === 'paid'),
  }
}

/** As many as a close names. */
function firstBySequence<Value>(found: ReadonlyMap<number, Value>): Value[] {
  let first: [number, Value][] = []
  let most = Number.POSITIVE_INFINITY
  for (const each of found) {
    if (each[0] >= most) continue
    first.push(each)
    if (first.length < 2 * CLOSE_LIST_MAX) continue
    first = first.toSorted(([left], [right]) => left - right).slice(0, CLOSE_LIST_MAX)
    most = first.at(-1)?.[0] ?? most
  }
  const sorted = first.toSorted(([left], [right]) => left - right)
  return sorted.slice(0, CLOSE_LIST_MAX).map(([, value]) => value)
}

function sumOf<Item extends { readonly kobo: number }>(
  items: Iterable<Item>,
  counts: (item: Item) => boolean = () => true,
): CloseSum {
  const sum = nothing()
  for (const item of items) {
    if (!counts(item)) continue
    sum.count += 1
    sum.kobo += item.kobo
  }
  return sum
}

function terminalOf(terminalId: string, tally: TerminalTally): DayCloseFacts['terminals'][number] {
  const { recorded, parts, paid } = tally
  return {
    terminalId,
    recorded,
    parts: ClosePart.options.map((part) => ({ part, ...(parts.get(part) ?? nothing()) })),
    settled: paid.settled(),
    fees: paid.fees(),
  }
}
