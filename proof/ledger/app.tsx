import type { ReactNode } from 'react'
import { I18nProvider } from 'react-aria-components'
import { renderToStaticMarkup } from 'react-dom/server'
import { readSheet } from 'read-excel-file/node'
import type { Counter } from '../../electron/testing/counter.ts'
import { createAppStore } from '../../renderer/app/store.ts'
import { createClient } from '../../renderer/core/client.ts'
import { StoreProvider } from '../../renderer/core/context.tsx'
import type { AppStore } from '../../renderer/core/types.ts'
import { FindByDates } from '../../renderer/features/bankRecords/FindByDates.tsx'
import { Day } from '../../renderer/features/day/Day.tsx'
import { CloseSheet } from '../../renderer/features/paper/CloseSheet.tsx'
import { Receipt } from '../../renderer/features/paper/Receipt.tsx'
import { SaleSheet } from '../../renderer/features/paper/SaleSheet.tsx'
import { Money } from '../../renderer/features/sale/Money.tsx'
import { OpenSale } from '../../renderer/features/sales/SaleDetail.tsx'
import { Transactions } from '../../renderer/features/sales/Transactions.tsx'
import { Todo } from '../../renderer/features/todo/Todo.tsx'
import type { CallName, Request } from '../../shared/contract.ts'
import type { DayCloseView } from '../../shared/dayClose.ts'
import type { ReportFormat } from '../../shared/report.ts'
import type { SaleRange } from '../../shared/days.ts'
import type { SaleFilter } from '../../shared/sale.ts'
import { type Page, textsOf } from './texts.ts'

/** The real window on the real back end: its store, its screens and papers, as texts. */
export interface App {
  sell(): Page
  sales(filter: SaleFilter, range: SaleRange): Promise<Page>
  sale(reference: string): Promise<Page>
  todo(): Promise<Page>
  day(terminalId: string | null, day: string): Promise<Page>
  find(terminalId: string, dateFrom: string, dateTo: string): Promise<Page>
  receipt(reference: string): Promise<Page>
  /** Everything about a sale, after the bank was asked. */
  sheet(reference: string): Promise<Page>
  close(close: DayCloseView): Page
  salesFile(): Promise<string>
  /** The workbook of sales as another program reads it, its rows with the titles first. */
  salesBook(): Promise<readonly (readonly unknown[])[]>
  dayFile(terminalId: string, day: string): Promise<string>
}

export async function openApp(shop: Counter): Promise<App> {
  const call = async (name: CallName, request: unknown): Promise<unknown> =>
    // The answer crosses as it does between processes.
    structuredClone(await shop.backend().handlers[name](request as never))
  const { clock } = shop.time
  const store = createAppStore(
    createClient({ call, listen: () => () => undefined }),
    () => clock.wallNowMs(),
    () => () => undefined,
  )
  const { getState } = store
  async function fileOfSales(format: ReportFormat): Promise<Counter['desk']['saved'][number]> {
    const saved = await answer('reports.sales', { filter: 'all', search: '', range: 'all', format }, 2_000)
    const file = shop.desk.saved.at(-1)
    if (!saved.ok || file === undefined) throw new Error(`no file of sales: ${JSON.stringify(saved)}`)
    return file
  }
  const settled = (ms = 1_000): Promise<void> => shop.time.pass(ms)
  void getState().start()
  await settled()
  const page = (screen: ReactNode): Page => textsOf(renderToStaticMarkup(within(store, screen)))
  const answer = async <Name extends CallName>(name: Name, request: Request<Name>, ms: number) => {
    const asked = shop.backend().handlers[name](request)
    await settled(ms)
    return asked
  }

  return {
    sell: () => page(<Money />),
    sales: async (filter, range) => {
      getState().show('transactions')
      getState().setQuery({ filter, range, search: '', order: 'newest' })
      await settled()
      return page(<Transactions />)
    },
    sale: async (reference) => {
      getState().openDetail(reference)
      await settled()
      const shown = page(<OpenSale />)
      getState().closeDetail()
      return shown
    },
    todo: async () => {
      getState().show('todo')
      await settled()
      return page(<Todo />)
    },
    day: async (terminalId, day) => {
      getState().showDay(day)
      getState().chooseDayTerminal(terminalId)
      await settled(15_000)
      getState().readDay()
      await settled(15_000)
      return page(<Day />)
    },
    find: async (terminalId, dateFrom, dateTo) => {
      getState().setFind({ terminalId, dateFrom, dateTo, basis: 'saleDate' })
      void getState().search()
      await settled(30_000)
      return page(<FindByDates />)
    },
    receipt: async (reference) => {
      const { sale } = await shop.sale(reference)
      const madeAtMs = clock.wallNowMs()
      return page(<Receipt paper={{ kind: 'receipt', sale, copy: 1, width: '80', madeAtMs }} />)
    },
    sheet: async (transactionId) => {
      const asked = await answer('records.byReference', { transactionId }, 10_000)
      const detail = await shop.sale(transactionId)
      const madeAtMs = clock.wallNowMs()
      const known = asked.ok ? asked.value : null
      return page(<SaleSheet paper={{ kind: 'sale', transactionId, detail, asked: known, madeAtMs }} />)
    },
    close: (close) => page(<CloseSheet paper={{ kind: 'close', close, isReprint: false, width: '80' }} />),
    salesFile: async () => (await fileOfSales('csv')).text,
    salesBook: async () => readSheet((await fileOfSales('xlsx')).bytes, { trim: false }),
    dayFile: async (terminalId, day) => {
      const saved = await answer('reports.day', { terminalId, day, format: 'csv' }, 2_000)
      if (!saved.ok) throw new Error(JSON.stringify(saved.error))
      return shop.desk.saved.at(-1)?.text ?? ''
    },
  }
}

/** @param store on a server React asks for the state at first, which here is the one now */
function within(store: AppStore, screen: ReactNode) {
  return (
    <I18nProvider locale="en-NG">
      <StoreProvider store={{ ...store, getInitialState: store.getState }}>{screen}</StoreProvider>
    </I18nProvider>
  )
}
