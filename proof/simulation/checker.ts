import type { TransactionRecord } from '../../electron/gateway/answer.ts'
import type { SaleRow } from '../../electron/outbox/rules/saleRow.ts'
import { saleView } from '../../electron/outbox/rules/saleView.ts'
import { hasFactsOf } from './hasFactsOf.ts'
import { hasSecret } from './hasSecret.ts'
import { atRest, type Invariant, type Violation } from './invariants.ts'
import type { ModelBank, ModelCommit } from './modelBank.ts'
import type { OnTheWire } from './modelDesk.ts'
import type { Written } from './modelStore.ts'
import { isMade } from './plan.ts'
import type { ProofLedger } from './proofLedger.ts'
import type { ListLedger } from './listLedger.ts'
import { createReadLedger } from './readLedger.ts'
import { stepProblems } from './stepProblems.ts'
import type { StopLedger } from './stopLedger.ts'
import { createTurnLedger } from './turnLedger.ts'

/** Watches one history from outside: it knows the bank's ledger, which the program does not. */
export interface Checker {
  /** A row of the file at the start of the history. */
  known(row: SaleRow): void
  /** A person restored an older copy of the file, and so removed the sales that it lacks. */
  restored(rows: readonly SaleRow[]): void
  /** A sale was changed in the file from outside. */
  edited(row: SaleRow): void
  /** The sale as it was recorded, even if the file differs. */
  asRecorded(row: SaleRow): SaleRow
  written(written: Written): void
  sending(row: SaleRow | undefined, sent: OnTheWire, clientId: string | null): void
  sendEnded(transactionId: string): void
  /** The service answered a read of the gate's kind cleanly. */
  gateOpened(): void
  gateClosed(): void
  isGateOpen(): boolean
  logged(line: string): void
  /** A person decided to resend: from here on a second settlement is their responsibility. */
  overridden(transactionId: string): void
  /** Reads are refused for an expired token, and the program requests no new one. */
  tokenLeftDead(): void
  broken(problem: string): void
  /** The bank answered a read honestly. */
  answered(): void
  /** A fault occurred on the way to the bank, or a person changed something there. */
  unwell(): void
  /** A cashier or the shop's program was told that the sale is recorded. @param row what the file has of it then */
  acknowledged(transactionId: string, row: SaleRow | undefined): void
  /** The file at the start of a run. */
  found(rows: readonly SaleRow[]): void
  /** Long enough after the last fault. @param left sales that waited in the queue for too long, each with what held it */
  rested(rows: readonly SaleRow[], left: ReadonlyMap<string, string>): void
  /** A person's search has shown these records, and the program has processed them. */
  read(rows: readonly SaleRow[], records: readonly TransactionRecord[]): void
  /** After a person has decided the remaining sales. */
  finish(rows: readonly SaleRow[]): void
  readonly violations: readonly Violation[]
}

export interface CheckerSetup {
  readonly bank: ModelBank
  readonly ledger: ProofLedger
  readonly lists: ListLedger
  /** Whether a list can be read whole here, also an empty one. */
  readonly hasLists: boolean
  readonly stops: (rows: () => Iterable<SaleRow>) => StopLedger
  readonly nowMs: () => number
  /** The bank's date as the till knows it: by its own clock if the bank does not send the time. */
  readonly today: () => string
  /** Whether a read of this history was told something untrue, so that a difference may be one of those. */
  readonly hasLied: () => boolean
  /** Whether the world meets the assumption of the absence proof; if not, a proof may be wrong without a defect. */
  readonly worldHolds: boolean
}

/** Sales in these states must react when the bank shows them. */
const MUST_NOT_HIDE: readonly SaleRow['state'][] = ['queued', 'review', 'cancelled', 'writtenOff']
const GATE_MS = 30_000
/** How long a slip waits in the queue for a readable answer before a person has to decide. */
const UNCLEAR_MS_MAX = 10 * 60_000
/** A record older than the sale by more than this belongs to an older sale with the same reference. */
const OLD_RECORD_MS = 24 * 60 * 60_000

export function createChecker(setup: CheckerSetup): Checker {
  const { bank, ledger, lists, nowMs, worldHolds } = setup
  const violations: Violation[] = []
  /** The newest durable row of every acknowledged sale, by reference, and its recorded facts. */
  const durable = new Map<string, SaleRow>()
  const recorded = new Map<string, { readonly row: SaleRow; readonly atMs: number }>()
  const stops = setup.stops(() => durable.values())
  const turns = createTurnLedger(() => durable.values(), violated, stops.maySearchBePutOff)
  const edited = new Map<string, SaleRow>()
  const inFlight = new Set<string>()
  const overrides = new Set<string>()
  const refusedHere = new Set<string>()
  /** Sales that a manager lets be sent once without an answer. */
  const waived = new Map<string, 'given' | 'used'>()
  const reads = createReadLedger(setup.today)
  let gateOpenedAtMs = Number.NEGATIVE_INFINITY

  function violated(invariant: Invariant, transactionId: string, detail: string): void {
    violations.push({ invariant, transactionId, atMs: nowMs(), detail })
  }

  const asRecorded = (row: SaleRow): SaleRow => recorded.get(row.transactionId)?.row ?? row

  /** Whether this sale claims a settlement as its own. */
  function isOf(row: SaleRow, commit: ModelCommit): boolean {
    const { amountKobo, terminalId } = asRecorded(row)
    const isSame = commit.amountKobo === amountKobo && commit.terminalId === terminalId
    const since = recorded.get(row.transactionId)?.atMs ?? 0
    return isSame && commit.atMs >= since - OLD_RECORD_MS
  }

  const settled = (row: SaleRow): boolean =>
    bank.commitsOf(row.transactionId).some((commit) => isOf(row, commit))

  function checkSame(after: SaleRow, event: string): void {
    const { transactionId } = after
    const isSame =
      hasFactsOf(recorded.get(transactionId)?.row, after) ||
      // A change from outside stays until a manager restores the facts.
      (event !== 'managerRestores' && hasFactsOf(edited.get(transactionId), after))
    if (!isSame) violated('rowChanged', after.transactionId, `${event} changed what was recorded`)
  }

  function checkClaims({ before, after, event }: Written): void {
    const { transactionId } = after
    if (after.state === 'accepted' && before?.state !== 'accepted') {
      const isTrue = bank
        .commitsOf(transactionId)
        .some((commit) => commit.atMs <= nowMs() && isOf(after, commit))
      if (!isTrue) violated('falselyAccepted', transactionId, event)
    }
    if (after.datePaid !== null && (before === null || before.datePaid === null)) {
      // If a manager has accepted another record as the sale's, its payment counts.
      const isPaid = bank
        .commitsOf(transactionId)
        .some((commit) => commit.paidAtMs <= nowMs() && (reads.isTaken(transactionId) || isOf(after, commit)))
      if (!isPaid) violated('claimedTooMuch', transactionId, event)
    }
    if (event === 'foundDiffering' && before?.differingOpen === false) checkTakenBack(after)
    const { askSinceAwakeMs, dueAwakeMs } = after
    const isPutOff = after.state === 'queued' && after.failureCount > (before?.failureCount ?? 0)
    if (isPutOff && askSinceAwakeMs !== null && dueAwakeMs > askSinceAwakeMs + UNCLEAR_MS_MAX)
      violated('stuck', transactionId, 'no person is told that the bank cannot be understood')
    if (event === 'absentAfterNo') refusedHere.add(transactionId)
    if (event === 'absentResend' || event === 'absentAsk' || event === 'absentAfterNo') {
      const lacking = ledger.lacks(transactionId, asRecorded(after).terminalId, event !== 'absentAfterNo')
      if (lacking !== null) violated('resentWithoutProof', transactionId, `${event}: ${lacking}`)
      const other = lists.unaccounted(asRecorded(after))
      if (other !== null) violated('resentWithoutProof', transactionId, `${event}: ${other}`)
    }
    if (event === 'absentResend' && (before?.resendCount ?? 0) > 0)
      violated('resentWithoutProof', transactionId, 'a second resend')
    if (event === 'absentResend' && stops.wasInStop(transactionId))
      violated('resentWithoutProof', transactionId, 'a sale of a stop')
  }

  /** Told as no longer paid, and nothing else: the bank must show it so, unless a read was told something untrue. */
  function checkTakenBack({ transactionId, record, differing }: SaleRow): void {
    if (setup.hasLied() || record === null || differing === null || !record.isPaid || differing.isPaid) return
    const { recordId, amount } = differing
    const shown = bank.shown(transactionId, nowMs()).filter((each) => each.recordId === recordId)
    if (recordId === record.recordId && amount === record.amount && shown.some(({ isPaid }) => isPaid))
      violated('takenBackFalsely', transactionId, 'the bank shows it paid')
  }

  function checkBooks(row: SaleRow): void {
    const { transactionId, state } = row
    const isSettled = settled(row)
    if (state === 'accepted' && !isSettled) violated('falselyAccepted', transactionId, 'at the end')
    // One that an earlier run called refused can be put right only if the bank finds it by its reference.
    const mustKnow = refusedHere.has(transactionId) || bank.ask(transactionId, nowMs()) !== undefined
    if (state === 'refused' && isSettled && mustKnow) violated('falselyRefused', transactionId, 'at the end')
    const isAskedAbout = state === 'held' && row.heldReason === 'bankUnclear'
    const isMissed = isSettled && (isAskedAbout || MUST_NOT_HIDE.includes(state))
    if (isMissed && worldHolds && isSeen(row))
      violated('booksDiffer', transactionId, `the bank has it: ${state}`)
    if (bank.tillCount(transactionId) > 1 && !overrides.has(transactionId))
      violated('duplicated', transactionId, `${bank.tillCount(transactionId)} times`)
    const view = saleView(row, {
      nowMs: nowMs(),
      nowAwakeMs: 0,
      clockAheadMs: null,
      lateAfterMinutes: 30,
      heldBecause: null,
      isTyped: () => !isMade(transactionId),
      handedBy: () => null,
    })
    if (view.standing === 'paid' && !isSettled) violated('claimedTooMuch', transactionId, 'shown as paid')
  }

  /** Another counter may have been paid for the slip, so the bank's answer or a manager's permission is needed. */
  function checkAsked(transactionId: string): void {
    const isWaived = waived.get(transactionId) === 'given'
    if (isWaived) waived.set(transactionId, 'used')
    else waived.delete(transactionId)
    if (isWaived || isMade(transactionId)) return
    const lacking = ledger.isUnasked(transactionId) ?? lacksList(transactionId)
    if (lacking === null) return
    const isPaid = bank
      .commitsOf(transactionId)
      .some(({ by, visibleAtMs }) => by === 'other' && visibleAtMs <= nowMs())
    violated('sentUnasked', transactionId, isPaid ? `paid twice: ${lacking}` : lacking)
  }

  /** Only before a first send: after one in doubt, its absence is proven. */
  function lacksList(transactionId: string): string | null {
    const row = durable.get(transactionId)
    const isFirst = row !== undefined && row.sendCount <= 1 && row.unknownSinceAwakeMs === null
    return setup.hasLists && isFirst ? lists.lacksList(asRecorded(row)) : null
  }

  /**
   * Whether a look-up by reference shows this sale's own record: an older one under the same reference hides it, and so
   * does a bank that keeps another form.
   */
  function isSeen(row: SaleRow): boolean {
    const found = bank.ask(row.transactionId, nowMs())
    const first = bank.commitsOf(row.transactionId).find(({ visibleAtMs }) => visibleAtMs <= nowMs())
    return found !== undefined && first !== undefined && isOf(row, first)
  }

  function noteForms({ before, after, event }: Written): void {
    const { transactionId } = after
    if (before === null) lists.owns(transactionId)
    if (after.state === 'accepted' && after.record !== null) lists.found(after.record.transactionId)
    if (event === 'claimed') lists.claimed(transactionId)
    if (before?.record == null) return
    if (event === 'managerSaysOther') lists.dismissed(transactionId, before.record.transactionId)
    if (event === 'managerAccepts') lists.owns(before.record.transactionId)
  }

  function checkThere(rows: readonly SaleRow[]): void {
    const bySequence = new Map(rows.map((row) => [row.sequence, row]))
    for (const [transactionId, last] of durable) {
      const row = bySequence.get(last.sequence)
      if (row?.transactionId !== transactionId) violated('lost', transactionId, 'no row')
      else if (row.version !== last.version || row.state !== last.state)
        violated('lost', transactionId, `${last.state} became ${row.state}`)
    }
    if (rows.length > durable.size) violated('lost', '', 'a row that the program did not write')
  }

  return {
    violations,
    known: (row) => {
      durable.set(row.transactionId, row)
      lists.owns(row.transactionId)
      // The bank showed it before the history starts.
      if (row.state === 'accepted' && row.record !== null) lists.found(row.record.transactionId)
      if (!recorded.has(row.transactionId)) recorded.set(row.transactionId, { row, atMs: nowMs() })
    },
    restored: (rows) => {
      durable.clear()
      for (const row of rows) durable.set(row.transactionId, row)
      stops.restored(rows)
      reads.restored()
    },
    edited: (row) => {
      edited.set(row.transactionId, row)
      // The till counts the rows in the file.
      durable.set(row.transactionId, row)
      stops.edited(row)
    },
    asRecorded,
    written: (written) => {
      const { after, before } = written
      for (const problem of stepProblems(durable.get(after.transactionId), written))
        violated('stepNotAllowed', after.transactionId, problem)
      if (before === null) recorded.set(after.transactionId, { row: after, atMs: nowMs() })
      else checkSame(after, written.event)
      noteForms(written)
      durable.set(after.transactionId, after)
      turns.written(written)
      if (written.event === 'foundSendingAtStart' || written.event === 'salvaged')
        ledger.sendEnded(after.transactionId)
      // If nothing was sent, the manager's permission still applies.
      const hasNotLeft = written.event === 'provenUnsent' && waived.get(after.transactionId) === 'used'
      if (written.event === 'managerSendsUnclear' || hasNotLeft) waived.set(after.transactionId, 'given')
      if (written.event === 'claimed') ledger.claimed(after.transactionId, after.terminalId)
      reads.written(written)
      checkClaims(written)
      stops.written(written)
    },
    read: (rows, records) => {
      for (const { transactionId, why } of reads.passedOver(rows, records))
        violated('paidPassedOver', transactionId, why)
    },
    sending: (row, sent, clientId) => {
      const { transactionId } = sent
      const sold = row === undefined ? undefined : asRecorded(row)
      if (sold?.amountWire !== sent.amountWire || sold.terminalId !== sent.terminalId)
        violated('sentOtherwise', transactionId, `${sent.amountWire} at ${sent.terminalId}`)
      if (row?.state !== 'sending') violated('sentWithoutClaim', transactionId, row?.state ?? 'no row')
      else if (durable.get(transactionId)?.state !== 'sending')
        violated('sentWithoutClaim', transactionId, 'the claim is not durable')
      if (row !== undefined && row.destination.clientId !== clientId)
        violated('sentWithoutClaim', transactionId, 'for another merchant')
      checkAsked(transactionId)
      if (inFlight.size > 0) violated('twoInFlight', transactionId, `beside ${[...inFlight].join()}`)
      if (nowMs() - gateOpenedAtMs > GATE_MS)
        violated('sentThroughClosedGate', transactionId, `${nowMs() - gateOpenedAtMs} ms after a good answer`)
      if (bank.tillCount(transactionId) > 0 && worldHolds && !overrides.has(transactionId))
        violated('duplicated', transactionId, 'sent although the bank has it')
      const forbidden = row === undefined ? null : stops.forbids(row)
      if (forbidden !== null) violated('sentInStop', transactionId, forbidden)
      inFlight.add(transactionId)
      ledger.sent(transactionId)
    },
    sendEnded: (transactionId) => {
      inFlight.delete(transactionId)
      ledger.sendEnded(transactionId)
      lists.sendEnded(transactionId)
    },
    gateOpened: () => {
      gateOpenedAtMs = nowMs()
      stops.gateOpened()
    },
    gateClosed: () => void (gateOpenedAtMs = Number.NEGATIVE_INFINITY),
    isGateOpen: () => nowMs() - gateOpenedAtMs < GATE_MS,
    logged: (text) => {
      if (hasSecret(text)) violated('secretKept', '', 'in the log')
      stops.logged(text)
      if (text.startsWith('storage.reopened')) turns.reopened()
      // An answer to the token before counts no longer, so a sale may have been asked about in vain.
      if (text.startsWith('session.renewed')) turns.unwell()
    },
    overridden: (transactionId) => void overrides.add(transactionId),
    tokenLeftDead: () => violated('tokenLeftDead', '', 'a read is refused once more for the same token'),
    broken: (problem) => violated('broken', '', problem),
    answered: () => {
      const overdue = stops.answered()
      if (overdue !== null) violated('starved', '', overdue)
    },
    unwell: () => [stops, turns].forEach((each) => each.unwell()),
    acknowledged: (transactionId, row) => {
      if (row === undefined) violated('lost', transactionId, 'acknowledged, and never written')
    },
    found: (rows) => {
      checkThere(rows)
      stops.found()
    },
    rested: (rows, left) => {
      left.forEach((heldBecause, transactionId) => violated('leftWaiting', transactionId, heldBecause))
      for (const { state, transactionId } of rows)
        if (!atRest.includes(state)) violated('stuck', transactionId, state)
    },
    finish: (rows) => {
      checkThere(rows)
      for (const row of rows) checkBooks(row)
      // All other values of a row are numbers, or written by the till itself.
      const texts = rows.map(({ record, bankMessage, note }) => ({ record, bankMessage, note }))
      if (hasSecret(JSON.stringify(texts))) violated('secretKept', '', 'in a row')
    },
  }
}
