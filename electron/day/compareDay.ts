import {
  DayPart,
  type DayLine,
  type DayReason,
  type DayRow,
  type DaySum,
  type DayView,
  needsLook,
} from '../../shared/day.ts'
import { addDecimal, createDecimalSum, nairaText, percentOf, subtractDecimal } from '../../shared/money.ts'
import type { RecordView } from '../../shared/record.ts'
import { believedPaidTime, paidTime } from '../../shared/serviceTime.ts'
import { PART_OF } from '../../shared/standing.ts'
import { PaidSums } from '../outbox/rules/paidSums.ts'
import type { LateLimits } from '../outbox/rules/saleQuery.ts'
import { isLate } from '../outbox/rules/saleView.ts'
import type { SaleOfDay } from '../outbox/store/dayStore.ts'
import type { Work } from '../work/slices.ts'

/** A record of the bank as the day compares it. */
export interface RecordOfDay {
  readonly view: RecordView
  /** A newer complete list lacks it. */
  readonly isLacked: boolean
  /** An earlier version of it was paid. */
  readonly wasPaid: boolean
}

export type Compared = Pick<
  DayView,
  | 'rows'
  | 'here'
  | 'besides'
  | 'bank'
  | 'difference'
  | 'unexplained'
  | 'paidOut'
  | 'fees'
  | 'paidCount'
  | 'paidElsewhere'
  | 'cappedFees'
  | 'lines'
  | 'lineCount'
  | 'lookCount'
>

/** The bank may round a fee to a kobo. */
const ROUNDING = '0.01'
/** So many fees of one size are no chance. */
const CAPPED_MIN = 3
const USUAL_MIN = 3

interface Tally {
  count: number
  readonly sum: ReturnType<typeof createDecimalSum>
}
const tally = (): Tally => ({ count: 0, sum: createDecimalSum() })
const sumOf = ({ count, sum }: Tally): DaySum => ({ count, amount: sum.total() })

/**
 * Compares the sales of a terminal's day with the bank's records of it, reference by reference. Every difference of an
 * amount has a line, so that the lines explain the whole. It yields, since a day may have tens of thousands.
 * @param sales each belongs to the day by the bank's clock, or by this computer's without a record
 * @param records each was received on the day at the terminal
 * @param facts.today the service's day, by which a paid date is believed
 * @param others own sales of such records that were recorded for another terminal
 */
export function* compareDay(
  sales: readonly SaleOfDay[],
  records: readonly RecordOfDay[],
  { today, late }: { readonly today: string; readonly late: LateLimits },
  others: readonly SaleOfDay[] = [],
): Work<Compared> {
  const parts = new Map(DayPart.options.map((part) => [part, { here: tally(), bank: tally() }] as const))
  const of = (part: DayPart) => parts.get(part) ?? { here: tally(), bank: tally() }
  const byReference = new Map<string, RecordOfDay[]>()
  for (const record of records) {
    const key = keyOf(record.view.transactionId)
    const known = byReference.get(key)
    if (known === undefined) byReference.set(key, [record])
    else known.push(record)
    yield
  }
  const lines: DayLine[] = []
  const explained = createDecimalSum()
  let lookCount = 0
  const tell = (line: DayLine): void => {
    lines.push(line)
    explained.add(line.difference)
    if (needsLook(line)) lookCount += 1
  }
  const paid = createPaid(usualAccount(records), today)
  const sums = new PaidSums()
  const besides = tally()
  for (const sale of sales) {
    const key = keyOf(sale.transactionId)
    const found = byReference.get(key) ?? []
    byReference.delete(key)
    const there = found.filter(({ isLacked }) => !isLacked)
    const { standing } = sale
    const amount = nairaText(sale.amountKobo)
    const isRecorded = PART_OF[standing] !== 'none'
    count(isRecorded ? of(standing).here : besides, amount)
    if (standing === 'paid') sums.add(sale)
    const bank = totalOf(there)
    const difference = subtractDecimal(bank, isRecorded ? amount : '0')
    if (difference !== '0') tell(lineOf(reasonOf(sale, found, there), sale, there[0], difference, bank))
    if (standing === 'onItsWay' && isLate(sale, late)) tell(lineOf('late', sale, there[0], '0', bank))
    for (const each of there) {
      count(of(standing).bank, each.view.amount)
      paid.add(sale, each)
      yield
    }
    yield
  }
  const other = new Map(others.map((sale) => [keyOf(sale.transactionId), sale]))
  for (const found of byReference.values()) {
    for (const each of found) {
      if (each.isLacked) {
        // A record that vanished is named, also one that another till made.
        tell(
          lineOf('vanished', other.get(keyOf(each.view.transactionId)) ?? null, each, '0', each.view.amount),
        )
        continue
      }
      count(of('elsewhere').bank, each.view.amount)
      const sale = other.get(keyOf(each.view.transactionId)) ?? null
      const reason = sale === null ? 'elsewhere' : 'otherTerminal'
      tell(lineOf(reason, sale, each, each.view.amount, each.view.amount))
      paid.add(sale, each)
      yield
    }
  }
  const told = paid.ended()
  for (const line of told.lines) {
    tell(line)
    yield
  }
  const rows: DayRow[] = DayPart.options.map((part) => {
    const { here, bank } = of(part)
    const difference = subtractDecimal(bank.sum.total(), here.sum.total())
    return { part, here: sumOf(here), bank: sumOf(bank), difference }
  })
  const total = (side: 'here' | 'bank'): DaySum => ({
    count: rows.reduce((count_, row) => count_ + row[side].count, 0),
    amount: rows.reduce((amount, row) => addDecimal(amount, row[side].amount), '0'),
  })
  const difference = subtractDecimal(total('bank').amount, total('here').amount)
  return {
    rows,
    here: total('here'),
    besides: sumOf(besides),
    bank: total('bank'),
    difference,
    unexplained: subtractDecimal(difference, explained.total()),
    paidOut: sums.settled(),
    fees: sums.fees(),
    paidCount: sums.count,
    paidElsewhere: told.paidElsewhere,
    cappedFees: told.cappedFee === null ? [] : [{ terminalId: told.terminalId, fee: told.cappedFee }],
    lines,
    lineCount: lines.length,
    lookCount,
  }
}

/** Several terminals of a day. What one adds and another lacks is a line of each, so the lines still explain the whole. */
export function together(parts: readonly Compared[]): Compared {
  const [only, ...others] = parts
  if (only !== undefined && others.length === 0) return only
  const sumOfAll = (of: (part: Compared) => DaySum): DaySum => ({
    count: parts.reduce((all, part) => all + of(part).count, 0),
    amount: addAll(parts.map((part) => of(part).amount)),
  })
  const rowIn = ({ rows }: Compared, part: DayPart): DayRow =>
    rows.find((row) => row.part === part) ?? { part, here: NOTHING, bank: NOTHING, difference: '0' }
  const known = (amounts: readonly (string | null)[]): string | null =>
    amounts.includes(null) ? null : addAll(amounts.map((amount) => amount ?? '0'))
  return {
    rows: DayPart.options.map((part) => ({
      part,
      here: sumOfAll((each) => rowIn(each, part).here),
      bank: sumOfAll((each) => rowIn(each, part).bank),
      difference: addAll(parts.map((each) => rowIn(each, part).difference)),
    })),
    here: sumOfAll(({ here }) => here),
    besides: sumOfAll(({ besides }) => besides),
    bank: sumOfAll(({ bank }) => bank),
    difference: addAll(parts.map(({ difference }) => difference)),
    unexplained: addAll(parts.map(({ unexplained }) => unexplained)),
    paidOut: known(parts.map(({ paidOut }) => paidOut)),
    fees: known(parts.map(({ fees }) => fees)),
    paidCount: parts.reduce((all, { paidCount }) => all + paidCount, 0),
    paidElsewhere: {
      count: parts.reduce((all, { paidElsewhere }) => all + paidElsewhere.count, 0),
      amount: known(parts.map(({ paidElsewhere }) => paidElsewhere.amount)),
    },
    cappedFees: parts.flatMap(({ cappedFees }) => cappedFees),
    lines: parts.flatMap(({ lines }) => lines),
    lineCount: parts.reduce((all, { lineCount }) => all + lineCount, 0),
    lookCount: parts.reduce((all, { lookCount }) => all + lookCount, 0),
  }
}

/** Those that need a look first, else in their order: of many, a screen shows the first ones. */
export function looksFirst(lines: readonly DayLine[]): readonly DayLine[] {
  return [...lines.filter(needsLook), ...lines.filter((line) => !needsLook(line))]
}

const NOTHING: DaySum = { count: 0, amount: '0' }
const addAll = (amounts: readonly string[]): string => amounts.reduce(addDecimal, '0')

/** The end of the account that most records of a day name; null where none stands out. */
function usualAccount(records: readonly RecordOfDay[]): string | null {
  const counts = new Map<string, number>()
  for (const { view, isLacked } of records)
    if (!isLacked && view.accountEnding !== '')
      counts.set(view.accountEnding, (counts.get(view.accountEnding) ?? 0) + 1)
  const total = [...counts.values()].reduce((all, each) => all + each, 0)
  const [most] = [...counts].toSorted((left, right) => right[1] - left[1])
  return most !== undefined && most[1] >= USUAL_MIN && most[1] * 2 > total ? most[0] : null
}

/** As the record matcher compares references. */
const keyOf = (transactionId: string): string => transactionId.toUpperCase()

function count(to: Tally, amount: string): void {
  to.count += 1
  to.sum.add(amount)
}

function totalOf(records: readonly RecordOfDay[]): string {
  const sum = createDecimalSum()
  for (const { view } of records) sum.add(view.amount)
  return sum.total()
}

function reasonOf(sale: SaleOfDay, found: readonly RecordOfDay[], there: readonly RecordOfDay[]): DayReason {
  if (there.length === 0) return found.length > 0 ? 'vanished' : 'onlyHere'
  if (there.length > 1) return 'twoRecords'
  if (PART_OF[sale.standing] === 'none') return 'closedHere'
  const isTaken = sale.standing === 'paid' || sale.standing === 'onItsWay'
  return isTaken && sale.accepted !== null && subtractDecimal(sale.accepted, totalOf(there)) === '0'
    ? 'tookBanks'
    : 'amount'
}

function lineOf(
  reason: DayReason,
  sale: SaleOfDay | null,
  record: RecordOfDay | undefined,
  difference: string,
  bank: string,
): DayLine {
  return {
    reason,
    transactionId: sale?.transactionId ?? record?.view.transactionId ?? '',
    terminalId: record?.view.terminalId ?? sale?.terminalId ?? '',
    recordedTerminalId: sale?.terminalId ?? null,
    standing: sale?.standing ?? null,
    recordedAtMs: sale?.recordedAtMs ?? null,
    receivedAt: record?.view.timeReceived ?? '',
    here: sale === null ? null : nairaText(sale.amountKobo),
    bank: record === undefined ? null : bank,
    difference,
    expected: null,
    settled: null,
    accountEnding: null,
  }
}

interface Fee {
  readonly fee: string
  /** What its percentage gives. */
  readonly expected: string
}

/** What was settled of other tills' records, and what is odd about the payment of any. */
function createPaid(usual: string | null, today: string) {
  const elsewhere = new PaidSums()
  const lines: DayLine[] = []
  const fees: Fee[] = []
  const belowFee: { readonly fee: Fee; readonly line: DayLine }[] = []
  let terminalId = ''

  function add(sale: SaleOfDay | null, record: RecordOfDay): void {
    const { view, wasPaid } = record
    const tell = (reason: DayReason, more: Partial<DayLine> = {}): DayLine => ({
      ...lineOf(reason, sale, record, '0', view.amount),
      ...more,
    })
    terminalId = view.terminalId
    const { accountEnding } = view
    if (usual !== null && accountEnding !== '' && accountEnding !== usual)
      lines.push(tell('account', { accountEnding }))
    const hasDate = paidTime(true, view.datePaid) !== undefined
    const isPaid = believedPaidTime(view, today) !== undefined
    if (view.isPaid && !hasDate) lines.push(tell('paidWithoutDate'))
    if (view.isPaid && hasDate && !isPaid) lines.push(tell('paidOddDate'))
    if (!view.isPaid && hasDate) lines.push(tell('dateWithoutPaid'))
    // Once a person takes the bank's word for it, it is on its way again.
    if (wasPaid && !view.isPaid && sale?.standing !== 'onItsWay') lines.push(tell('paidBack'))
    if (!isPaid) return
    const settled = view.amountSettled
    if (sale === null) elsewhere.add({ settled, accepted: view.amount })
    if (view.feePercentage === null || settled === null) return
    const net = subtractDecimal(view.amount, percentOf(view.amount, view.feePercentage))
    const fee = { fee: subtractDecimal(view.amount, settled), expected: subtractDecimal(view.amount, net) }
    fees.push(fee)
    const off = subtractDecimal(settled, net)
    if (isWithin(off, ROUNDING)) return
    if (off.startsWith('-')) lines.push(tell('paidLess', { expected: net, settled }))
    else belowFee.push({ fee, line: tell('paidMore', { expected: net, settled }) })
  }

  return {
    add,
    ended: () => {
      const cappedFee = capOf(
        belowFee.map(({ fee }) => fee),
        fees,
      )
      return {
        lines: [...lines, ...belowFee.flatMap(({ fee, line }) => (fee.fee === cappedFee ? [] : [line]))],
        paidElsewhere: { count: elsewhere.count, amount: elsewhere.settled() },
        cappedFee,
        terminalId,
      }
    },
  }
}

/**
 * The fee that sales of several amounts share, though their percentages give more. It is a cap only where no sale of the
 * day was charged more: a shared mistake of some sales hides behind none.
 */
function capOf(below: readonly Fee[], all: readonly Fee[]): string | null {
  const shared = Map.groupBy(below, ({ fee }) => fee)
  const [most] = [...shared].toSorted((left, right) => right[1].length - left[1].length)
  if (most === undefined) return null
  const [cap, sharing] = most
  const amounts = new Set(sharing.map(({ expected }) => expected))
  const isHighest = all.every(({ fee }) => !subtractDecimal(cap, fee).startsWith('-'))
  return sharing.length >= CAPPED_MIN && amounts.size > 1 && isHighest ? cap : null
}

function isWithin(decimal: string, limit: string): boolean {
  const size = decimal.startsWith('-') ? decimal.slice(1) : decimal
  return !subtractDecimal(limit, size).startsWith('-')
}
