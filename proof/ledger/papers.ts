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
  plain,
  recorded,
  type Sale,
  type Shown,
  STANDS,
  standing,
  standOf,
  sum,
} from './books.ts'
import { after, cell, dateText, type Facts, known, type Notebook, rowsIn } from './figures.ts'

/** What a receipt and the paper about a sale say of its money, and what the person decides on. */
export async function comparePapers(app: App, facts: Facts, sale: Sale, { figure }: Notebook): Promise<void> {
  const stand = standOf(sale)
  const receipt = await app.receipt(sale.reference)
  figure(
    'Receipt',
    `${sale.reference} amount`,
    receipt.find((text) => text.startsWith('₦')),
    money(sale.amount),
  )
  const paidLine = receipt.some((text) => text.startsWith('Paid to the shop'))
  figure('Receipt', `${sale.reference} paid`, String(paidLine), String(stand === 'Paid'))
  if (!facts.isOnline) return
  const sheet = await app.sheet(sale.reference)
  const now = facts.list.find(({ reference, isHidden }) => reference === sale.reference && !isHidden)
  const isIts = (shown: Shown): boolean =>
    (shown.amount === sale.amount && shown.terminal === sale.terminal) ||
    (sale.fate === 'atBank' &&
      shown.amount === sale.accepted?.amount &&
      shown.terminal === sale.accepted.terminal)
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
  figure(
    'Paper',
    `${sale.reference} at the bank`,
    said ?? (settled === undefined ? undefined : `shows it paid, with ${settled} settled`),
    says,
  )
  figure('Paper', `${sale.reference} state`, after(sheet, 'State'), chipOf(sale, facts))
  if (sale.open === null) return
  const decide = await app.sale(sale.reference)
  const bank = (label: string): string | undefined => after(decide, label, 2, 'Side by side')
  figure('Decide', `${sale.reference} newest amount`, bank('Amount'), money(sale.open.amount))
  if (isPaidBy(sale.open, facts.nowMs))
    figure('Decide', `${sale.reference} newest settled`, bank('Settled'), money(sale.open.settled))
}

function chipOf(sale: Sale, facts: Facts): string {
  if (isLate(sale, facts)) return 'Payment late'
  return standOf(sale) === 'Needs you' && sale.fate === 'atBank' ? 'Records differ' : standOf(sale)
}

/** The paper of a close that was just made. */
export function compareClose(page: Page, facts: Facts, number: number, { figure }: Notebook): void {
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
    const isSaid = paid.settled !== null
    const behind = page.slice(page.indexOf(title) + 1)
    const part = behind.slice(
      0,
      behind.findIndex((text) => text.startsWith('Terminal ') || text.startsWith('Days and times')),
    )
    figure(
      'Close',
      of(`${terminal} fees`),
      isSaid ? at('Fees') : String(part.includes('Fees')),
      known(paid.fees) ?? 'false',
    )
    figure(
      'Close',
      of(`${terminal} in the account`),
      isSaid ? at('Settled') : String(part.includes('Settled')),
      known(paid.settled) ?? 'false',
    )
  }
  const days = Map.groupBy(own, ({ recordedAtMs }) => dayOf(recordedAtMs))
  for (const [day, sales] of days.size > 1 ? days : []) {
    const [all, paid] = [recorded(sales), standing(sales, 'Paid')]
    const name = `${dateText(day)}, recorded (${all.count})`
    figure('Close', of(`${day} recorded`), after(page, name), money(all.amount))
    const said = [after(page, name, 2), after(page, name, 3)].join(' ')
    figure('Close', of(`${day} paid`), said, `of it paid (${paid.count}) ${money(paid.amount)}`)
  }
  const isOpen = (sale: Sale): boolean => standOf(sale) !== 'Paid' && !BESIDES.includes(standOf(sale))
  for (const sale of [...earlier, ...own].filter(isOpen).slice(0, 20)) {
    const from = sale.close === number ? '' : `, of No. ${sale.close}`
    figure(
      'Close',
      of(`open ${sale.reference}`),
      after(page, `${sale.reference} ${standOf(sale)}${from}`),
      money(sale.amount),
    )
  }
  const changed = earlier.filter((sale) => sale.atClose !== standOf(sale))
  for (const sale of changed.slice(0, 20)) {
    const line = page.findIndex(
      (text) =>
        text.startsWith(`${sale.reference} of No. `) &&
        text.endsWith(`: ${sale.atClose}, now ${standOf(sale)}`),
    )
    figure(
      'Close',
      of(`changed ${sale.reference}`),
      line === -1 ? undefined : page[line + 1],
      money(sale.amount),
    )
  }
  const cameIn = sum(changed.filter((sale) => standOf(sale) === 'Paid').map(({ amount }) => amount))
  const takenBack = sum(changed.filter(({ atClose }) => atClose === 'Paid').map(({ amount }) => amount))
  if (cameIn.count > 0)
    figure(
      'Close',
      of('came in'),
      after(page, `Of earlier days, paid since (${cameIn.count})`),
      money(cameIn.amount),
    )
  if (takenBack.count > 0)
    figure(
      'Close',
      of('taken back'),
      after(page, `Of earlier days, no longer paid (${takenBack.count})`),
      money(-takenBack.amount),
    )
}
export async function compareSalesFile(app: App, facts: Facts, { figure }: Notebook): Promise<void> {
  const csv = await app.salesFile()
  const rows = rowsIn(csv, 1)
  for (const sale of facts.sales) {
    const row = rows.get(sale.reference)
    const paidBy = standOf(sale) === 'Paid' ? sale.accepted : null
    const place = 'File of sales'
    figure(place, `${sale.reference} amount`, row?.[3], plain(sale.amount))
    figure(
      place,
      `${sale.reference} state`,
      row?.[4],
      `${standOf(sale)}${isLate(sale, facts) ? ', late' : ''}`,
    )
    figure(place, `${sale.reference} settled`, row?.[6], paidBy === null ? '' : plain(paidBy.settled))
    figure(place, `${sale.reference} fee`, row?.[7], paidBy === null ? '' : cell(feeOf(paidBy)))
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
    ['Settled of the paid NGN', cell(paid.settled)],
    ['Fees on paid sales NGN', cell(paid.fees)],
  ] as const)
    figure('File of sales', label, totals.get(label)?.[1], text)
  const [titles = [], ...book] = await app.salesBook()
  for (const [title, expected] of [
    ['Amount NGN', all.amount],
    ['Settled NGN', paid.settled],
    ['Fee NGN', paid.fees],
  ] as const) {
    if (expected === null) continue
    const cells = book.map((row) => row[titles.indexOf(title)])
    const inFoot = cells.slice(facts.sales.length).filter((value) => value !== null)
    figure(
      'Workbook of sales',
      `${title}, added up`,
      addUp(cells.slice(0, facts.sales.length)),
      plain(expected),
    )
    figure('Workbook of sales', `${title}, in its foot`, addUp(inFoot), plain(expected))
  }
}

/** Finest places of an amount in a book. */
const PLACES = 1e4

/** The numbers of a column; a text, such as an amount of too many digits, makes it none. */
function addUp(cells: readonly unknown[]): string {
  const parts = cells.reduce<number>(
    (sum, value) =>
      sum + (value === null ? 0 : typeof value === 'number' ? Math.round(value * PLACES) : Number.NaN),
    0,
  )
  const [whole, rest] = [Math.floor(parts / PLACES), String(Math.abs(parts % PLACES)).padStart(4, '0')]
  return `${whole}.${rest.replace(/0{1,2}$/u, '')}`
}
