import { callError, type CallError } from '../../shared/callError.ts'
import type { Request } from '../../shared/contract.ts'
import {
  DISPUTE_TEXT_MAX,
  DISPUTE_WORDS_MAX,
  type DisputeFacts,
  type DisputePage,
  type DisputeRow,
  type DisputeStep,
  type DisputeView,
  isOpenDispute,
} from '../../shared/dispute.ts'
import { createDecimalSum, subtractDecimal } from '../../shared/money.ts'
import { withMaskedNumbers } from '../../shared/redact.ts'
import { ok, type Result } from '../../shared/result.ts'
import type { SaleView } from '../../shared/sale.ts'
import { dayNumber } from '../../shared/serviceTime.ts'
import { remindedUntil, type WorkCalendar } from '../../shared/workingDays.ts'
import type { Destination } from '../gateway/destination.ts'
import type { Clock, Log, Random } from '../ports.ts'
import type { Dispute, DisputeStore } from './disputeStore.ts'

/** Cases with the bank. A case is told and followed here; it changes no sale, no sum and nothing that is sent. */
export interface Disputes {
  page(request: Request<'disputes.page'>): Result<DisputePage, CallError>
  get(disputeId: string): Result<DisputeView, CallError>
  about(transactionIds: readonly string[]): { transactionId: string; disputeId: string }[]
  open(request: Request<'disputes.open'>): Result<DisputeView, CallError>
  step(request: Request<'disputes.step'>): Result<DisputeView, CallError>
  /** Keeps a step that main itself made: a file, a pack. */
  keepStep(disputeId: string, step: DisputeStep): Result<DisputeView, CallError>
}

/** How many cases a person is reminded of. @param today the service's day */
export function dueDisputes(
  store: DisputeStore,
  owner: Destination | null,
  today: string,
  calendar: WorkCalendar,
): number {
  return owner === null ? 0 : store.count(owner, 'due', remindedUntil(today, calendar))
}

export interface DisputesOptions {
  readonly store: DisputeStore
  readonly destination: () => Destination | null
  readonly storage: { readonly isReadOnly: () => boolean; readonly reopenNow: () => boolean }
  /** The rows of these sales that this counter has. */
  readonly sales: (transactionIds: readonly string[]) => readonly SaleView[]
  /** The service's day. */
  readonly today: () => string
  readonly calendar: () => WorkCalendar
  readonly random: Pick<Random, 'bytes'>
  readonly clock: Clock
  /** Who is at the counter; empty where no cashiers are set up. */
  readonly by: () => string
  readonly onChange: () => void
  readonly log: Log
}

const ID_BYTES = 8
/** As long as an account number: shorter digits are masked nowhere. */
const MASKED_DIGITS = 10

export function createDisputes(options: DisputesOptions): Disputes {
  const { store, destination, storage, clock, log } = options
  const until = (): string => remindedUntil(options.today(), options.calendar())

  const rowOf = (dispute: Dispute, dueUntil: string): DisputeRow => ({
    ...dispute,
    isDue: isOpenDispute(dispute.state) && dispute.answerBy !== '' && dispute.answerBy <= dueUntil,
  })

  function viewOf(dispute: Dispute): DisputeView {
    const now = new Map(
      options
        .sales(dispute.about.map(({ transactionId }) => transactionId))
        .map((sale) => [sale.transactionId, sale]),
    )
    return {
      ...rowOf(dispute, until()),
      steps: store.steps(dispute.disputeId).map(({ atMs, by, step }) => ({ atMs, by, ...step })),
      now: dispute.about.map(({ transactionId }) => ({
        transactionId,
        standing: now.get(transactionId)?.standing ?? null,
      })),
      suggestion: isOpenDispute(dispute.state) ? suggestionOf(dispute, now) : null,
    }
  }

  function find(owner: Destination, disputeId: string): Result<Dispute, CallError> {
    const found = store.byId(owner, disputeId)
    return found === undefined ? callError('notFound') : ok(found)
  }

  function keep(
    owner: Destination,
    dispute: DisputeFacts,
    step: DisputeStep,
  ): Result<DisputeView, CallError> {
    if (storage.isReadOnly() || !storage.reopenNow()) return callError('readOnly')
    const { openedAtMs: _, ...facts } = { openedAtMs: 0, ...dispute }
    try {
      store.keep(owner, { dispute: facts, step, by: options.by() }, clock.wallNowMs())
    } catch {
      log('error', 'disputes.notKept')
      return callError('notSaved')
    }
    options.onChange()
    const kept = find(owner, dispute.disputeId)
    return kept.ok ? ok(viewOf(kept.value)) : kept
  }

  /** An open case about exactly these sales for this reason: a second press opens no second one. */
  function sameCase(owner: Destination, { about, reason }: Request<'disputes.open'>): Dispute | undefined {
    const wanted = new Set(about.map(({ transactionId }) => transactionId))
    const open = store.openAbout(owner, about[0]?.transactionId ?? '')
    return open.find(
      (each) =>
        each.reason === reason &&
        each.about.length === wanted.size &&
        each.about.every(({ transactionId }) => wanted.has(transactionId)),
    )
  }

  return {
    page: ({ show, offset }) => {
      const owner = destination()
      if (owner === null) return callError('notSignedIn')
      const dueUntil = until()
      const [atStake, recovered] = [createDecimalSum(), createDecimalSum()]
      for (const each of store.money(owner, show, dueUntil)) {
        atStake.add(each.atStake)
        if (each.recovered !== null) recovered.add(each.recovered)
      }
      const count = (of: 'open' | 'due' | 'closed'): number => store.count(owner, of, dueUntil)
      return ok({
        rows: store.page(owner, show, dueUntil, offset).map((each) => rowOf(each, dueUntil)),
        counts: { open: count('open'), due: count('due'), closed: count('closed') },
        atStake: atStake.total(),
        recovered: recovered.total(),
      })
    },

    get: (disputeId) => {
      const owner = destination()
      if (owner === null) return callError('notSignedIn')
      const found = find(owner, disputeId)
      return found.ok ? ok(viewOf(found.value)) : found
    },

    about: (transactionIds) => {
      const owner = destination()
      if (owner === null) return []
      return transactionIds.flatMap((transactionId) => {
        const [first] = store.openAbout(owner, transactionId)
        return first === undefined ? [] : [{ transactionId, disputeId: first.disputeId }]
      })
    },

    open: (request) => {
      const owner = destination()
      if (owner === null) return callError('notSignedIn')
      const { about, reason, atStake, note } = request
      const wrong = problemIn({}, note)
      if (wrong !== null) return wrong
      const same = sameCase(owner, request)
      if (same !== undefined) return ok(viewOf(same))
      const facts: DisputeFacts = {
        disputeId: Buffer.from(options.random.bytes(ID_BYTES)).toString('hex'),
        about: [...new Map(about.map((sale) => [sale.transactionId, sale])).values()],
        reason,
        atStake,
        caseNumber: '',
        reportedHow: '',
        answerBy: '',
        state: 'toReport',
        recovered: null,
        payment: '',
        reportedAtMs: null,
      }
      return keep(owner, facts, { kind: 'opened', text: masked(note, facts), file: null })
    },

    step: ({ disputeId, kind, change, note }) => {
      const owner = destination()
      if (owner === null) return callError('notSignedIn')
      const found = find(owner, disputeId)
      if (!found.ok) return found
      const wrong = problemIn(change, note) ?? stepProblem(found.value, kind, change)
      if (wrong !== null) return wrong
      const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
      const isReported = kind === 'reported'
      const after: DisputeFacts = {
        ...found.value,
        ...(kind === 'noted' ? {} : given),
        ...(isReported ? { state: 'withBank' as const, reportedAtMs: clock.wallNowMs() } : {}),
        ...(kind === 'reopened'
          ? { state: found.value.reportedAtMs === null ? ('toReport' as const) : ('withBank' as const) }
          : {}),
      }
      const kept = { ...after, reportedHow: masked(after.reportedHow, after) }
      return keep(owner, kept, { kind, text: masked(note, after), file: null })
    },

    keepStep: (disputeId, step) => {
      const owner = destination()
      if (owner === null) return callError('notSignedIn')
      const found = find(owner, disputeId)
      return found.ok ? keep(owner, found.value, step) : found
    },
  }
}

const invalid = (field: string, problem: string): Result<never, CallError> =>
  callError('invalid', { fields: [{ field, problem }] })

function problemIn(
  change: Request<'disputes.step'>['change'],
  note: string,
): Result<never, CallError> | null {
  if (note.length > DISPUTE_TEXT_MAX) return invalid('note', 'tooLong')
  for (const field of ['caseNumber', 'reportedHow', 'payment'] as const)
    if ((change[field]?.length ?? 0) > DISPUTE_WORDS_MAX) return invalid(field, 'tooLong')
  const { answerBy = '' } = change
  return answerBy !== '' && dayNumber(answerBy) === undefined ? invalid('answerBy', 'notADay') : null
}

/** A closed case is opened again before anything else; only an end closes one. */
function stepProblem(
  { state }: DisputeFacts,
  kind: Request<'disputes.step'>['kind'],
  change: Request<'disputes.step'>['change'],
): Result<never, CallError> | null {
  const isOpen = isOpenDispute(state)
  const ends = change.state !== undefined && !isOpenDispute(change.state)
  if (kind === 'noted' ? false : isOpen === (kind === 'reopened'))
    return callError('notAllowed', { reason: 'disputeMoved' })
  if (ends !== (kind === 'ended')) return invalid('state', 'notAnEnd')
  return null
}

/** What a person pasted, without account numbers; the case's own references and number stay, where they stand whole. */
function masked(text: string, { about, caseNumber }: DisputeFacts): string {
  const kept = [caseNumber, ...about.map(({ transactionId }) => transactionId)]
    .filter((each) => (each.match(/[0-9]/gu)?.length ?? 0) >= MASKED_DIGITS)
    .map((each) => each.replaceAll(/[\\^$.*+?()[\]{}|/]/gu, String.raw`\$&`))
  if (kept.length === 0) return withMaskedNumbers(text)
  const parts = text.split(new RegExp(`(?<![0-9])(${kept.join('|')})(?![0-9])`, 'u'))
  return parts.map((part, at) => (at % 2 === 1 ? part : withMaskedNumbers(part))).join('')
}

/** What the bank shows by now: the sales are paid after all, or more was settled than when the case was opened. */
function suggestionOf(
  { about, reason }: DisputeFacts,
  now: ReadonlyMap<string, SaleView>,
): DisputeView['suggestion'] {
  const sales = about.flatMap((before) => {
    const sale = now.get(before.transactionId)
    return sale?.standing === 'paid' ? [{ sale, before }] : []
  })
  if (sales.length < about.length) return null
  const paidAt = sales.at(-1)?.sale.datePaid ?? ''
  if (reason === 'notPaid' || reason === 'takenBack') {
    const sum = createDecimalSum()
    for (const { sale } of sales) if (sale.amountSettled !== null) sum.add(sale.amountSettled)
    const isKnown = sales.every(({ sale }) => sale.amountSettled !== null)
    return { kind: 'paid', amount: isKnown ? sum.total() : null, paidAt }
  }
  if (reason !== 'paidLess') return null
  const more = createDecimalSum()
  for (const { sale, before } of sales)
    more.add(subtractDecimal(sale.amountSettled ?? '0', before.settled ?? '0'))
  const amount = more.total()
  return amount.startsWith('-') || /^[0.]+$/u.test(amount) ? null : { kind: 'paidMore', amount, paidAt }
}
