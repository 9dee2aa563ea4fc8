import { CircleCheck } from 'lucide-react'
import type { SaleView } from '../../../shared/sale.ts'
import {
  isHandled,
  listedOf,
  manyHandled,
  rowsBefore,
  todoOf,
  todoSectionOf,
  todoSections,
  type TodoSection,
} from '../../../shared/todo.ts'
import { Button } from '../../ui/Button.tsx'
import { DataTable } from '../../ui/DataTable.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { SplitView } from '../../ui/SplitView.tsx'
import { cx } from '../../ui/cx.ts'
import { countText } from '../../ui/format/count.ts'
import { formatKobo } from '../../ui/format/money.ts'
import { clockText } from '../../ui/format/time.ts'
import screen from '../../ui/Screen.module.css'
import { useApp } from '../../core/context.tsx'
import type { AppState } from '../../core/types.ts'
import { payoutText } from '../../core/payoutWords.ts'
import { connectionText, drainText, elsewhereText } from '../../core/waitingText.ts'
import { lazyStrings } from '../../strings/lazyStrings.ts'
import { strings } from '../../strings/strings.ts'
import { isListKnown } from '../sales/listWords.ts'
import { ListNotice } from '../sales/ListNotice.tsx'
import { ListPages } from '../sales/ListPages.tsx'
import { todoColumns, saleText } from '../sales/saleColumns.tsx'
import { OpenSale } from '../sales/SaleDetail.tsx'
import { PAGE_SIZE } from '../sales/saleLists.ts'
import { useSales } from '../sales/useSales.ts'
import styles from './Todo.module.css'

const words = strings.todo

/** Everything that waits for a person or for the bank, each sale once, in its most urgent section. */
export function Todo() {
  const isOpen = useApp((state) => state.detail !== null)
  const isEmpty = useApp(hasNoSales)
  const hasOther = useApp(hasOthers)
  const isOffline = useApp((state) => state.connection.status === 'offline')
  const drain = useApp((state) => drainText(state.queue, state.nowMs))
  const elsewhere = useApp(elsewhereText)
  const run = useApp((state) => state.run)
  return (
    <SplitView pane={isOpen ? <OpenSale /> : null}>
      <div className={cx(screen.head)}>
        <h1>{words.title}</h1>
        {isOffline && !isEmpty && <p className={cx(screen.lead)}>{words.offline}</p>}
        {drain !== null && <p className={cx(screen.lead)}>{drain}</p>}
        {!isEmpty && <TryNow />}
      </div>
      <ListNotice name="todo" />
      {elsewhere !== null && <Notice tone="warning">{elsewhere}</Notice>}
      <Payouts />
      <Handed />
      <Due />
      {isEmpty ? (
        <>
          {!hasOther && <AllClear title={elsewhere === null ? words.empty : strings.elsewhere.nothingToDo} />}
          <p>
            <Button onPress={() => run('newSale')}>{words.newSale}</Button>
          </p>
        </>
      ) : (
        <List />
      )}
    </SplitView>
  )
}

/** Says that there is nothing, as of when, and what happens by itself. */
function AllClear({ title }: { title: string }) {
  const checkedAtMs = useApp((state) => state.connection.lastContactAtMs)
  return (
    <div className={cx(styles.clear)}>
      <CircleCheck aria-hidden="true" size={28} />
      <p className={cx(styles.clearTitle)}>{title}</p>
      <p className={cx(styles.empty)}>
        {checkedAtMs === null ? words.clear : words.clearAsOf(clockText(checkedAtMs))}
      </p>
    </div>
  )
}

/** A list that was read empty a while ago says nothing where the queue counts more by now. */
function hasNoSales({ lists: { todo }, queue }: Pick<AppState, 'lists' | 'queue'>): boolean {
  const counted = queue === null ? 0 : todoOf(queue).all.count
  return isListKnown(todo) && todo.totalCount === 0 && counted === 0
}

/** What stands above the list. */
function hasOthers({ queue }: Pick<AppState, 'queue'>): boolean {
  return queue !== null && todoOf(queue).count > todoOf(queue).all.count
}

/** What tills handed over stands on Sell, where a person records it. */
function Handed() {
  const count = useApp(({ queue }) => (queue === null ? 0 : todoOf(queue).handed))
  const show = useApp((state) => state.show)
  if (count === 0) return null
  return (
    <Notice tone="warning" action={<Button onPress={() => show('sale')}>{lazyStrings.tills.toSell}</Button>}>
      {lazyStrings.tills.todo(count)}
    </Notice>
  )
}

/** Cases whose answer day has come, or comes with the next working day. */
function Due() {
  const count = useApp(({ queue }) => (queue === null ? 0 : todoOf(queue).disputes))
  const show = useApp((state) => state.show)
  const showDisputes = useApp((state) => state.showDisputes)
  if (count === 0) return null
  const open = (): void => {
    showDisputes('due')
    show('disputes')
  }
  return (
    <Notice tone="warning" action={<Button onPress={open}>{lazyStrings.disputes.toDisputes}</Button>}>
      {lazyStrings.disputes.todo(count)}
    </Notice>
  )
}

/** Terminals are not rows of the list of sales, so they stand above it. */
function Payouts() {
  const terminals = useApp((state) => state.terminals?.payouts.terminals)
  const openPayout = useApp((state) => state.openPayout)
  const changed = terminals?.filter(({ change }) => change !== null) ?? []
  if (changed.length === 0) return null
  const texts = strings.payout
  return (
    <section className={cx(styles.payouts)} aria-label={texts.heading}>
      <div className={cx(styles.head)}>
        <strong>{texts.heading}</strong>
        <span>{countText(changed.length)}</span>
        <span className={cx(styles.help)}>{texts.help}</span>
      </div>
      {changed.map(
        ({ terminalId, change }) =>
          change !== null && (
            <Notice
              key={terminalId}
              tone="problem"
              action={<Button onPress={() => openPayout(terminalId)}>{texts.show}</Button>}
            >
              {texts.row(terminalId, payoutText(change))}
            </Notice>
          ),
      )}
    </section>
  )
}

function List() {
  const sales = useSales('todo')
  const list = useApp((state) => state.lists.todo)
  const queue = useApp((state) => state.queue)
  const todo = queue === null ? null : todoOf(queue)
  const shown = useApp((state) => state.todoShown)
  const isAllFolded = todo !== null && todo.all.count > 0 && listedOf(todo, shown).all.count === 0
  const openId = useApp((state) => state.detail?.transactionId ?? null)
  const openDetail = useApp((state) => state.openDetail)
  return (
    <>
      {list.totalCount > PAGE_SIZE && <Jumps />}
      {!isAllFolded && (
        <div className={cx(screen.grow)}>
          <DataTable
            label={words.title}
            items={sales}
            columns={todoColumns}
            idOf={(sale) => sale.transactionId}
            textOf={saleText}
            headOf={(sale, before) => headOf(sale, before)}
            onOpen={openDetail}
            openId={openId}
            isDim={list.isReading && list.asOfMs !== null}
            isLoading={list.asOfMs === null && !list.couldNotRead}
            empty={null}
            dependencies={[]}
          />
        </div>
      )}
      <ManyHandled />
      {todo !== null && list.asOfMs !== null && (
        <div className={cx(screen.foot)}>
          <p className={cx(screen.total)}>
            {todo.calling > 0 && `${words.count(todo.calling)}. `}
            {words.total(strings.count.sales(todo.all.count), formatKobo(todo.all.kobo))}
          </p>
          <ListPages name="todo" />
        </div>
      )}
    </>
  )
}

/** What Tillside settles itself is one entry, however many sales it holds. */
function ManyHandled() {
  const queue = useApp((state) => state.queue)
  const shown = useApp((state) => state.todoShown)
  const unfold = useApp((state) => state.unfoldTodo)
  const many = queue === null ? [] : manyHandled(todoOf(queue))
  if (many.length === 0) return null
  return (
    <section className={cx(styles.payouts)} aria-label={words.handled}>
      {many.map((section) => {
        const isShown = shown.includes(section)
        const { title } = words.sections[section]
        return (
          <div key={section} className={cx(styles.many)} data-many={section}>
            <Head section={section} />
            <Button aria-expanded={isShown} onPress={() => unfold(section, !isShown)}>
              {isShown ? words.fold(title) : words.unfold(title)}
            </Button>
          </div>
        )
      })}
    </section>
  )
}

/** The head of a section, above its first row on the page. */
function headOf(sale: SaleView, before: SaleView | undefined): React.ReactNode {
  const section = todoSectionOf(sale)
  const above = before === undefined ? null : todoSectionOf(before)
  if (section === null || above === section) return null
  const isFirstHandled = isHandled(section) && (above === null || !isHandled(above))
  return (
    <>
      {isFirstHandled && <div className={cx(styles.handled)}>{words.handled}</div>}
      <Head section={section} />
    </>
  )
}

function Head({ section }: { section: TodoSection }) {
  const queue = useApp((state) => state.queue)
  const { title, help } = words.sections[section]
  const totals = queue === null ? null : todoOf(queue).sections[section]
  return (
    <div className={cx(styles.head)}>
      <strong>{title}</strong>
      {totals !== null && <span>{words.total(countText(totals.count), formatKobo(totals.kobo))}</span>}
      <span className={cx(styles.help)}>{help}</span>
    </div>
  )
}

/** Where the list has several pages, each section is one press away. */
function Jumps() {
  const queue = useApp((state) => state.queue)
  const turnPage = useApp((state) => state.turnPage)
  const shown = useApp((state) => state.todoShown)
  if (queue === null) return null
  const todo = listedOf(todoOf(queue), shown)
  return (
    <div role="group" aria-label={words.jump} className={cx(styles.jumps)}>
      {todoSections.map((section) => {
        const { count } = todo.sections[section]
        if (count === 0) return null
        return (
          <Button key={section} onPress={() => turnPage('todo', rowsBefore(section, todo))}>
            {words.show(words.sections[section].title, count)}
          </Button>
        )
      })}
    </div>
  )
}

/** The label says what it does: unsent sales are sent, the others are only looked up. */
function TryNow() {
  const isTrying = useApp((state) => state.isTrying)
  const tryNow = useApp((state) => state.tryNow)
  // An open sale has a primary action of its own.
  const isOpen = useApp((state) => state.detail !== null)
  const hasUnsent = useApp(({ queue }) => queue === null || todoOf(queue).sections.notSent.count > 0)
  const connection = useApp((state) => state.connection)
  const triedAtMs = useApp((state) => state.triedAtMs)
  return (
    <>
      {triedAtMs !== null && !isTrying && (
        <p className={cx(screen.muted)}>
          {connection.status === 'online'
            ? words.triedOnline(clockText(triedAtMs))
            : words.tried(clockText(triedAtMs), connectionText(connection.status))}
        </p>
      )}
      <Button look={isOpen ? 'plain' : 'primary'} onPress={() => void tryNow()}>
        {isTrying ? words.trying : hasUnsent ? words.tryNow : words.checkNow}
      </Button>
    </>
  )
}
