import { chanceFrom, type Chance } from './random.ts'
import { bankDay, bankTimestamp } from './bankTime.ts'
import type { LedgerRecord, LedgerState, LedgerTerminal } from './ledgerState.ts'
import { feeKobo } from './naira.ts'
import type { RecordChange } from './recordChange.ts'
import { changedTerminals, type TerminalChange } from './terminalChange.ts'

/** Late commits: registrations and edits that are in the ledger, but in no list before their time. */
interface LateTerminals {
  /** @param outcome the record id, or a refusal, which is passed on. @param before null if there was nothing */
  noted<Outcome>(outcome: Outcome, before: LedgerTerminal | null, receivedAtMs: number): Outcome
  shown(terminals: readonly LedgerTerminal[], nowMs: number): readonly LedgerTerminal[]
}

/** How the bank pays; milliseconds. */
export interface PaymentTerms {
  /** From the receipt of a sale to its payment. */
  readonly settleAfterMs: number
  /** From the receipt of a sale until settlement status and search show it. */
  readonly visibleAfterMs: number
}

/** One settlement of a `logtransaction`. Two with one transactionId mean that money went out twice. */
export interface Commit {
  readonly transactionId: string
  readonly terminalId: string
  readonly amountKobo: number
  readonly receivedAtMs: number
}

/** How the bank changes a record on its own. */
export interface Oddity {
  readonly change: RecordChange
  /** If set, the reference gets a second record of the same settlement, with this change. */
  readonly secondRecord?: RecordChange | undefined
}

export type LogRefusal = 'terminalNotFound' | 'terminalInactive'
export type CreateRefusal = 'notIssued' | 'alreadyRegistered' | 'accountNotFound'
export type EditRefusal =
  | 'terminalNotFound'
  | 'terminalIdDiffers'
  | 'merchantNotFound'
  | 'accountNotFound'
  | 'accountNameDiffers'
  | 'feeChanged'
  | 'dateCreatedChanged'

export type NewTerminal = Pick<
  LedgerTerminal,
  'terminalId' | 'merchantId' | 'accountNumber' | 'serialNumber' | 'isActive' | 'isReceivingPayment'
>
export type TerminalEdit = Omit<LedgerTerminal, 'merchantId'>

/**
 * The ledger of the practice bank. It has no clock and no randomness of its own: the time comes with each call and the
 * rest from the seed. It has no idempotency, because the specification promises none: every logged sale settles.
 */
export interface Ledger {
  logSale(
    sale: { readonly terminalId: string; readonly amountKobo: number; readonly transactionId: string },
    receivedAtMs: number,
    terms: PaymentTerms,
    oddity?: Oddity,
  ): LogRefusal | 'settled'
  /** Changes how the first record of a reference is shown, on top of earlier changes. @returns false without one */
  changeRecord(transactionId: string, oddity: Oddity): boolean
  /** @param receivedAtMs may be in the future: a late commit, which lists show from then on */
  createTerminal(terminal: NewTerminal, receivedAtMs: number): CreateRefusal | number
  editTerminal(edit: TerminalEdit, receivedAtMs: number): EditRefusal | number
  /** By the bank's own staff. @returns false without such a terminal */
  changeTerminal(terminalId: string, change: TerminalChange): boolean
  terminals(): readonly LedgerTerminal[]
  /** The terminals as a list shows them at that time, without late commits. */
  terminalsShown(nowMs: number): readonly LedgerTerminal[]
  terminal(terminalId: string): LedgerTerminal | undefined
  accountName(accountNumber: string): string | undefined
  recordByTransactionId(transactionId: string, nowMs: number): LedgerRecord | undefined
  /** Visible records of a terminal by bank day, both ends included, in the order of receipt. */
  recordsOf(terminalId: string, fromDay: string, toDay: string, nowMs: number): readonly LedgerRecord[]
  issueToken(nowMs: number, lifeMs: number): string
  tokenIsValid(token: string, nowMs: number): boolean
  expireTokens(): void
  /** @returns false if the reference was used before (docs/service.md 2.1) */
  takeRequestRef(requestRef: string): boolean
  /** How often a reference was settled, including hidden and late settlements, without second records. */
  settlementCount(transactionId: string): number
  /** Settlements since the seed, in order of decision. */
  commits(): readonly Commit[]
  /** Seeded and logged records, including hidden ones. */
  records(): readonly LedgerRecord[]
  /** Grows with every change of {@link Ledger.state}. */
  revision(): number
  /** A copy of everything but the tokens: a token is a secret, even here, and clients can sign in again after a restart. */
  state(): LedgerState
}

interface Books {
  readonly data: Writable<Omit<LedgerState, 'records' | 'requestRefs'>>
  /** By id; a record is changed in place and never removed. */
  readonly records: LedgerRecord[]
  readonly byReference: Map<string, LedgerRecord[]>
  readonly requestRefs: Set<string>
  readonly chance: Chance
  revision: number
}
type Writable<State> = { -readonly [Key in keyof State]: State[Key] }

function copyBooks(initial: LedgerState): Books {
  const { records, requestRefs, ...data } = structuredClone(initial)
  const books: Books = {
    data,
    records: [],
    byReference: new Map(),
    requestRefs: new Set(requestRefs),
    chance: chanceFrom(initial.chanceState),
    revision: 0,
  }
  for (const record of records) addRecord(books, record)
  return books
}

function addRecord({ records, byReference }: Books, record: LedgerRecord): void {
  records.push(record)
  const same = byReference.get(record.transactionId)
  if (same === undefined) byReference.set(record.transactionId, [record])
  else same.push(record)
}

/** Opens the ledger on a copy of a state. */
export function openLedger(initial: LedgerState): Ledger {
  const books = copyBooks(initial)
  const { data, records, byReference, requestRefs } = books
  const tokens = new Map<string, number>()
  const late = createLateTerminals()
  const visible = ({ receivedAtMs, visibleAtMs, change }: LedgerRecord, nowMs: number): boolean =>
    visibleAtMs <= nowMs && nowMs < receivedAtMs + (change?.hiddenAfterMs ?? Infinity)
  return {
    logSale: (sale, receivedAtMs, terms, oddity) => {
      const outcome = logSale(books, sale, receivedAtMs, terms)
      const logged = records.at(-1)
      if (outcome === 'settled' && oddity !== undefined && logged !== undefined)
        makeOdd(books, logged, oddity)
      return outcome
    },
    changeRecord: (transactionId, oddity) => {
      const first = byReference.get(transactionId)?.[0]
      if (first !== undefined) makeOdd(books, first, oddity)
      return first !== undefined
    },
    createTerminal: (terminal, receivedAtMs) =>
      late.noted(createTerminal(books, terminal, receivedAtMs), null, receivedAtMs),
    editTerminal: (edit, receivedAtMs) => {
      const current = data.terminals.find(({ recordId }) => recordId === edit.recordId) ?? null
      return late.noted(editTerminal(books, edit), current, receivedAtMs)
    },
    changeTerminal: (terminalId, change) => {
      const changed = changedTerminals(data, terminalId, change)
      data.terminals = changed ?? data.terminals
      books.revision += 1
      return changed !== undefined
    },
    terminals: () => data.terminals,
    terminalsShown: (nowMs) => late.shown(data.terminals, nowMs),
    terminal: (terminalId) => data.terminals.find((terminal) => terminal.terminalId === terminalId),
    accountName: (number) => data.accounts.find((account) => account.number === number)?.name,
    recordByTransactionId: (transactionId, nowMs) =>
      byReference.get(transactionId)?.find((record) => visible(record, nowMs)),
    recordsOf: (terminalId, fromDay, toDay, nowMs) =>
      records
        .filter((record) => record.terminalId === terminalId && visible(record, nowMs))
        .filter((record) => {
          const day = bankDay(record.receivedAtMs)
          return day >= fromDay && day <= toDay
        })
        .toSorted((a, b) => a.receivedAtMs - b.receivedAtMs || a.recordId - b.recordId),
    issueToken: (nowMs, lifeMs) => {
      // With the time in it, a reopened bank cannot issue an old token again.
      const token = `practice-${books.chance.hex(28)}${Math.trunc(nowMs).toString(16).padStart(12, '0')}`
      tokens.set(token, nowMs + lifeMs)
      return token
    },
    tokenIsValid: (token, nowMs) => (tokens.get(token) ?? 0) > nowMs,
    expireTokens: () => tokens.clear(),
    takeRequestRef: (requestRef) => {
      if (requestRefs.has(requestRef)) return false
      requestRefs.add(requestRef)
      books.revision += 1
      return true
    },
    settlementCount: (transactionId) =>
      byReference.get(transactionId)?.filter(({ isSecond }) => isSecond === undefined).length ?? 0,
    commits: () =>
      records
        .filter((record) => !record.isSeeded && record.isSecond === undefined)
        .map(({ transactionId, terminalId, amountKobo, receivedAtMs }) => ({
          transactionId,
          terminalId,
          amountKobo,
          receivedAtMs,
        })),
    records: () => records,
    revision: () => books.revision,
    state: () =>
      structuredClone({
        ...data,
        records,
        requestRefs: [...requestRefs],
        chanceState: books.chance.state(),
      }),
  }
}

function logSale(
  books: Books,
  sale: { readonly terminalId: string; readonly amountKobo: number; readonly transactionId: string },
  receivedAtMs: number,
  terms: PaymentTerms,
): LogRefusal | 'settled' {
  const { data, chance } = books
  const terminal = data.terminals.find(({ terminalId }) => terminalId === sale.terminalId)
  if (terminal === undefined) return 'terminalNotFound'
  if (!terminal.isActive) return 'terminalInactive'
  addRecord(books, {
    recordId: data.nextRecordId,
    terminalRecordId: terminal.recordId,
    terminalId: terminal.terminalId,
    accountNumber: terminal.accountNumber,
    amountKobo: sale.amountKobo,
    settledKobo: sale.amountKobo - feeKobo(sale.amountKobo, terminal.feePercentage),
    feePercentage: terminal.feePercentage,
    transactionId: sale.transactionId,
    serviceReference: `PB${chance.digits(18)}`,
    receivedAtMs,
    visibleAtMs: receivedAtMs + terms.visibleAfterMs,
    paidAtMs: terminal.isReceivingPayment ? receivedAtMs + terms.settleAfterMs : null,
    isSeeded: false,
  })
  data.nextRecordId += 1
  books.revision += 1
  return 'settled'
}

function makeOdd(books: Books, record: LedgerRecord, { change, secondRecord }: Oddity): void {
  const odd: LedgerRecord = { ...record, change: { ...record.change, ...change } }
  for (const list of [books.records, books.byReference.get(record.transactionId) ?? []]) {
    const place = list.indexOf(record)
    if (place >= 0) list[place] = odd
  }
  if (secondRecord !== undefined) {
    const serviceReference = `PB${books.chance.digits(18)}`
    const recordId = books.data.nextRecordId
    books.data.nextRecordId += 1
    addRecord(books, { ...record, recordId, serviceReference, change: secondRecord, isSecond: true })
  }
  books.revision += 1
}

/** The service issues a TID first (docs/service.md 1), and it is registered once. The fee is the back office's (2.2). */
function createTerminal(books: Books, wanted: NewTerminal, nowMs: number): CreateRefusal | number {
  const { data } = books
  if (data.terminals.some(({ terminalId }) => terminalId === wanted.terminalId)) return 'alreadyRegistered'
  if (!data.issuedTerminalIds.includes(wanted.terminalId)) return 'notIssued'
  const account = data.accounts.find(({ number }) => number === wanted.accountNumber)
  if (account === undefined) return 'accountNotFound'
  let merchant = data.merchants.find(({ merchantId }) => merchantId === wanted.merchantId)
  if (merchant === undefined) {
    merchant = {
      recordId: Math.max(0, ...data.merchants.map((each) => each.recordId)) + 1,
      merchantId: wanted.merchantId,
    }
    data.merchants = [...data.merchants, merchant]
  }
  const recordId = Math.max(0, ...data.terminals.map((terminal) => terminal.recordId)) + 1
  data.terminals = [
    ...data.terminals,
    {
      ...wanted,
      recordId,
      merchantRecordId: merchant.recordId,
      accountName: account.name,
      feePercentage: data.newTerminalFee,
      dateCreated: bankTimestamp(nowMs, recordId),
    },
  ]
  books.revision += 1
  return recordId
}

/** docs/service.md 4.4: account, merchant, device and flags may change; fee, TID and date of creation stay. */
function editTerminal(books: Books, edit: TerminalEdit): EditRefusal | number {
  const { data } = books
  const current = data.terminals.find(({ recordId }) => recordId === edit.recordId)
  if (current === undefined) return 'terminalNotFound'
  if (edit.terminalId !== current.terminalId) return 'terminalIdDiffers'
  const merchant = data.merchants.find(({ recordId }) => recordId === edit.merchantRecordId)
  if (merchant === undefined) return 'merchantNotFound'
  const account = data.accounts.find(({ number }) => number === edit.accountNumber)
  if (account === undefined) return 'accountNotFound'
  if (edit.accountName !== account.name) return 'accountNameDiffers'
  if (edit.feePercentage !== current.feePercentage) return 'feeChanged'
  if (edit.dateCreated !== current.dateCreated) return 'dateCreatedChanged'
  const edited: LedgerTerminal = { ...edit, merchantId: merchant.merchantId }
  data.terminals = data.terminals.map((terminal) => (terminal === current ? edited : terminal))
  books.revision += 1
  return current.recordId
}

/** Not part of a snapshot: after a restart everything is listed. */
function createLateTerminals(): LateTerminals {
  const waiting = new Map<number, { readonly before: LedgerTerminal | null; readonly fromMs: number }>()
  return {
    noted: (outcome, before, receivedAtMs) => {
      if (typeof outcome === 'number') waiting.set(outcome, { before, fromMs: receivedAtMs })
      return outcome
    },
    shown: (terminals, nowMs) => {
      for (const [recordId, { fromMs }] of waiting) if (fromMs <= nowMs) waiting.delete(recordId)
      if (waiting.size === 0) return terminals
      return terminals.flatMap((terminal) => {
        const late = waiting.get(terminal.recordId)
        if (late === undefined) return [terminal]
        return late.before === null ? [] : [late.before]
      })
    },
  }
}
