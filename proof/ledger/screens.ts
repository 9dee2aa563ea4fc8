import type { App } from './app.tsx'
import type { Page } from './texts.ts'
import {
  BESIDES,
  besides,
  dayOf,
  feeOf,
  isLate,
  isPaidBy,
  money,
  paidOut,
  recorded,
  type Sale,
  STANDS,
  standing,
  standOf,
  type Sum,
  sum,
} from './books.ts'
import { after, dateText, type Facts, known, type Notebook, salesText } from './figures.ts'

const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
const longDate = (day: string): string =>
  `${WEEKDAYS[new Date(`${day}T12:00:00Z`).getUTCDay()]} ${dateText(day)}`

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
    figure(
      'Sell',
      stand,
      count === 0 ? (page.includes(stand) ? said : 'none') : said,
      count === 0 ? 'none' : `${count} ${money(amount)}`,
    )
  }
  const notes = page.at(-1) ?? ''
  const apart = BESIDES.flatMap((stand) => {
    const { count, amount } = standing(sales, stand)
    return count === 0 ? [] : [`${count} ${stand.toLowerCase()}, ${money(amount)}`]
  })
  figure(
    'Sell',
    'not counted',
    /Not counted: (.*?)\.(?: |$)/u.exec(notes)?.[1],
    apart.length === 0 ? undefined : apart.join('; '),
  )
  const net = /after the bank’s fees: (₦[0-9,.]*[0-9])/u.exec(notes)?.[1]
  if (paid.count > 0)
    figure('Sell', 'in your account', net ?? 'not known', known(paidOut(sales).settled) ?? 'not known')
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
    for (const range of filter === 'all' ? (['all', 'today'] as const) : (['all'] as const)) {
      const page = await app.sales(filter, range)
      const within = facts.sales.filter((sale) => range === 'all' || isToday(facts, sale))
      const { count, amount } = filter === 'all' ? recorded(within) : standing(within, ...stands)
      const of = (label: string): string => `${filter} of ${range}, ${label}`
      const foot = page.findLast((text) => /^(?:1 sale|[0-9,]+ sales), ₦/u.test(text))
      figure('Sales', of('total'), foot, `${salesText(count)}, ${money(amount)}`)
      if (filter !== 'all') continue
      const apart = besides(within)
      const text = `Besides these, ${apart.count} refused, removed or written off: ${money(apart.amount)}.`
      figure(
        'Sales',
        of('besides'),
        page.find((each) => each.startsWith('Besides these')),
        apart.count === 0 ? undefined : text,
      )
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
    const paid = stand === 'Paid' ? sale.accepted : null
    const bank = sale.fate === 'atBank' && sale.accepted !== null ? sale.accepted.amount : sale.amount
    const expected = [
      money(bank),
      paid === null ? '–' : (known(feeOf(paid)) ?? '–'),
      paid === null ? '–' : money(paid.settled),
      isLate(sale, facts)
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
    figure(
      'Sales, bars',
      day,
      said,
      `${name}: ${salesText(all.count)}, ${money(all.amount)}; ${text.join(', ')}`,
    )
  }
}

const TODO = [
  ['Needs you', (sale: Sale) => ['Needs you', 'No longer paid'].includes(standOf(sale))],
  ['Refused', (sale: Sale) => standOf(sale) === 'Refused'],
  ['Checking', (sale: Sale) => standOf(sale) === 'Checking'],
] as const

export async function compareTodo(app: App, facts: Facts, { figure }: Notebook): Promise<void> {
  const page = await app.todo()
  const late = (sale: Sale): boolean => isLate(sale, facts)
  for (const [title, isIn] of [...TODO, ['Payment late', late] as const]) {
    const { count, amount } = sum(facts.sales.filter(isIn).map((sale) => sale.amount))
    const head = page.findIndex((text, at) => text === title && /^[0-9,]+, ₦/u.test(page[at + 1] ?? ''))
    figure(
      'To do',
      title,
      head === -1 ? 'none' : page[head + 1],
      count === 0 ? 'none' : `${count}, ${money(amount)}`,
    )
  }
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
    figure(
      place,
      `${terminal} ${day} paid out`,
      foot === -1 ? undefined : page[foot + 3],
      `${money(net)} (${paid.length})`,
    )
    figure(
      place,
      `${terminal} ${day} not paid`,
      foot === -1 ? undefined : page[foot + 5],
      `${money(left)} (${unpaid.length})`,
    )
  }
}
