import { guardCalls } from '../../shared/callGuards.ts'
import { type ViewPreferences, STANDARD_VIEW_PREFERENCES } from '../../shared/viewPreferences.ts'
import type { AccessView } from '../../shared/access.ts'
import { callError } from '../../shared/callError.ts'
import {
  type Bridge,
  type CallName,
  type CallResult,
  calls,
  type EventName,
  type EventPayload,
  type Request,
} from '../../shared/contract.ts'
import type { DisputeView } from '../../shared/dispute.ts'
import type { PeopleView } from '../../shared/people.ts'
import { parseAmount } from '../../shared/money.ts'
import { parseUnknown } from '../../shared/parse.ts'
import { ok } from '../../shared/result.ts'
import type { QueueView, SaleView } from '../../shared/sale.ts'
import type { AppInfo, ConnectionView, SessionView } from '../../shared/session.ts'
import type { StorageView } from '../../shared/storage.ts'
import { changedSettings, type SettingsView } from '../../shared/settings.ts'
import type { HandedView, TillsView } from '../../shared/till.ts'
import type { UpdatesView } from '../../shared/updates.ts'
import { accessAnswers, fixedAnswers, managerOnly } from './accessDouble.ts'
import {
  appInfo,
  cashier,
  detailOf,
  FIXED_NOW_MS,
  online,
  saleOf,
  settings,
  signedIn,
  soundStorage,
  standingFor,
  terminalListOf,
  terminalRowsOf,
  updates,
} from './fixtures.ts'
import { disputeAnswers } from './disputeDouble.ts'
import { foundSales } from './findDouble.ts'
import { cashierOnly, noCashiers, peopleAnswers } from './peopleDouble.ts'
import { practiceAnswers } from './practiceDouble.ts'
import { daysOf, DECIDED, newsOf, queueOf, salePageOf, startFacts, todoPageOf } from './salesDouble.ts'
import { terminalAnswers, type TerminalFacts } from './terminalDouble.ts'
import { noHanded, noTillsView, tillAnswers } from './tillDouble.ts'
import { updateAnswers } from './updatesDouble.ts'

export interface DoubleFacts extends TerminalFacts {
  readonly app: AppInfo
  readonly session: SessionView
  readonly connection: ConnectionView
  readonly storage: StorageView
  readonly sales: readonly SaleView[]
  readonly access: AccessView
  readonly people: PeopleView
  readonly settings: SettingsView
  readonly viewPreferences: ViewPreferences
  readonly updates: UpdatesView
  readonly handed: HandedView
  readonly tills: TillsView
  readonly disputes: readonly DisputeView[]
}

type Answer = { [Name in CallName]: (request: Request<Name>) => CallResult<Name> }

export interface BridgeDouble extends Bridge {
  /** Every request so far, in order. */
  readonly asked: readonly { readonly name: CallName; readonly request: unknown }[]
  /** Replaces the answer to the next call of this name; a promise makes the answer late. */
  readonly answerNext: (name: CallName, answer: unknown) => void
  readonly emit: <Name extends EventName>(name: Name, payload: EventPayload<Name>) => void
  readonly facts: () => DoubleFacts
  readonly change: (facts: Partial<DoubleFacts>) => void
}

/**
 * A main process in memory, for tests and for the pages of dev.ts. It follows the contract: requests are parsed as
 * main parses them, and a call outside the contract fails.
 */
export function createBridgeDouble(start: Partial<DoubleFacts> = {}): BridgeDouble {
  let facts: DoubleFacts = {
    app: appInfo,
    session: signedIn,
    connection: online,
    storage: soundStorage,
    terminals: terminalListOf(),
    terminalRows: terminalRowsOf(),
    terminalChanges: [],
    sales: [],
    access: cashier,
    people: noCashiers,
    settings,
    viewPreferences: { ...STANDARD_VIEW_PREFERENCES, isWelcomed: true },
    updates,
    handed: noHanded,
    tills: noTillsView,
    disputes: [],
    ...start,
  }
  let revision = 1
  const asked: { name: CallName; request: unknown }[] = []
  const nextAnswers = new Map<CallName, unknown[]>()
  const listeners = new Map<EventName, Set<(payload: unknown) => void>>()

  const emit: BridgeDouble['emit'] = (name, payload) => {
    for (const listener of listeners.get(name) ?? []) listener(payload)
  }

  function change(part: Partial<DoubleFacts>): void {
    const before = facts.sales
    facts = { ...facts, ...part }
    revision += 1
    if (part.sales !== undefined) emit('sales.changed', newsOf(before, facts.sales, revision))
    if (part.session !== undefined) emit('session.changed', facts.session)
    if (part.storage !== undefined) emit('storage.changed', facts.storage)
    if (part.connection !== undefined) emit('connection.changed', facts.connection)
    if (part.terminals !== undefined) emit('terminals.changed', facts.terminals)
    if (part.access !== undefined) emit('access.changed', facts.access)
    if (part.people !== undefined) emit('people.changed', facts.people)
    if (part.settings !== undefined) emit('settings.changed', facts.settings)
    if (part.updates !== undefined) emit('updates.changed', facts.updates)
    if (part.handed !== undefined) emit('handed.changed', facts.handed)
    if (part.tills !== undefined) emit('tills.changed', facts.tills)
  }

  const answers = guardCalls(
    answersOf(
      () => facts,
      change,
      () => revision,
    ),
    {
      otherTerminal: ({ terminalId }) =>
        facts.terminals.chosenTerminalId !== null && facts.terminals.chosenTerminalId !== terminalId,
      closesByManager: () => false,
      pinIsSet: () => facts.access.pin !== 'none',
      sessionHeld: () => facts.access.pin !== 'none' && facts.session.status === 'signedIn',
    },
    { manager: () => managerOnly(facts), cashier: () => cashierOnly(facts) },
  )

  async function call(name: CallName, request: unknown): Promise<unknown> {
    asked.push({ name, request })
    const special = nextAnswers.get(name)?.shift()
    if (special !== undefined) return special
    const parsed = parseUnknown(calls[name].request, request)
    if (!parsed.ok) {
      return callError('invalid', {
        fields: parsed.error.map(({ path, problem }) => ({ field: path, problem })),
      })
    }
    return (answers[name] as (value: unknown) => unknown)(parsed.value)
  }

  return {
    call,
    asked,
    emit,
    change,
    facts: () => facts,
    answerNext: (name, answer) => nextAnswers.set(name, [...(nextAnswers.get(name) ?? []), answer]),
    listen(name, listener) {
      const all = listeners.get(name) ?? new Set()
      listeners.set(name, all.add(listener))
      return () => all.delete(listener)
    },
  }
}

function answersOf(
  facts: () => DoubleFacts,
  change: (part: Partial<DoubleFacts>) => void,
  revision: () => number,
): Answer {
  // As in the file, references are compared without regard to letter case.
  const saleBy = (id: string): SaleView | undefined =>
    facts().sales.find(({ transactionId }) => transactionId.toLowerCase() === id.toLowerCase())
  /** A sale in another state. */
  const replace = (next: SaleView): SaleView => {
    const sale = { ...next, standing: standingFor(next) }
    change({ sales: facts().sales.map((one) => (one.transactionId === sale.transactionId ? sale : one)) })
    return sale
  }
  const queue = (): QueueView => ({
    ...queueOf(facts().sales, revision()),
    payoutCount: facts().terminals.payouts.openCount,
    handedCount: facts().handed.count,
    disputeCount: facts().disputes.filter(({ isDue }) => isDue).length,
  })
  return {
    'app.start': () => ok(startFacts(facts(), queue())),
    'app.info': () => ok(facts().app),
    'app.screenFailed': () => ok({}),
    'app.takeOpening': () => ok({ opening: null }),
    'connection.get': () => ok(facts().connection),
    'storage.get': () => ok(facts().storage),
    'storage.newsRead': () => {
      change({ storage: { ...facts().storage, news: null } })
      return ok(facts().storage)
    },
    'session.get': () => ok(facts().session),
    'session.signIn': ({ clientId }) => {
      if (clientId === 'wrong') return callError('credentialsRefused', { fault: { kind: 'declined' } })
      change({ session: { status: 'signedIn', clientId, keptAs: 'sealed' } })
      return ok(facts().session)
    },
    'session.signInToPractice': () => {
      const { environment, serviceHost } = facts().app
      if (environment !== 'practice' || serviceHost !== null)
        return callError('notAllowed', { reason: 'live' })
      change({ session: { status: 'signedIn', clientId: 'practice', keptAs: 'sealed' } })
      return ok(facts().session)
    },
    'session.signOut': () => {
      const access = { ...facts().access, role: 'cashier' as const, locksInMs: null }
      change({ session: { status: 'signedOut', clientId: null, keptAs: 'nothing' }, access })
      return ok(facts().session)
    },
    'sales.record': (request) => record(request, facts(), change),
    'sales.page': (request) => salePageOf(facts().sales, request, revision()),
    'todo.page': (request) => todoPageOf(facts().sales, request, revision()),
    'sales.find': (request) => foundSales(request, facts().sales),
    'sales.days': (asked) => ok(daysOf(facts().sales, asked)),
    'sales.get': ({ transactionId }) => {
      const sale = saleBy(transactionId)
      return sale === undefined ? callError('notFound') : ok(detailOf(sale))
    },
    'sales.cancel': ({ transactionId }) => {
      const sale = saleBy(transactionId)
      if (sale === undefined) return callError('notFound')
      if (sale.state !== 'queued' || sale.sendCount > 0) {
        return callError('notAllowed', { reason: 'saleState', state: sale.state })
      }
      return ok(replace({ ...sale, state: 'cancelled', waitingReason: null }))
    },
    'sales.resolve': ({ transactionId, decision }) => {
      const sale = saleBy(transactionId)
      if (sale === undefined) return callError('notFound')
      const state = DECIDED[decision]
      return ok(detailOf(replace({ ...sale, state, reviewReason: null, heldReason: null })))
    },
    'sales.tryNow': () => ok(queue()),
    'sales.checkNow': ({ transactionId }) => {
      const sale = saleBy(transactionId)
      return sale === undefined ? callError('notFound') : ok(detailOf(sale))
    },
    'sales.noteRefusal': ({ transactionId }) => {
      const sale = saleBy(transactionId)
      if (sale === undefined) return callError('notFound')
      return ok({ ...detailOf(replace({ ...sale })), isUnseenRefusal: false })
    },
    'queue.get': () => ok(queue()),
    ...terminalAnswers(facts, change),
    'settings.change': (request) => {
      change({ settings: changedSettings(facts().settings, request) })
      return ok(facts().settings)
    },
    ...practiceAnswers(facts),
    ...accessAnswers(facts, (access) => change({ access })),
    ...peopleAnswers(facts, (people) => change({ people })),
    ...tillAnswers(facts, change),
    ...disputeAnswers(facts, change),
    ...fixedAnswers,
    ...updateAnswers(facts, (next) => change({ updates: next })),
    'settings.get': () => ok(facts().settings),
    'viewPreferences.get': () => ok(facts().viewPreferences),
    'viewPreferences.keep': (viewPreferences) => {
      change({ viewPreferences })
      return ok(viewPreferences)
    },
  }
}

function record(
  request: Request<'sales.record'>,
  { sales, app, connection, terminals, handed }: DoubleFacts,
  change: (part: Partial<DoubleFacts>) => void,
): CallResult<'sales.record'> {
  const waits = handed.sales.find(({ handoverId }) => handoverId === request.handoverId)
  if (request.handoverId !== undefined && waits === undefined) return callError('notFound')
  const amount = parseAmount(request.amountText)
  if (!amount.ok) return callError('invalid', { fields: [{ field: 'amountText', problem: amount.error }] })
  const used = sales.find(({ transactionId }) => transactionId === request.transactionId)
  if (used !== undefined) {
    return callError('invalid', { fields: [{ field: 'transactionId', problem: 'used' }], sale: used })
  }
  if (amount.value >= app.confirmAboveKobo && !request.confirmedAmount)
    return callError('needsAmountConfirmation')
  const earlier = sales.find(({ amountKobo }) => amountKobo === amount.value)
  if (earlier !== undefined && !request.confirmedSecondSale) {
    return callError('needsSecondSaleConfirmation', { sale: earlier, otherCount: 0 })
  }
  const sequence = sales.reduce((most, sale) => Math.max(most, sale.sequence), 0) + 1
  const sale = saleOf({
    transactionId:
      request.transactionId === '' ? `MADE-${String(sequence).padStart(6, '0')}` : request.transactionId,
    sequence,
    terminalId: terminals.chosenTerminalId ?? '',
    amountKobo: amount.value,
    note: request.note,
    from: waits?.from ?? null,
    recordedAtMs: FIXED_NOW_MS,
    waitingReason: connection.status === 'offline' ? 'offline' : 'next',
  })
  const left = handed.sales.filter((each) => each !== waits)
  change({
    sales: [...sales, sale],
    ...(waits === undefined ? {} : { handed: { sales: left, count: handed.count - 1 } }),
  })
  return ok(sale)
}
