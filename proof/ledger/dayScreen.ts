import type { App } from './app.tsx'
import type { Page } from './texts.ts'
import { dayBook, money, plain } from './books.ts'
import { after, cell, type Facts, known, type Notebook, rowsIn, salesText } from './figures.ts'

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
    const apart = `. Not counted: ${salesText(book.besides.count)}, ${money(book.besides.amount)}`
    figure(
      place,
      of('recorded sales'),
      after(page, 'Recorded', 2),
      salesText(book.recorded.count) + (book.besides.count === 0 ? '' : apart),
    )
    figure(place, of('paid to you'), after(page, 'Settled'), known(paid.settled) ?? 'Not known')
    const others =
      facts.isOnline && book.elsewhere.count > 0
        ? `. Other tills of the terminal: ${known(book.elsewhere.amount) ?? 'Not known'}, ${salesText(book.elsewhere.count)}`
        : ''
    const below = after(page, 'Settled', 2)
    figure(
      place,
      of('paid sales and fees'),
      facts.isOnline ? below : below?.replace(/\. Other tills.*$/u, ''),
      `${salesText(paid.count)}${paid.fees === null ? '' : `, after ${money(paid.fees)} fees`}${others}`,
    )
    figure(place, of('on its way'), after(page, 'On its way'), money(book.onItsWay.amount))
    if (!facts.isOnline) continue
    figure(place, of('difference'), after(page, 'Difference to the bank'), money(book.difference))
    for (const { name, here, bank } of book.rows) {
      const row = page.indexOf(name, page.indexOf('Recorded here'))
      if (here.count === 0 && bank.count === 0) continue
      const expected = [
        money(here.amount),
        money(bank.amount),
        money(bank.amount - here.amount),
        `${here.count} here, ${bank.count} at the bank`,
      ]
      for (const [each, text] of expected.entries())
        figure(place, of(`row ${name} ${each}`), row === -1 ? undefined : page[row + 1 + each], text)
    }
    figure(place, of('lines'), linesOn(page), book.lines.join(', '))
    await compareDayFile(app, terminal, day, book, figure)
  }
}

const REASONS = [
  'Only here',
  'Only at the bank',
  'Other terminal',
  'Other amount',
  'Bank’s amount taken',
  'Two records',
  'Ended here',
  'Gone at the bank',
  'Other account',
  'Paid less',
  'Paid more',
  'Paid, no date',
  'Paid, odd date',
  'Date, not paid',
  'Payment late',
  'No longer paid',
]

/** The lines of a day, `reference reason`, sorted: the reference stands two texts before its reason. */
function linesOn(page: Page): string {
  const from = page.indexOf('What is known')
  const lines = page.flatMap((text, at) =>
    at > from && REASONS.includes(text) && page[at - 1]?.includes('₦') === true
      ? [`${page[at - 2]} ${text}`]
      : [],
  )
  return lines.toSorted().join(', ')
}

async function compareDayFile(
  app: App,
  terminal: string,
  day: string,
  book: ReturnType<typeof dayBook>,
  figure: Notebook['figure'],
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
    ['Settled of the paid NGN', cell(book.paid.settled)],
    ['Paid sales', String(book.paid.count)],
    ['Fees on paid sales NGN', cell(book.paid.fees)],
    ['Settled of other tills NGN', cell(book.elsewhere.amount)],
    ...book.rows.flatMap(({ name, here, bank }) => [
      [`${name}, here`, String(here.count)] as const,
      [`${name}, here NGN`, plain(here.amount)] as const,
      [`${name}, at the bank`, String(bank.count)] as const,
      [`${name}, at the bank NGN`, plain(bank.amount)] as const,
    ]),
  ]
  for (const [label, text] of expected) figure('File of a day', of(label), said(label), text)
}
