import type { SaleRow } from '../electron/outbox/saleRow.ts'
import { saleView } from '../electron/outbox/saleView.ts'
import { atRest, leavesTo, type Invariant, type Violation } from './invariants.ts'
import { ACCOUNT_NUMBER, type ModelBank, type ModelCommit } from './modelBank.ts'
import { TOKEN_PREFIX } from './modelDesk.ts'
import type { Written } from './modelStore.ts'
import type { ProofLedger } from './proofLedger.ts'

/** Watches one history from the outside: it knows the bank's books, which the program does not. */
export interface Checker {
  /** A row of the file that the history begins with. */
  known(row: SaleRow): void
  /** A person put an older copy of the file back: what it lacks is gone by his doing. */
  restored(rows: readonly SaleRow[]): void
  /** A write has become durable. */
  written(written: Written): void
  sending(row: SaleRow | undefined, transactionId: string, clientId: string | null): void
  sendEnded(transactionId: string): void
  /** The service answered a read of the gate's kind cleanly. */
  gateOpened(): void
  /** The way to the bank changed: no answer from before vouches for it. */
  gateClosed(): void
  isGateOpen(): boolean
  /** A line of the log. */
  logged(text: string): void
  /** A person decided to send again: from here on a second settlement is his. */
  overridden(transactionId: string): void
  broken(problem: string): void
  /** The file as a run finds it. */
  found(rows: readonly SaleRow[]): void
  /** Long enough after the last fault. */
  rested(rows: readonly SaleRow[]): void
  /** After a person has decided what was left to him. */
  finish(rows: readonly SaleRow[]): void
  readonly violations: readonly Violation[]
}

export interface CheckerSetup {
  readonly bank: ModelBank
  readonly ledger: ProofLedger
  readonly nowMs: () => number
  /** Whether the world keeps design §5.4's assumption; where it does not, a proof may be wrong through no fault. */
  readonly worldHolds: boolean
}

/** A sale of these that the bank shows has to turn up by itself. */
const MUST_NOT_HIDE: readonly SaleRow['state'][] = ['queued', 'review', 'cancelled', 'writtenOff']
const GATE_MS = 30_000
/** A record from longer before than this is an older sale with the same reference (design §4). */
const OLD_RECORD_MS = 24 * 60 * 60_000

export function createChecker(setup: CheckerSetup): Checker {
  const { bank, ledger, nowMs, worldHolds } = setup
  const violations: Violation[] = []
  /** The newest durable row of every acknowledged sale, by reference, and how it was recorded. */
  const durable = new Map<string, SaleRow>()
  const recorded = new Map<string, { readonly row: SaleRow; readonly atMs: number }>()
  const inFlight = new Set<string>()
  const overrides = new Set<string>()
  let gateOpenedAtMs = Number.NEGATIVE_INFINITY

  function violated(invariant: Invariant, transactionId: string, detail: string): void {
    violations.push({ invariant, transactionId, atMs: nowMs(), detail })
  }

  /** Whether a settlement is what this sale calls its own. */
  function isOf(row: SaleRow, commit: ModelCommit): boolean {
    const isSame = commit.amountKobo === row.amountKobo && commit.terminalId === row.terminalId
    const since = recorded.get(row.transactionId)?.atMs ?? 0
    return isSame && commit.atMs >= since - OLD_RECORD_MS
  }

  function settled(row: SaleRow): boolean {
    return bank.commitsOf(row.transactionId).some((commit) => isOf(row, commit))
  }

  function checkStep({ before, after, event }: Written): void {
    const { transactionId } = after
    const last = durable.get(transactionId)
    if (last?.version !== before?.version || last?.state !== before?.state) {
      violated('stepNotAllowed', transactionId, `${event} from a row that was not there`)
    } else if (before === null) {
      if (after.state !== 'queued' || after.version !== 1) violated('stepNotAllowed', transactionId, event)
    } else {
      const isMove = event !== 'noted'
      const isAllowed = isMove ? leavesTo[before.state].includes(after.state) : before.state === after.state
      if (!isAllowed) violated('stepNotAllowed', transactionId, `${before.state} → ${after.state} (${event})`)
      if (after.version !== before.version + 1) violated('stepNotAllowed', transactionId, 'version')
    }
  }

  function checkSame(after: SaleRow, event: string): void {
    const first = recorded.get(after.transactionId)?.row
    const isSame =
      first !== undefined &&
      first.sequence === after.sequence &&
      first.amountKobo === after.amountKobo &&
      first.amountWire === after.amountWire &&
      first.terminalId === after.terminalId &&
      first.recordedAtMs === after.recordedAtMs &&
      first.destination.clientId === after.destination.clientId
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
      const isPaid = bank
        .commitsOf(transactionId)
        .some((commit) => commit.paidAtMs <= nowMs() && isOf(after, commit))
      if (!isPaid) violated('claimedTooMuch', transactionId, event)
    }
    if (event === 'absentResend' || event === 'absentAsk' || event === 'absentAfterNo') {
      const lacking = ledger.lacks(transactionId, after.terminalId, event !== 'absentAfterNo')
      if (lacking !== null) violated('resentWithoutProof', transactionId, `${event}: ${lacking}`)
    }
    if (event === 'absentResend' && (before?.resendCount ?? 0) > 0)
      violated('resentWithoutProof', transactionId, 'a second resend')
  }

  function checkBooks(row: SaleRow): void {
    const { transactionId, state } = row
    const isSettled = settled(row)
    if (state === 'accepted' && !isSettled) violated('falselyAccepted', transactionId, 'at the end')
    if (state === 'refused' && isSettled) violated('falselyRefused', transactionId, 'at the end')
    const isMissed = isSettled && MUST_NOT_HIDE.includes(state)
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
    })
    if (view.settlement === 'paid' && !isSettled) violated('claimedTooMuch', transactionId, 'shown as paid')
  }

  /** Whether a look-up by reference shows this sale's own record: an older one under the same reference hides it. */
  function isSeen(row: SaleRow): boolean {
    const found = bank.find(row.transactionId, nowMs())
    const first = bank.commitsOf(row.transactionId).find(({ visibleAtMs }) => visibleAtMs <= nowMs())
    return found !== undefined && first !== undefined && isOf(row, first)
  }

  function checkThere(rows: readonly SaleRow[]): void {
    for (const [transactionId, last] of durable) {
      const row = rows[last.sequence - 1]
      if (row?.transactionId !== transactionId) violated('lost', transactionId, 'no row')
      else if (row.version !== last.version || row.state !== last.state)
        violated('lost', transactionId, `${last.state} became ${row.state}`)
    }
    if (rows.length > durable.size) violated('lost', '', 'a row that nobody wrote')
  }

  return {
    violations,
    known: (row) => {
      durable.set(row.transactionId, row)
      if (!recorded.has(row.transactionId)) recorded.set(row.transactionId, { row, atMs: nowMs() })
    },
    restored: (rows) => {
      durable.clear()
      for (const row of rows) durable.set(row.transactionId, row)
    },
    written: (written) => {
      const { after, before } = written
      checkStep(written)
      if (before === null) recorded.set(after.transactionId, { row: after, atMs: nowMs() })
      else checkSame(after, written.event)
      durable.set(after.transactionId, after)
      if (written.event === 'foundSendingAtStart' || written.event === 'salvaged')
        ledger.sendEnded(after.transactionId)
      if (written.event === 'claimed') ledger.claimed(after.transactionId, after.terminalId)
      checkClaims(written)
    },
    sending: (row, transactionId, clientId) => {
      if (row?.state !== 'sending') violated('sentWithoutClaim', transactionId, row?.state ?? 'no row')
      else if (durable.get(transactionId)?.state !== 'sending')
        violated('sentWithoutClaim', transactionId, 'the claim is not durable')
      if (row !== undefined && row.destination.clientId !== clientId)
        violated('sentWithoutClaim', transactionId, 'for another merchant')
      if (inFlight.size > 0) violated('twoInFlight', transactionId, `beside ${[...inFlight].join()}`)
      if (nowMs() - gateOpenedAtMs > GATE_MS)
        violated('sentThroughClosedGate', transactionId, `${nowMs() - gateOpenedAtMs} ms after a good answer`)
      if (bank.tillCount(transactionId) > 0 && worldHolds && !overrides.has(transactionId))
        violated('duplicated', transactionId, 'sent although the bank has it')
      inFlight.add(transactionId)
      ledger.sent(transactionId)
    },
    sendEnded: (transactionId) => {
      inFlight.delete(transactionId)
      ledger.sendEnded(transactionId)
    },
    gateOpened: () => {
      gateOpenedAtMs = nowMs()
    },
    gateClosed: () => {
      gateOpenedAtMs = Number.NEGATIVE_INFINITY
    },
    isGateOpen: () => nowMs() - gateOpenedAtMs < GATE_MS,
    logged: (text) => {
      if (hasSecret(text)) violated('secretKept', '', 'in the log')
    },
    overridden: (transactionId) => void overrides.add(transactionId),
    broken: (problem) => violated('broken', '', problem),
    found: checkThere,
    rested: (rows) => {
      for (const { state, transactionId } of rows)
        if (!atRest.includes(state)) violated('stuck', transactionId, state)
    },
    finish: (rows) => {
      checkThere(rows)
      for (const row of rows) checkBooks(row)
      // Everything else in a row is a number, or was written by the till itself.
      const texts = rows.map(({ record, bankMessage, note }) => ({ record, bankMessage, note }))
      if (hasSecret(JSON.stringify(texts))) violated('secretKept', '', 'in a row')
    },
  }
}

function hasSecret(text: string): boolean {
  return text.includes(ACCOUNT_NUMBER) || text.includes(TOKEN_PREFIX)
}
