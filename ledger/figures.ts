import type { App, Page } from './app.tsx'
import {
  bankDayOf,
  BESIDES,
  besides,
  dayBook,
  dayOf,
  isLate,
  isPaidBy,
  money,
  ofDecimal,
  paidOut,
  plain,
  recorded,
  type Sale,
  type Shown,
  STANDS,
  standing,
  standOf,
  type Sum,
  sum,
} from './books.ts'

/** Takes down each figure that was found, and each that differs from the books or is missing. */
export interface Notebook {
  /** @param place a screen, a paper or a file */
  figure(place: string, label: string, said: string | undefined, expected: string): void
}

export interface Facts {
  readonly sales: readonly Sale[]
  readonly list: readonly Shown[]
  readonly terminals: readonly string[]
  readonly nowMs: number
  readonly lateBeforeMs: number
  /** Records that the counter has seen: one that goes is missed. */
  readonly wasHere: ReadonlySet<number>
  readonly isOnline: boolean
}

const salesText = (count: number): string => (count === 1 ? '1 sale' : `${count} sales`)
/** The text so far after a label, which is found anywhere after another one. */
function after(page: Page, label: string, steps = 1, behind?: string): string | undefined {
  const from = behind === undefined ? 0 : page.indexOf(behind)
  const at = from === -1 ? -1 : page.indexOf(label, from)
  return at === -1 ? undefined : page[at + steps]
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
const dateText = (day: string): string =>
  `${Number(day.slice(8))} ${MONTHS[Number(day.slice(5, 7)) - 1]} ${day.slice(0, 4)}`
const longDate = (day: string): string => `${WEEKDAYS[new Date(`${day}T12:00:00Z`).getUTCDay()]} ${dateText(day)}`

const isToday = ({ nowMs }: Facts, { recordedAtMs }: Sale): boolean => dayOf(recordedAtMs) === dayOf(nowMs)

export function compareSell(app: App, facts: Facts, { figure }: Notebook): void {
  const page = app.sell()
  const sales = facts.sales.filter((sale) => isToday(facts, sale))
  const all = recorded(sales)
  const paid = standing(sales, 'Paid')
  figure('Sell', 'recorded', page[1], money(all.amount))
  figure('Sell', 'recorded sales', page[2], `recorded today, ${salesText(all.count)}`)
  if (all.count > 0) {
    const paidText = `Of it ${money(paid.amount)} paid to you, before the bank’s fees`
    figure('Sell', 'paid', page[3], paid.count === 0 ? 'None of it is paid yet.' : paidText)
  }
  for (const stand of STANDS.filter((each) => !BESIDES.includes(each))) {
    const { count, amount } = standing(sales, stand)
    const said = [after(page, stand, 1), after(page, stand, 2)].join(' ')
    figure('Sell', stand, count === 0 ? (page.includes(stand) ? said : 'none') : said, count === 0 ? 'none' : `${count} ${money(amount)}`)
  }
  const notes = page.at(-1) ?? ''
  const apart = BESIDES.flatMap((stand) => {
    const { count, amount } = standing(sales, stand)
    return count === 0 ? [] : [`${count} ${stand.toLowerCase()}, ${money(amount)}`]
  })
  figure('Sell', 'not counted', /Not counted: (.*?)\.(?: |$)/u.exec(notes)?.[1], apart.length === 0 ? undefined as never : apart.join('; '))
  const net = /after the bank’s fees: (₦[0-9,.]*[0-9])/u.exec(notes)?.[1]
  if (paid.count > 0) figure('Sell', 'in your account', net, money(paidOut(sales).settled))
}

const FILTERS = [
  ['all', []],
  ['notSent', ['Waiting']],
  ['checking', ['Checking']],
  ['unpaid', ['On its way']],
  ['paid', ['Paid']],
  ['refused', ['Refused']],
] as const

export async function compareSales(app: App, facts: Facts, { figure }: Notebook): Promise<void> {
  for (const [filter, stands] of FILTERS) {
    for (const range of ['all', 'today'] as const) {
      const page = await app.sales(filter, range)
      const within = facts.sales.filter((sale) => range === 'all' || isToday(facts, sale))
      const { count, amount } = filter === 'all' ? recorded(within) : standing(within, ...stands)
      const of = (label: string): string => `${filter} of ${range}, ${label}`
      const foot = page.findLast((text) => /^(?:1 sale|[0-9,]+ sales), ₦/u.test(text))
      figure('Sales', of('total'), foot, `${salesText(count)}, ${money(amount)}`)
      if (filter !== 'all') continue
      const apart = besides(within)
      const text = `Besides these, ${apart.count} refused, removed or written off: ${money(apart.amount)}.`
      figure('Sales', of('besides'), page.find((each) => each.startsWith('Besides these')), apart.count === 0 ? (undefined as never) : text)
      if (range === 'today') rowsOf(page, within, facts, figure)
      else daysOf(page, facts, figure)
    }
  }
}

/** A row: reference, amount, fee, what comes in, chip. */
function rowsOf(page: Page, sales: readonly Sale[], facts: Facts, figure: Notebook['figure']): void {
  for (const sale of sales) {
    const at = page.lastIndexOf(sale.reference)
    const stand = standOf(sale)
    // The dash of an amount that is not known has a name for a screen reader.
    const said = page.slice(at + 1, at + 7).filter((text) => text !== 'not known')
    const isPaid = stand === 'Paid' && sale.accepted !== null
    const bank = sale.fate === 'atBank' && sale.accepted !== null ? sale.accepted.amount : sale.amount
    const expected = [
      money(bank),
      isPaid ? money(sale.accepted.amount - sale.accepted.settled) : '–',
      isPaid ? money(sale.accepted.settled) : '–',
      isLate(sale, facts.lateBeforeMs)
        ? 'Payment late'
        : stand === 'Needs you' && sale.fate === 'atBank'
          ? 'Records differ'
          : stand,
    ]
    for (const [each, name] of ['amount', 'fee', 'comes in', 'state'].entries())
      figure('Sales', `${sale.reference} ${name}`, said[each], expected[each] ?? '')
  }
}

/** The bars of the last days, each with its sums in words. */
function daysOf(page: Page, facts: Facts, figure: Notebook['figure']): void {
  for (let back = 0; back < 14; back += 1) {
    const day = dayOf(facts.nowMs - back * 86_400_000)
    const sales = facts.sales.filter(({ recordedAtMs }) => dayOf(recordedAtMs) === day)
    if (sales.length === 0) continue
    const name = `${back === 0 ? 'Today, ' : back === 1 ? 'Yesterday, ' : ''}${longDate(day)}`
    const said = page.find((text) => text.startsWith(`${name}: `))?.replace(/\. [0-9]+ difference.*$/u, '')
    const all = recorded(sales)
    const parts: readonly (readonly [string, Sum])[] = [
      ['Paid', standing(sales, 'Paid')],
      ['Not paid yet', standing(sales, 'On its way', 'Checking', 'Waiting')],
      ['Needs you', standing(sales, 'Needs you', 'No longer paid')],
      ['Refused, removed or written off', besides(sales)],
    ]
    const text = parts
      .filter(([part, { count }]) => part === 'Paid' || count > 0)
      .map(([part, { amount }]) => `${part} ${money(amount)}`)
    figure('Sales, bars', day, said, `${name}: ${salesText(all.count)}, ${money(all.amount)}; ${text.join(', ')}`)
  }
}

const TODO = [
  ['Needs you', (sale: Sale) => ['Needs you', 'No longer paid'].includes(standOf(sale))],
  ['Refused', (sale: Sale) => standOf(sale) === 'Refused'],
  ['Checking', (sale: Sale) => standOf(sale) === 'Checking'],
] as const

export async function compareTodo(app: App, facts: Facts, { figure }: Notebook): Promise<void> {
  const page = await app.todo()
  const late = (sale: Sale): boolean => isLate(sale, facts.lateBeforeMs)
  for (const [title, isIn] of [...TODO, ['Payment late', late] as const]) {
    const { count, amount } = sum(facts.sales.filter(isIn).map((sale) => sale.amount))
    const head = page.findIndex((text, at) => text === title && /^[0-9,]+, ₦/u.test(page[at + 1] ?? ''))
    figure('To do', title, head === -1 ? 'none' : page[head + 1], count === 0 ? 'none' : `${count}, ${money(amount)}`)
  }
}

export async function compareDay(app: App, facts: Facts, day: string, { figure }: Notebook): Promise<void> {
  const books = facts.terminals.map((terminal) => dayBook(facts.sales, facts.list, { terminal, day }, facts))
  for (const [at, terminal] of facts.terminals.entries()) {
    const book = books[at]
    if (book === undefined) continue
    const page = await app.day(terminal, day)
    const place = 'Day'
    const of = (label: string): string => `${terminal} ${day} ${label}`
    const { paid } = book
    figure(place, of('recorded'), after(page, 'Recorded'), money(book.recorded.amount))
    const apart = `, besides ${book.besides.count} refused, removed or written off: ${money(book.besides.amount)}`
    figure(place, of('recorded sales'), after(page, 'Recorded', 2), salesText(book.recorded.count) + (book.besides.count === 0 ? '' : apart))
    figure(place, of('paid to you'), after(page, 'Paid to you'), money(paid.settled))
    const others = facts.isOnline && book.elsewhere.count > 0 ? `. Other tills of the terminal: ${money(book.elsewhere.amount)}, ${salesText(book.elsewhere.count)}` : ''
    const below = after(page, 'Paid to you', 2)
    figure(place, of('paid sales and fees'), facts.isOnline ? below : below?.replace(/\. Other tills.*$/u, ''), `${salesText(paid.count)}, after ${money(paid.fees)} fees${others}`)
    figure(place, of('on its way'), after(page, 'On its way'), money(book.onItsWay.amount))
    if (!facts.isOnline) continue
    figure(place, of('difference'), after(page, 'Difference to the bank'), money(book.difference))
    for (const { name, here, bank } of book.rows) {
      const row = page.indexOf(name, page.indexOf('Recorded here'))
      if (here.count === 0 && bank.count === 0) continue
      const expected = [money(here.amount), money(bank.amount), money(bank.amount - here.amount), `${here.count} here, ${bank.count} at the bank`]
      for (const [each, text] of expected.entries()) figure(place, of(`row ${name} ${each}`), row === -1 ? undefined : page[row + 1 + each], text)
    }
    figure(place, of('lines'), linesOn(page), book.lines.join(', '))
    await compareDayFile(app, terminal, day, book, figure)
  }
}

const REASONS = [
  'Only here', 'Only at the bank', 'Other terminal', 'Other amount', 'Bank’s amount taken', 'Two records', 'Closed here',
  'Gone at the bank', 'Other account', 'Paid less', 'Paid more', 'Paid, no date', 'Paid, odd date', 'Date, not paid',
  'Payment late', 'No longer paid',
]

/** The lines of a day, `reference reason`, sorted: the reference stands two texts before its reason. */
function linesOn(page: Page): string {
  const from = page.indexOf('What is known')
  const lines = page.flatMap((text, at) =>
    at > from && REASONS.includes(text) && page[at - 1]?.includes('₦') === true ? [`${page[at - 2]} ${text}`] : [],
  )
  return lines.toSorted().join(', ')
}

type Rows = ReadonlyMap<string, readonly string[]>
function rowsIn(csv: string, column: number): Rows {
  const rows = csv.split('\r\n').map((line) => [...line.matchAll(/"((?:[^"]|"")*)"/gu)].map(([, cell]) => cell ?? ''))
  return new Map(rows.map((row) => [row[column] ?? '', row]))
}

async function compareDayFile(
  app: App, terminal: string, day: string, book: ReturnType<typeof dayBook>, figure: Notebook['figure'],
): Promise<void> {
  const totals = rowsIn(await app.dayFile(terminal, day), 0)
  const said = (label: string): string | undefined => totals.get(label)?.[1]
  const of = (label: string): string => `${terminal} ${day} ${label}`
  const expected: readonly (readonly [string, string])[] = [
    ['Differences', String(book.lines.length)],
    ['Recorded here', String(book.recorded.count)],
    ['Recorded here NGN', plain(book.recorded.amount)],
    ['Refused, removed or written off', String(book.besides.count)],
    ['Refused, removed or written off NGN', plain(book.besides.amount)],
    ['Difference NGN', plain(book.difference)],
    ['Unexplained NGN', '0.00'],
    ['Settled of the paid NGN', plain(book.paid.settled)],
    ['Paid sales', String(book.paid.count)],
    ['Fees on paid sales NGN', plain(book.paid.fees)],
    ['Settled of other tills NGN', plain(book.elsewhere.amount)],
    ...book.rows.flatMap(({ name, here, bank }) => [
      [`${name}, here`, String(here.count)] as const,
      [`${name}, here NGN`, plain(here.amount)] as const,
      [`${name}, at the bank`, String(bank.count)] as const,
      [`${name}, at the bank NGN`, plain(bank.amount)] as const,
    ]),
  ]
  for (const [label, text] of expected) figure('File of a day', of(label), said(label), text)
}

export async function compareSalesFile(app: App, facts: Facts, { figure }: Notebook): Promise<void> {
  const csv = await app.salesFile('csv')
  const rows = rowsIn(csv, 1)
  for (const sale of facts.sales) {
    const row = rows.get(sale.reference)
    const isPaid = standOf(sale) === 'Paid' && sale.accepted !== null
    const place = 'File of sales'
    figure(place, `${sale.reference} amount`, row?.[3], plain(sale.amount))
    figure(place, `${sale.reference} state`, row?.[4], `${standOf(sale)}${isLate(sale, facts.lateBeforeMs) ? ', late' : ''}`)
    figure(place, `${sale.reference} settled`, row?.[6], isPaid ? plain(sale.accepted.settled) : '')
    figure(place, `${sale.reference} fee`, row?.[7], isPaid ? plain(sale.accepted.amount - sale.accepted.settled) : '')
  }
  const totals = rowsIn(csv, 0)
  const paid = paidOut(facts.sales)
  const all = sum(facts.sales.map(({ amount }) => amount))
  for (const [label, text] of [
    ['Sales', String(all.count)],
    ['Total amount NGN', plain(all.amount)],
    ['Recorded', String(recorded(facts.sales).count)],
    ['Recorded NGN', plain(recorded(facts.sales).amount)],
    ['Refused, removed or written off NGN', plain(besides(facts.sales).amount)],
    ['Paid sales', String(paid.count)],
    ['Settled of the paid NGN', plain(paid.settled)],
    ['Fees on paid sales NGN', plain(paid.fees)],
  ] as const)
    figure('File of sales', label, totals.get(label)?.[1], text)
}

export async function compareFind(app: App, facts: Facts, day: string, { figure }: Notebook): Promise<void> {
  for (const terminal of facts.terminals) {
    const page = await app.find(terminal, day, day)
    const there = facts.list.filter(
      (each) => each.terminal === terminal && dayOf(each.receivedAtMs) === day && !each.isHidden,
    )
    const paid = there.filter((each) => isPaidBy(each, facts.nowMs))
    const unpaid = there.filter((each) => !isPaidBy(each, facts.nowMs))
    const gross = sum(there.map(({ amount }) => amount)).amount
    const net = sum(paid.map(({ settled }) => settled)).amount
    const fee = sum(paid.map(({ amount }) => amount)).amount - net
    const left = sum(unpaid.map(({ amount }) => amount)).amount
    const foot = page.findLastIndex((text) => text === 'Fees on paid sales')
    const place = `Find`
    figure(place, `${terminal} ${day} amount`, foot === -1 ? undefined : page[foot - 1], money(gross))
    figure(place, `${terminal} ${day} fees`, foot === -1 ? undefined : page[foot + 1], money(fee))
    figure(place, `${terminal} ${day} paid out`, foot === -1 ? undefined : page[foot + 3], `${money(net)} (${paid.length})`)
    figure(place, `${terminal} ${day} not paid`, foot === -1 ? undefined : page[foot + 5], `${money(left)} (${unpaid.length})`)
  }
}

/** What a receipt and the paper about a sale say of its money, and what the person decides on. */
export async function comparePapers(app: App, facts: Facts, sale: Sale, { figure }: Notebook): Promise<void> {
  const stand = standOf(sale)
  const receipt = await app.receipt(sale.reference)
  figure('Receipt', `${sale.reference} amount`, receipt.find((text) => text.startsWith('₦')), money(sale.amount))
  const paidLine = receipt.some((text) => text.startsWith('Paid to the shop'))
  figure('Receipt', `${sale.reference} paid`, String(paidLine), String(stand === 'Paid'))
  if (!facts.isOnline) return
  const sheet = await app.sheet(sale.reference)
  const now = facts.list.find(({ reference, isHidden }) => reference === sale.reference && !isHidden)
  const isIts = (shown: Shown): boolean =>
    (shown.amount === sale.amount && shown.terminal === sale.terminal) ||
    (sale.fate === 'atBank' && shown.amount === sale.accepted?.amount && shown.terminal === sale.accepted.terminal)
  const says =
    now === undefined
      ? 'returned no record of it'
      : !isIts(now)
        ? 'it is not this sale'
        : isPaidBy(now, facts.nowMs)
          ? `shows it paid, with ${money(now.settled)} settled`
          : 'does not show it paid'
  const sentence = sheet.find((text) => text.startsWith('Asked for this paper')) ?? ''
  const said = /returned no record of it|it is not this sale|does not show it paid/u.exec(sentence)?.[0]
  const settled = /with (₦[0-9,.]*[0-9]) settled/u.exec(sentence)?.[1]
  figure('Paper', `${sale.reference} at the bank`, said ?? (settled === undefined ? undefined : `shows it paid, with ${settled} settled`), says)
  figure('Paper', `${sale.reference} state`, after(sheet, 'State'), chipOf(sale, facts))
  if (sale.open === null) return
  const decide = await app.sale(sale.reference)
  const evidence = decide.slice(decide.indexOf('What the bank shows') === -1 ? 0 : decide.indexOf('What the bank shows'))
  figure('Decide', `${sale.reference} newest amount`, String(evidence.includes(money(sale.open.amount))), 'true')
}

function chipOf(sale: Sale, facts: Facts): string {
  if (isLate(sale, facts.lateBeforeMs)) return 'Payment late'
  return standOf(sale) === 'Needs you' && sale.fate === 'atBank' ? 'Records differ' : standOf(sale)
}

/** The paper of a close that was just made. @param closes the number and day of each */
export function compareClose(
  page: Page, facts: Facts, number: number, { figure }: Notebook,
): void {
  const own = facts.sales.filter(({ close }) => close === number)
  const earlier = facts.sales.filter(({ close }) => close !== null && close < number)
  const of = (label: string): string => `No. ${number} ${label}`
  for (const terminal of facts.terminals) {
    const sales = own.filter((sale) => sale.terminal === terminal)
    if (sales.length === 0) continue
    const title = `Terminal ${terminal}`
    const at = (label: string): string | undefined => after(page, label, 1, title)
    const all = recorded(sales)
    figure('Close', of(`${terminal} recorded`), at(`Recorded (${all.count})`), money(all.amount))
    for (const stand of STANDS) {
      const { count, amount } = standing(sales, stand)
      if (count > 0) figure('Close', of(`${terminal} ${stand}`), at(`${stand} (${count})`), money(amount))
    }
    const paid = paidOut(sales)
    figure('Close', of(`${terminal} fees`), at('Fees'), money(paid.fees))
    figure('Close', of(`${terminal} in the account`), at('In the account'), money(paid.settled))
  }
  const isOpen = (sale: Sale): boolean => standOf(sale) !== 'Paid' && !BESIDES.includes(standOf(sale))
  for (const sale of [...earlier, ...own].filter(isOpen).slice(0, 20)) {
    const from = sale.close === number ? '' : `, of No. ${sale.close}`
    figure('Close', of(`open ${sale.reference}`), after(page, `${sale.reference}, ${standOf(sale)}${from}`), money(sale.amount))
  }
  const changed = earlier.filter((sale) => sale.atClose !== standOf(sale))
  for (const sale of changed.slice(0, 20)) {
    const line = page.findIndex((text) => text.includes(`: ${sale.reference}, ${sale.atClose} → ${standOf(sale)}`))
    figure('Close', of(`changed ${sale.reference}`), line === -1 ? undefined : page[line + 1], money(sale.amount))
  }
  const cameIn = sum(changed.filter((sale) => standOf(sale) === 'Paid').map(({ amount }) => amount))
  const takenBack = sum(changed.filter(({ atClose }) => atClose === 'Paid').map(({ amount }) => amount))
  if (cameIn.count > 0)
    figure('Close', of('came in'), after(page, `Of earlier days, paid since (${cameIn.count})`), money(cameIn.amount))
  if (takenBack.count > 0)
    figure('Close', of('taken back'), after(page, `Of earlier days, no longer paid (${takenBack.count})`), money(-takenBack.amount))
}

export { bankDayOf, ofDecimal }
