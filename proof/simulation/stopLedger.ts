import type { SaleRow } from '../../electron/outbox/rules/saleRow.ts'
import type { Written } from './modelStore.ts'

/**
 * The checker's own record of stops: when sending must stop for unknown outcomes, which sales may still be sent, and
 * when a recovered bank must get a sale. Nothing here comes from stop.ts or turns.ts.
 */
export interface StopLedger {
  /** A durable row. */
  written(written: Pick<Written, 'after' | 'event'>): void
  /** The file as a run finds it, or as a person restored it from a copy. */
  found(): void
  restored(rows: readonly SaleRow[]): void
  /** A row was changed from outside: the till counts the rows in the file. */
  edited(row: SaleRow): void
  /** A clean answer of the gate's kind. */
  gateOpened(): void
  /** Bytes are about to leave. @returns the reason why they must not, or null */
  forbids(row: SaleRow): string | null
  /** @returns whether the sale was unknown during a stop */
  wasInStop(transactionId: string): boolean
  /** A line of the log: one says that a search before a first send was incomplete, and how long it waits for the next. */
  logged(line: string): void
  /** @returns whether a sale may still wait for the delay after such a search */
  maySearchBePutOff(): boolean
  /** A fault on the connection, or a change of it: from now on the bank must show again that it is healthy. */
  unwell(): void
  /** The bank answered a read honestly. @returns how long a sale is overdue that should have left, or null */
  answered(): string | null
}

export interface StopLedgerSetup {
  readonly nowMs: () => number
  readonly trulyAwakeMs: () => number
  /** The awake time that the program may have counted too much so far, ms. */
  readonly creditMs: () => number
  readonly rows: () => Iterable<SaleRow>
  /** Awake time as in rows. */
  readonly awakeMs: () => number
  readonly clientId: string
  /** How long a list takes at most, ms. */
  readonly listMsMax: number
  /** Nothing outside keeps the program from sending now. */
  readonly isFree: () => boolean
  /** The program says that it waits to search for the next sale. */
  readonly isSearchPutOff: () => boolean
}

const OPEN_MAX = 5
const ROW_MAX = 3
const READS_APART_MS = 15_000
const DELAY_MS = 60_000
const DELAY_MS_MAX = 16 * 60_000
/** A healthy bank gets its next send within a minute; a search, a login and slow answers may be added. */
const OVERDUE_MS = 75_000
/** Of the search and of a control. */
const LISTS_FIRST = 3
const ROUNDING_MS = 3
/** After an incomplete search before a first send, the sale waits for its delay: at most this long. */
const PUT_OFF_MS_MAX = 5 * 60_000
const VAIN_SEARCH = /^worker\.verifyIncomplete .*"delayMs":([0-9.]+)/u
/** Made by a till; any other reference is on a slip. */
const MADE = /^[0-9A-Z]{26}$/u
const SEND_ENDS: ReadonlySet<string> = new Set(['acceptedByAnswer', 'outcomeUnknown', 'provenUnsent'])
/** As far as known, none of these was sent since it was last claimed. */
const NOT_SENT: readonly SaleRow['state'][] = ['queued', 'sending', 'held', 'cancelled']

export function createStopLedger(setup: StopLedgerSetup): StopLedger {
  const { nowMs, trulyAwakeMs, creditMs, rows, clientId } = setup
  /** Sales that were unknown during a stop. */
  const stopped = new Set<string>()
  const everUnknown = new Set<string>()
  /** Unknown trials of a terminal's current stop, by reference. */
  let trials = new Set<string>()
  let trialsOf = ''
  /** The newest claim, if it was a trial. */
  let claimedAsTrial: string | null = null
  /** When a terminal's last outcome was unknown, and what the program may have counted too much until then. */
  const lastUnknown = new Map<string, { readonly awakeMs: number; readonly creditMs: number }>()
  /** When the last send began, and then when it ended: the program does nothing else meanwhile. */
  let lastSentAwakeMs = Number.NEGATIVE_INFINITY
  let cleanReads: number[] = []
  let wellSinceAwakeMs: number | null = null
  let searchedInVainAwakeMs = Number.NEGATIVE_INFINITY
  /** When its delay ends: no answer may come meanwhile, so that nothing is checked then. */
  let putOffUntilAwakeMs = Number.NEGATIVE_INFINITY
  /** An older file restores the awake time of its copy, and so the delay of the next trial. */
  let restoredAwakeMs = Number.NEGATIVE_INFINITY
  /** Since when a sale waits that may be sent. */
  let candidate: { readonly id: string; readonly sinceAwakeMs: number } | null = null

  const own = (): SaleRow[] => [...rows()].filter(({ destination }) => destination.clientId === clientId)
  const openOf = (all: readonly SaleRow[]): number => all.filter(({ state }) => state === 'unknown').length

  const maySearchBePutOff = (): boolean =>
    trulyAwakeMs() - searchedInVainAwakeMs <= PUT_OFF_MS_MAX + ROUNDING_MS

  /** Whether the last three sent from a terminal are all unknown. */
  function isRowOfThree(all: readonly SaleRow[], terminalId: string): boolean {
    const sent = all.filter(
      (row) => row.terminalId === terminalId && row.sendCount > 0 && !NOT_SENT.includes(row.state),
    )
    if (sent.length < ROW_MAX) return false
    const inOrder = sent.toSorted(
      (left, right) => (left.sentAwakeMs ?? 0) - (right.sentAwakeMs ?? 0) || left.sequence - right.sequence,
    )
    return inOrder.slice(-ROW_MAX).every(({ state }) => state === 'unknown')
  }

  function terminalStopped(all: readonly SaleRow[]): string | undefined {
    return [...new Set(all.map(({ terminalId }) => terminalId))].find((id) => isRowOfThree(all, id))
  }

  function remember(): void {
    const all = own()
    const open = openOf(all)
    if (open < ROW_MAX || (open < OPEN_MAX && terminalStopped(all) === undefined)) return
    for (const row of all) if (row.state === 'unknown') stopped.add(row.transactionId)
  }

  const intervalMs = (): number =>
    trials.size === 0 ? 0 : Math.min(DELAY_MS * 2 ** (trials.size - 1), DELAY_MS_MAX)

  const mayGo = (row: SaleRow): boolean =>
    MADE.test(row.transactionId) && row.resendCount === 0 && !everUnknown.has(row.transactionId)

  function trialForbids(row: SaleRow): string | null {
    if (!MADE.test(row.transactionId)) return 'a reference that was typed'
    if (row.resendCount > 0 || everUnknown.has(row.transactionId)) return 'a sale that may have left before'
    const [first] = cleanReads
    const last = cleanReads.at(-1)
    if (first === undefined || last === undefined || last - first < READS_APART_MS - ROUNDING_MS)
      return 'no two clean answers 15 s apart'
    const unknown = lastUnknown.get(row.terminalId)
    if (unknown === undefined) return null
    const passedMs = trulyAwakeMs() - unknown.awakeMs + creditMs() - unknown.creditMs + ROUNDING_MS
    return passedMs < intervalMs() ? `${passedMs} ms after trial ${trials.size}` : null
  }

  return {
    written: ({ after, event }) => {
      const { transactionId, state } = after
      if (SEND_ENDS.has(event)) lastSentAwakeMs = trulyAwakeMs()
      if (event === 'outcomeUnknown' || event === 'foundSendingAtStart') {
        lastUnknown.set(after.terminalId, { awakeMs: trulyAwakeMs(), creditMs: creditMs() })
        cleanReads = []
      }
      if (event === 'claimed') {
        const others = own().filter((row) => row.transactionId !== transactionId)
        // The stop had ended, even if nothing of this sale leaves: the next one counts its own trials.
        if (trialsOf === after.terminalId && !isRowOfThree(others, trialsOf)) trials = new Set()
        claimedAsTrial = isRowOfThree(others, after.terminalId) ? transactionId : null
      }
      // The program ended before it sent it, and cannot know that nothing left.
      if (event === 'foundSendingAtStart' && claimedAsTrial === transactionId) {
        if (trialsOf !== after.terminalId) trials = new Set()
        trialsOf = after.terminalId
        trials.add(transactionId)
      }
      // Proven unsent, so it was no trial.
      if (event === 'provenUnsent') trials.delete(transactionId)
      if (state === 'unknown') everUnknown.add(transactionId)
      if (event !== 'noted') remember()
    },
    found: () => {
      for (const row of rows())
        if (row.state === 'unknown' || row.unknownSinceAwakeMs !== null) everUnknown.add(row.transactionId)
      remember()
      wellSinceAwakeMs = null
    },
    restored: (copy) => {
      // To the till, sales sent after the copy are like unsent ones.
      stopped.clear()
      for (const row of copy) if (row.inStop) stopped.add(row.transactionId)
      // The stop and its trials are those in the file.
      const left = copy.filter((row) => row.state === 'unknown' && row.trialNumber > 0)
      trials = new Set(left.map(({ transactionId }) => transactionId))
      trialsOf = left.at(-1)?.terminalId ?? ''
      restoredAwakeMs = trulyAwakeMs()
      wellSinceAwakeMs = null
    },
    edited: ({ transactionId, terminalId }) => {
      if (terminalId !== trialsOf) trials.delete(transactionId)
    },
    gateOpened: () => void cleanReads.push(nowMs()),
    forbids: (row) => {
      lastSentAwakeMs = trulyAwakeMs()
      const all = own().filter(({ transactionId }) => transactionId !== row.transactionId)
      if (openOf(all) >= OPEN_MAX) return `${openOf(all)} are open`
      const isStopped = isRowOfThree(all, row.terminalId)
      // Another stop counts its own trials.
      if (isStopped ? trialsOf !== row.terminalId : trialsOf === row.terminalId) trials = new Set()
      if (!isStopped) return null
      trialsOf = row.terminalId
      const why = trialForbids(row)
      trials.add(row.transactionId)
      return why
    },
    wasInStop: (transactionId) => stopped.has(transactionId),
    logged: (line) => {
      const delayMs = VAIN_SEARCH.exec(line)?.[1]
      if (delayMs === undefined) return
      searchedInVainAwakeMs = trulyAwakeMs()
      putOffUntilAwakeMs = searchedInVainAwakeMs + Math.min(Number(delayMs), PUT_OFF_MS_MAX)
    },
    maySearchBePutOff,
    unwell: () => {
      wellSinceAwakeMs = null
    },
    answered: () => {
      const nowAwakeMs = trulyAwakeMs()
      const all = own()
      const isPutOff = setup.isSearchPutOff() && maySearchBePutOff()
      const isOff = isPutOff || !setup.isFree() || openOf(all) < ROW_MAX || openOf(all) >= OPEN_MAX
      const terminalId = isOff ? undefined : terminalStopped(all)
      if (terminalId === undefined) {
        wellSinceAwakeMs = null
        return null
      }
      wellSinceAwakeMs ??= nowAwakeMs
      const waiting = all.find(
        (row) =>
          row.state === 'queued' &&
          row.dueAwakeMs <= setup.awakeMs() &&
          (row.terminalId !== terminalId || mayGo(row)),
      )
      if (waiting === undefined) {
        candidate = null
        return null
      }
      if (candidate?.id !== waiting.transactionId)
        candidate = { id: waiting.transactionId, sinceAwakeMs: nowAwakeMs }
      const fromMs = Math.max(
        wellSinceAwakeMs,
        putOffUntilAwakeMs,
        candidate.sinceAwakeMs,
        lastSentAwakeMs,
        Math.max(lastUnknown.get(terminalId)?.awakeMs ?? 0, restoredAwakeMs) + intervalMs(),
      )
      if (nowAwakeMs - fromMs <= OVERDUE_MS + LISTS_FIRST * setup.listMsMax) return null
      wellSinceAwakeMs = nowAwakeMs
      return `${waiting.transactionId} waits ${Math.round((nowAwakeMs - fromMs) / 1_000)} s too long`
    },
  }
}
