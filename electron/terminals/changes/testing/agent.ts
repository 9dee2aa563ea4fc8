import type { LedgerTerminal } from '../../../../sandbox/ledgerState.ts'
import type { CallName, CallResult, Request, Response } from '../../../../shared/contract.ts'
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
  /** Waits for the answer and no longer; a time-out of the wire takes a minute. */
  ask<Name extends CallName>(name: Name, request: Request<Name>): Promise<CallResult<Name>>
  get<Name extends CallName>(name: Name, request: Request<Name>): Promise<Response<Name>>
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

const STEP_MS = 1_000
/** Less than an idle manager keeps manager mode. */
const WAIT_MS_MAX = 4 * 60_000
export const NEW_TERMINAL_ID = '2TLS0013'

export async function openAgent(setup: CounterSetup = {}): Promise<Agent> {
  const shop = await openCounter(setup)
  await shop.becomeManager()
  return agentAt(shop)
}

/** A retry of the library waits for a real timer of zero length, which virtual time alone would never reach. */
function realMoment(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, 1)
  })
}

export function agentAt(shop: Counter): Agent {
  const ask: Agent['ask'] = async (name, request) => {
    const call = shop.backend().handlers[name] as (request: unknown) => Promise<CallResult<typeof name>>
    const answering = Promise.resolve(call(request))
    let isAnswered = false
    void answering.finally(() => {
      isAnswered = true
    })
    // In steps, since the retries of a GET also need a real moment in between.
    for (let passedMs = 0; !isAnswered && passedMs < WAIT_MS_MAX; passedMs += STEP_MS) {
      await shop.time.pass(STEP_MS)
      await realMoment()
    }
    if (!isAnswered) throw new Error(`${name} is not answered`)
    return answering
  }
  const get: Agent['get'] = async (name, request) => {
    const answer = await ask(name, request)
    if (!answer.ok) throw new Error(`${name}: ${JSON.stringify(answer.error)}`)
    return answer.value as Response<typeof name>
  }
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
