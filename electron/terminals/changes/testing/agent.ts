import type { LedgerTerminal } from '../../../../sandbox/ledgerState.ts'
import type { TerminalView } from '../../../../shared/terminal.ts'
import type {
  EditForm,
  NameCheck,
  RegisterForm,
  TerminalChangeView,
} from '../../../../shared/terminalChange.ts'
import { openCounter, type Counter, type CounterSetup } from '../../../testing/counter.ts'

/** A field agent at a whole counter, with a manager's PIN typed. */
export interface Agent {
  readonly shop: Counter
  readonly ask: Counter['ask']
  readonly get: Counter['get']
  /** The number of an account at the practice bank that no terminal pays into. */
  freeAccount(): string
  check(accountNumber: string): Promise<NameCheck>
  row(terminalId: string): Promise<TerminalView>
  registerForm(more?: Partial<RegisterForm>): RegisterForm
  /** An edit of a row that flips one flag and changes nothing else. */
  editForm(row: TerminalView, more?: Partial<EditForm>): EditForm
  /** The bank's own staff change a terminal. */
  alter(terminalId: string, change: (terminal: LedgerTerminal) => Partial<LedgerTerminal>): void
  changes(): Promise<readonly TerminalChangeView[]>
  /** How often the bank was asked for a registration or an edit, answered or not. */
  asked(): number
}

export const NEW_TERMINAL_ID = '2TLS0013'

export async function openAgent(setup: CounterSetup = {}): Promise<Agent> {
  const shop = await openCounter(setup)
  await shop.becomeManager()
  return agentAt(shop)
}

export function agentAt(shop: Counter): Agent {
  const { ask, get } = shop
  return {
    shop,
    ask,
    get,
    freeAccount: () => {
      const { accounts } = (shop.bank.snapshot() as { books: { accounts: readonly { number: string }[] } })
        .books
      const taken = new Set(shop.bank.terminals().map(({ accountNumber }) => accountNumber))
      const free = accounts.find(({ number }) => !taken.has(number))
      if (free === undefined) throw new Error('every account has a terminal')
      return free.number
    },
    check: (accountNumber) => get('terminals.checkName', { accountNumber }),
    row: async (terminalId) => {
      const { rows } = await get('terminals.page', { search: '', offset: 0, limit: 200 })
      const row = rows.find((each) => each.terminalId === terminalId)
      if (row === undefined) throw new Error(`no terminal ${terminalId}`)
      return row
    },
    registerForm: (more = {}) => ({
      terminalId: NEW_TERMINAL_ID,
      merchantId: '2044LAPR0000017',
      accountNumber: '',
      serialNumber: 'N86-1',
      isReceivingPayment: true,
      isActive: true,
      by: 'Ngozi',
      note: 'first shop',
      ...more,
    }),
    editForm: (row, more = {}) => ({
      recordId: row.recordId,
      seen: row.version,
      merchantRecordId: row.merchantRecordId,
      merchantId: row.merchantId,
      accountNumber: '',
      serialNumber: row.serialNumber,
      isReceivingPayment: row.isReceivingPayment,
      isActive: !row.isActive,
      by: 'Ngozi',
      note: 'moved to the other shop',
      ...more,
    }),
    alter: (terminalId, change) => {
      const kept = shop.bank.snapshot() as { books: { terminals: LedgerTerminal[] } }
      kept.books.terminals = kept.books.terminals.map((terminal) =>
        terminal.terminalId === terminalId ? { ...terminal, ...change(terminal) } : terminal,
      )
      if (!shop.bank.restore(kept)) throw new Error('the bank does not take its own books')
    },
    changes: async () => (await get('terminals.changes', { offset: 0, limit: 50 })).rows,
    asked: () => shop.bank.requestCount('createTerminal') + shop.bank.requestCount('editTerminal'),
  }
}
