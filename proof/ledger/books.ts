/*
 * The books of a shop, kept beside the app. They know what the driver did and what the bank's own list says, and nothing
 * else: this file imports nothing, so that a mistake of the product cannot be one of the books.
 */

/** Millionths of a naira, exact. */
export type Amount = bigint
const UNIT = 1_000_000n
const LAGOS_MS = 3_600_000
const DAY_MS = 86_400_000

export const ofKobo = (kobo: number): Amount => BigInt(kobo) * 10_000n

/** `-5` or `1500.0025`. */
export function ofDecimal(text: string): Amount {
  const [, sign = '', whole = '0', part = ''] = /^(-?)([0-9]+)(?:\.([0-9]{1,6}))?$/u.exec(text) ?? []
  const size = BigInt(whole) * UNIT + BigInt(part.padEnd(6, '0'))
  return sign === '-' ? -size : size
}

/** `₦1,500.50`, with as many places as it takes, two at least. */
export function money(amount: Amount): string {
  const size = amount < 0n ? -amount : amount
  const whole = (size / UNIT).toString().replace(/\B(?=(?:[0-9]{3})+$)/gu, ',')
  const part = (size % UNIT)
    .toString()
    .padStart(6, '0')
    .replace(/0{1,4}$/u, '')
  return `${amount < 0n ? '-' : ''}₦${whole}.${part}`
}

/** `1500.50`, as in a file. */
export const plain = (amount: Amount): string => money(amount).replaceAll(/[₦,]/gu, '')

/** Lagos has one offset all year; the counter's clock is set to it. */
export const dayOf = (atMs: number): string => new Date(atMs + LAGOS_MS).toISOString().slice(0, 10)

/** What the bank's list says of a record now. */
export interface Shown {
  readonly recordId: number
  readonly reference: string
  readonly terminal: string
  readonly account: string
  readonly amount: Amount
  readonly settled: Amount
  readonly saysPaid: boolean
  readonly datePaid: string
  readonly receivedAtMs: number
  readonly feePercentage: string
  readonly isHidden: boolean
}

const ADAY = /^([0-9]{4}-[0-9]{2}-[0-9]{2})T/u

/** A payment counts on a date that can be right: no earlier than a day before the receipt, no later than tomorrow. */
export function isPaidBy(shown: Shown, nowMs: number): boolean {
  const day = ADAY.exec(shown.datePaid)?.[1]
  if (!shown.saysPaid || day === undefined || day < '2000-01-01') return false
  return day <= dayOf(nowMs + DAY_MS) && day >= dayOf(shown.receivedAtMs - DAY_MS)
}

const hasDate = ({ datePaid }: Shown): boolean => ADAY.test(datePaid) && !datePaid.startsWith('0001-01-01')

export type Stand =
  | 'Paid'
  | 'On its way'
  | 'Checking'
  | 'Waiting'
  | 'Needs you'
  | 'No longer paid'
  | 'Refused'
  | 'Removed'
  | 'Written off'
export const STANDS: readonly Stand[] = [
  ...(['Paid', 'On its way', 'Checking', 'Waiting', 'Needs you', 'No longer paid'] as const),
  ...(['Refused', 'Removed', 'Written off'] as const),
]
/** From these no money comes: they stand beside what is recorded. */
export const BESIDES: readonly Stand[] = ['Refused', 'Removed', 'Written off']
const isRecorded = (stand: Stand): boolean => !BESIDES.includes(stand)

export interface Sale {
  readonly reference: string
  readonly amount: Amount
  readonly terminal: string
  readonly recordedAtMs: number
  /** What became of it, apart from what the bank shows. */
  fate: 'waiting' | 'checking' | 'atBank' | 'conflict' | 'refused' | 'removed' | 'writtenOff'
  /** The record that it was accepted by. */
  accepted: Shown | null
  isPaid: boolean
  /** A record that differs, for a person. */
  open: Shown | null
  /** What a person settled is not asked again. */
  readonly settled: Set<string>
  /** The bank showed a payment of it once. */
  wasPaid: boolean
  /** The newest record that the counter saw. */
  seen: Shown | null
  /** Its standing at the last close, and the close that counted it. */
  atClose: Stand | null
  close: number | null
}

export function standOf(sale: Sale): Stand {
  switch (sale.fate) {
    case 'waiting':
      return 'Waiting'
    case 'checking':
      return 'Checking'
    case 'conflict':
      return 'Needs you'
    case 'refused':
      return 'Refused'
    case 'removed':
      return 'Removed'
    case 'writtenOff':
      return 'Written off'
    case 'atBank':
  }
  if (sale.open === null) return sale.isPaid ? 'Paid' : 'On its way'
  const isTakenBack =
    sale.isPaid &&
    sale.open.recordId === sale.accepted?.recordId &&
    !(sale.open.saysPaid && hasDate(sale.open))
  return isTakenBack ? 'No longer paid' : 'Needs you'
}

const factsOf = (shown: Shown): string =>
  [
    shown.recordId,
    shown.amount,
    shown.terminal,
    shown.account,
    shown.saysPaid && hasDate(shown) ? `${shown.settled} ${shown.datePaid}` : '',
  ].join(' ')

/** The counter saw the bank's record of a sale that the bank has. */
export function see(sale: Sale, shown: Shown, nowMs: number): void {
  sale.seen = shown
  if (isPaidBy(shown, nowMs)) sale.wasPaid = true
  const { accepted } = sale
  const isOther =
    accepted === null
      ? shown.amount !== sale.amount || shown.terminal !== sale.terminal
      : shown.recordId !== accepted.recordId ||
        shown.amount !== accepted.amount ||
        shown.terminal !== accepted.terminal ||
        shown.account !== accepted.account ||
        (sale.isPaid &&
          (!(shown.saysPaid && hasDate(shown)) ||
            shown.datePaid !== accepted.datePaid ||
            shown.settled !== accepted.settled))
  if (isOther) {
    if (!sale.settled.has(factsOf(shown))) sale.open = shown
    return
  }
  sale.isPaid ||= isPaidBy(shown, nowMs)
  sale.accepted = shown
}

export function decide(sale: Sale, decision: 'keepOurs' | 'takeBanks', nowMs: number): void {
  const { open } = sale
  if (open === null) throw new Error(`nothing to decide about ${sale.reference}`)
  sale.settled.add(factsOf(open))
  if (decision === 'takeBanks') {
    if (sale.accepted !== null) sale.settled.add(factsOf(sale.accepted))
    sale.accepted = open
    sale.isPaid = isPaidBy(open, nowMs)
  }
  sale.open = null
}

export interface Sum {
  readonly count: number
  readonly amount: Amount
}
export const sum = (amounts: readonly Amount[]): Sum => ({
  count: amounts.length,
  amount: amounts.reduce((all, each) => all + each, 0n),
})
const sumOf = (sales: readonly Sale[]): Sum => sum(sales.map(({ amount }) => amount))

export const recorded = (sales: readonly Sale[]): Sum =>
  sumOf(sales.filter((sale) => isRecorded(standOf(sale))))
export const besides = (sales: readonly Sale[]): Sum =>
  sumOf(sales.filter((sale) => !isRecorded(standOf(sale))))
export const standing = (sales: readonly Sale[], ...stands: readonly Stand[]): Sum =>
  sumOf(sales.filter((sale) => stands.includes(standOf(sale))))

/** What came into the account of paid sales, and the fees: of the amount that was accepted. */
export function paidOut(sales: readonly Sale[]): {
  readonly count: number
  /** Null where the bank says what no payment can be. */
  readonly settled: Amount | null
  readonly fees: Amount | null
} {
  const paid = sales.flatMap((sale) =>
    standOf(sale) === 'Paid' && sale.accepted !== null ? [sale.accepted] : [],
  )
  if (paid.some((each) => feeOf(each) === null)) return { count: paid.length, settled: null, fees: null }
  const settled = sum(paid.map((each) => each.settled)).amount
  return { count: paid.length, settled, fees: sum(paid.map(({ amount }) => amount)).amount - settled }
}

/** No payment is nothing, or more than was sold. */
export const feeOf = ({ amount, settled }: Shown): Amount | null =>
  settled <= 0n || settled > amount ? null : amount - settled

export interface Due {
  readonly nowMs: number
  readonly lateBeforeMs: number
  /** When the service last told the counter of a reference. */
  readonly told: ReadonlyMap<string, number>
}

/** On its way, and shown unpaid when payment was due. */
export function isLate(sale: Sale, { nowMs, lateBeforeMs, told }: Due): boolean {
  const receivedAtMs = sale.seen?.receivedAtMs ?? Infinity
  const saidAtMs = told.get(sale.reference) ?? 0
  const isDue = receivedAtMs < lateBeforeMs && saidAtMs - receivedAtMs >= nowMs - lateBeforeMs
  return isDue && standOf(sale) === 'On its way'
}

/** The day of a sale by the bank's clock, or by this counter's without a record. */
export const bankDayOf = (sale: Sale): string =>
  dayOf(sale.fate === 'atBank' ? (sale.seen?.receivedAtMs ?? sale.recordedAtMs) : sale.recordedAtMs)

export interface DayBook {
  readonly recorded: Sum
  readonly besides: Sum
  readonly paid: ReturnType<typeof paidOut>
  /** What other tills of the terminal were paid. */
  readonly elsewhere: { readonly count: number; readonly amount: Amount | null }
  readonly onItsWay: Sum
  readonly rows: readonly { readonly name: string; readonly here: Sum; readonly bank: Sum }[]
  readonly difference: Amount
  /** `reference reason`, sorted. */
  readonly lines: readonly string[]
}

/** A day of a terminal, by the bank's list of it. @param list what the bank shows of every terminal */
export function dayBook(
  all: readonly Sale[],
  list: readonly Shown[],
  asked: { readonly terminal: string; readonly day: string },
  now: Due & { readonly wasHere: ReadonlySet<number> },
): DayBook {
  const sales = all.filter((sale) => sale.terminal === asked.terminal && bankDayOf(sale) === asked.day)
  const records = list.filter(
    (each) => each.terminal === asked.terminal && dayOf(each.receivedAtMs) === asked.day,
  )
  const there = records.filter(({ isHidden }) => !isHidden)
  const ours = (shown: Shown): Sale | undefined => all.find(({ reference }) => reference === shown.reference)
  const atTerminal = (shown: Shown): Sale | undefined => {
    const sale = ours(shown)
    return sale?.terminal === asked.terminal ? sale : undefined
  }
  const others = there.filter((each) => atTerminal(each) === undefined)
  const rows = [
    ...STANDS.map((name) => ({
      name: name as string,
      here: isRecorded(name) ? standing(sales, name) : sum([]),
      bank: sum(
        there.flatMap((each) => {
          const sale = atTerminal(each)
          return sale !== undefined && standOf(sale) === name ? [each.amount] : []
        }),
      ),
    })),
    { name: 'Made elsewhere', here: sum([]), bank: sum(others.map(({ amount }) => amount)) },
  ]
  const elsewhere = others.filter((each) => ours(each) === undefined && isPaidBy(each, now.nowMs))
  const bank = sum(there.map(({ amount }) => amount)).amount
  return {
    recorded: recorded(sales),
    besides: besides(sales),
    paid: paidOut(sales),
    elsewhere: {
      count: elsewhere.length,
      amount: elsewhere.some((each) => feeOf(each) === null)
        ? null
        : sum(elsewhere.map(({ settled }) => settled)).amount,
    },
    onItsWay: standing(sales, 'On its way'),
    rows,
    difference: bank - recorded(sales).amount,
    lines: linesOf(sales, records, { ours, ...now }).toSorted(),
  }
}

function linesOf(
  sales: readonly Sale[],
  records: readonly Shown[],
  facts: {
    readonly ours: (shown: Shown) => Sale | undefined
    readonly wasHere: ReadonlySet<number>
  } & Due,
): string[] {
  const lines: string[] = []
  for (const sale of sales) {
    const own = records.filter(({ reference }) => reference === sale.reference)
    const there = own.filter(({ isHidden }) => !isHidden)
    const stand = standOf(sale)
    const bank = sum(there.map(({ amount }) => amount)).amount
    if (bank !== (isRecorded(stand) ? sale.amount : 0n))
      lines.push(`${sale.reference} ${whyOf(sale, stand, own, there, facts.wasHere)}`)
    if (isLate(sale, facts)) lines.push(`${sale.reference} Payment late`)
  }
  const accounts = Map.groupBy(
    records.filter(({ isHidden }) => !isHidden),
    ({ account }) => account,
  )
  const [usual] = [...accounts].toSorted((left, right) => right[1].length - left[1].length)
  const count = records.filter(({ isHidden }) => !isHidden).length
  const isUsual = usual !== undefined && usual[1].length >= 3 && usual[1].length * 2 > count
  const fees: { fee: Amount; due: Amount; line: string | null }[] = []
  for (const each of records) {
    const sale = facts.ours(each)
    const isHere = sales.some(({ reference }) => reference === each.reference)
    if (each.isHidden) {
      if (!isHere && facts.wasHere.has(each.recordId)) lines.push(`${each.reference} Gone at the bank`)
      continue
    }
    if (!isHere) lines.push(`${each.reference} ${sale === undefined ? 'Only at the bank' : 'Other terminal'}`)
    if (isUsual && each.account !== usual[0]) lines.push(`${each.reference} Other account`)
    const isPaid = isPaidBy(each, facts.nowMs)
    if (each.saysPaid && !hasDate(each)) lines.push(`${each.reference} Paid, no date`)
    if (each.saysPaid && hasDate(each) && !isPaid) lines.push(`${each.reference} Paid, odd date`)
    if (!each.saysPaid && hasDate(each)) lines.push(`${each.reference} Date, not paid`)
    const isTakenBack = sale?.wasPaid === true && !each.saysPaid && standOf(sale) !== 'On its way'
    if (isTakenBack) lines.push(`${each.reference} No longer paid`)
    if (!isPaid) continue
    const due = (each.amount * ofDecimal(each.feePercentage)) / (100n * UNIT)
    const off = each.amount - due - each.settled
    const fee = each.amount - each.settled
    const isRight = off <= 10_000n && off >= -10_000n
    if (off > 10_000n) lines.push(`${each.reference} Paid less`)
    fees.push({ fee, due, line: isRight || off > 0n ? null : `${each.reference} Paid more` })
  }
  return [...lines, ...moreOf(fees)]
}

/** A fee that several amounts share, and that none exceeds, is the bank's highest one. */
function moreOf(fees: readonly { fee: Amount; due: Amount; line: string | null }[]): string[] {
  const below = fees.filter(({ line }) => line !== null)
  const shared = [...Map.groupBy(below, ({ fee }) => fee)].toSorted(
    (left, right) => right[1].length - left[1].length,
  )
  const [most] = shared
  const isCap =
    most !== undefined &&
    most[1].length >= 3 &&
    new Set(most[1].map(({ due }) => due)).size > 1 &&
    fees.every(({ fee }) => fee <= most[0])
  return below.flatMap(({ fee, line }) => (line === null || (isCap && fee === most[0]) ? [] : [line]))
}

function whyOf(
  sale: Sale,
  stand: Stand,
  own: readonly Shown[],
  there: readonly Shown[],
  wasHere: ReadonlySet<number>,
): string {
  if (there.length === 0)
    return own.some(({ recordId }) => wasHere.has(recordId)) ? 'Gone at the bank' : 'Only here'
  if (there.length > 1) return 'Two records'
  if (!isRecorded(stand)) return 'Ended here'
  const isTaken = (stand === 'Paid' || stand === 'On its way') && sale.accepted?.amount === there[0]?.amount
  return isTaken ? 'Bank’s amount taken' : 'Other amount'
}
