import type { Transport } from '../electron/gateway/wire.ts'
import type { PracticeCard } from '../shared/practiceCard.ts'
import { bankDay } from './bankTime.ts'
import { deviated, deviations } from './deviations/deviations.ts'
import { createFaultQueue, type FaultScript } from './faults.ts'
import { inProcessTransport, type BankTimers } from './inProcess.ts'
import { openLedger, type Commit, type Ledger, type PaymentTerms } from './ledger.ts'
import type { LedgerRecord, LedgerTerminal } from './ledgerState.ts'
import {
  defaultBankOptions,
  PRACTICE_PARTNER_URL,
  PRACTICE_TERMINAL_ID,
  withHabits,
  type BankOptions,
} from './options.ts'
import type { RecordChange } from './recordChange.ts'
import { practiceCardOf, rehearsedFor } from './rehearsal.ts'
import { faultyReply, honestReply, type Perform, type Reply } from './reply.ts'
import { seedLedger } from './seed.ts'
import type { TerminalChange } from './terminalChange.ts'
import { readSnapshot, snapshotOf } from './snapshot.ts'
import { inEnvelopeHabits } from './wire/envelopeHabits.ts'
import type { BankRequest } from './wire/exchange.ts'
import { readJsonBody } from './wire/fields.ts'
import { answerRequest, endpointOf, isRead, type Endpoint } from './wire/route.ts'

export interface PracticeBankSetup {
  /** Whole number; the same seed at the same time gives the same bank. */
  readonly seed: number
  readonly clock: { wallNowMs(): number }
  /** Delays in-process answers; without them answers come at once. */
  readonly timers?: BankTimers
  readonly options?: Partial<BankOptions>
  /** An earlier result of {@link PracticeBank.snapshot}; any other value means a fresh seed. */
  readonly snapshot?: unknown
  /** Called after every request that changed the ledger, so that it can be saved. */
  readonly onChange?: () => void
  /** Special amounts have special outcomes (`rehearsal.ts`), for a person who practises. */
  readonly rehearses?: boolean
}

/** One request at the bank: no body, no header, no token. */
export interface SeenRequest {
  readonly endpoint: Endpoint | null
  readonly method: string
  readonly atMs: number
  /** The HTTP status of the answer; null without one. */
  readonly status: number | null
  /** The kind of the fault; null for none. */
  readonly fault: string | null
}

export interface PracticeBank {
  /** The bank in process, without an open port. Any origin but `PRACTICE_PARTNER_URL` is an unknown host. */
  readonly transport: Transport
  /** Takes a request on arrival and returns the reply; for carriers such as the HTTP server. */
  receive(request: BankRequest): Reply
  readonly faults: FaultScript
  options(): BankOptions
  changeOptions(change: Partial<BankOptions>): void
  /**
   * Changes how the first record of a reference is shown from now on.
   * @param secondRecord if given, the reference gets a second record of the same settlement, with this change
   * @returns false if the books have no record of it
   */
  changeRecord(transactionId: string, change: RecordChange, secondRecord?: RecordChange): boolean
  /** The bank's own staff change a terminal. @returns false without such a terminal */
  changeTerminal(terminalId: string, change: TerminalChange): boolean
  /** Ends every token, as if it had expired. */
  expireTokens(): void
  /** How often a reference was settled, including late and hidden settlements. Above 1, money went out twice. */
  settlementCount(transactionId: string): number
  /** Every settlement of a logtransaction, in order; without seeded records. */
  commits(): readonly Commit[]
  terminals(): readonly LedgerTerminal[]
  records(): readonly LedgerRecord[]
  requests(): readonly SeenRequest[]
  requestCount(endpoint: Endpoint): number
  /** Numbers that work, for a person who practises. */
  practiceCard(): PracticeCard
  /** Everything to store for a restart, as JSON, without tokens. */
  snapshot(): unknown
  /** @returns false if the snapshot is not of this version; then the ledger is seeded again */
  restore(snapshot: unknown): boolean
}

const SEEN_MAX = 5_000

/** Opens a practice bank: from its snapshot if that is valid, else from the seed. */
export function createPracticeBank(setup: PracticeBankSetup): PracticeBank {
  const { seed, clock, timers, onChange } = setup
  const fresh = (): Ledger => openLedger(seedLedger(seed, clock.wallNowMs()))
  const reopened = (snapshot: unknown): Ledger | undefined => {
    const books = readSnapshot(snapshot)
    return books === undefined ? undefined : openLedger(books)
  }
  const faults = createFaultQueue()
  const seen = createRequestLog()
  let options: BankOptions = { ...defaultBankOptions, ...setup.options }
  let ledger = reopened(setup.snapshot) ?? fresh()

  const receive = (request: BankRequest): Reply => {
    const nowMs = clock.wallNowMs()
    const endpoint = endpointOf(request.url, options.basePath)
    const rehearsed = setup.rehearses === true ? rehearsedFor(request, endpoint) : undefined
    const fault = faults.take(endpoint) ?? rehearsed?.fault
    const terms = { ...termsOf(options), visibleAfterMs: rehearsed?.visibleAfterMs ?? options.visibleAfterMs }
    const before = ledger.revision()
    const requestNumber = seen.count()
    const perform: Perform = ({ habits, tokensEnd, staff, ...how } = {}) => {
      if (staff !== undefined) ledger.changeTerminal(staff.terminalId, staff.change)
      if (tokensEnd === true) ledger.expireTokens()
      const asEver = { commitDelayMs: 0, paging: null, oddRead: null, oddity: null, requestNumber }
      const exchange = { ledger, options: withHabits(terms, habits), nowMs, ...asEver, ...how }
      const answer = answerRequest(exchange, request)
      if (endpoint === undefined) return answer
      return deviated(options.deviation, answer, {
        endpoint,
        parameters: isRead(endpoint) ? parametersOf(request) : {},
        today: bankDay(nowMs),
        again: (change) => answerRequest(exchange, withParameters(request, change)),
      })
    }
    const bare =
      fault === undefined
        ? honestReply(perform, options.answerDelayMs)
        : faultyReply(fault, perform, {
            isLogin: endpoint === 'login',
            isRead: endpoint !== undefined && isRead(endpoint),
            answerDelayMs: options.answerDelayMs,
            requestNumber,
            secret: secretOf(request, endpoint),
            inHabits: (answer) => inEnvelopeHabits(answer, options),
          })
    const reply = withDate(bare, nowMs)
    const status = reply.kind === 'answer' || reply.kind === 'cutShort' ? reply.answer.status : null
    seen.add({
      endpoint: endpoint ?? null,
      method: request.method,
      atMs: nowMs,
      status,
      fault: fault?.kind ?? null,
    })
    if (ledger.revision() !== before) {
      if (rehearsed?.besides !== undefined) sellElsewhere(rehearsed.besides, nowMs, terms)
      onChange?.()
    }
    return reply
  }
  /** Another till at the terminal of the person who practises. */
  function sellElsewhere(amountKobo: number, nowMs: number, terms: PaymentTerms): void {
    const transactionId = `TILL2-${String(ledger.records().length).padStart(4, '0')}`
    ledger.logSale({ transactionId, amountKobo, terminalId: PRACTICE_TERMINAL_ID }, nowMs, terms)
  }
  const isHere = (url: string): boolean =>
    URL.canParse(url) && new URL(url).origin === new URL(PRACTICE_PARTNER_URL).origin

  return {
    transport: inProcessTransport((request) => (isHere(request.url) ? receive(request) : undefined), timers),
    receive,
    faults,
    options: () => options,
    changeOptions: (change) => {
      options = { ...options, ...change }
    },
    changeRecord: (transactionId, change, secondRecord) => {
      const isThere = ledger.changeRecord(transactionId, { change, secondRecord })
      if (isThere) onChange?.()
      return isThere
    },
    changeTerminal: (terminalId, change) => {
      const isThere = ledger.changeTerminal(terminalId, change)
      if (isThere) onChange?.()
      return isThere
    },
    expireTokens: () => ledger.expireTokens(),
    settlementCount: (transactionId) => ledger.settlementCount(transactionId),
    commits: () => ledger.commits(),
    terminals: () => ledger.terminals(),
    records: () => ledger.records(),
    requests: () => seen.all(),
    requestCount: (endpoint) => seen.count(endpoint),
    practiceCard: () => practiceCardOf(ledger.state()),
    snapshot: () => snapshotOf(ledger.state()),
    restore: (snapshot) => {
      const books = reopened(snapshot)
      ledger = books ?? fresh()
      return books !== undefined
    },
  }
}

function termsOf(options: BankOptions): BankOptions {
  const { deviation } = options
  return deviation === null ? options : { ...options, ...deviations[deviation]?.options }
}

function parametersOf({ url, body }: BankRequest): Readonly<Record<string, unknown>> {
  const inBody = body === null || body === '' ? {} : (JSON.parse(body) as Readonly<Record<string, unknown>>)
  return { ...inBody, ...Object.fromEntries(new URL(url).searchParams) }
}

function withParameters(request: BankRequest, change: Readonly<Record<string, string>>): BankRequest {
  if (request.body !== null && request.body !== '')
    return { ...request, body: JSON.stringify({ ...parametersOf(request), ...change }) }
  const url = new URL(request.url)
  for (const [name, value] of Object.entries(change)) url.searchParams.set(name, value)
  return { ...request, url: url.href }
}

function secretOf(request: BankRequest, endpoint: Endpoint | undefined): string {
  if (endpoint !== 'login') return (request.headers['authorization'] ?? '').replace('Bearer ', '')
  const input = readJsonBody(request, () => true)
  const secret = input.ok ? input.value['secretKey'] : undefined
  return typeof secret === 'string' ? secret : ''
}

/** Every HTTP answer has the bank's own clock. */
function withDate(reply: Reply, nowMs: number): Reply {
  if (reply.kind !== 'answer' && reply.kind !== 'cutShort') return reply
  const headers = { ...reply.answer.headers, date: new Date(nowMs).toUTCString() }
  return { ...reply, answer: { ...reply.answer, headers } }
}

interface RequestLog {
  add(request: SeenRequest): void
  all(): readonly SeenRequest[]
  count(endpoint?: Endpoint): number
}

function createRequestLog(): RequestLog {
  const kept: SeenRequest[] = []
  const counts = new Map<Endpoint | null, number>()
  let total = 0
  return {
    add: (request) => {
      kept.push(request)
      if (kept.length > SEEN_MAX) kept.shift()
      counts.set(request.endpoint, (counts.get(request.endpoint) ?? 0) + 1)
      total += 1
    },
    all: () => kept,
    count: (endpoint) => (endpoint === undefined ? total : (counts.get(endpoint) ?? 0)),
  }
}
