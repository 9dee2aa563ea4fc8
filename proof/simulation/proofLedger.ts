/**
 * The checker's own record of the bank's answers about each sale, to verify every claim of absence. Times are of the
 * model; "awake" is the time that the program really ran.
 */
export interface ProofLedger {
  /** A send of it ended: no more bytes of it can leave this computer. */
  sendEnded(transactionId: string): void
  sent(transactionId: string): void
  /** From now on it may be sent, here or elsewhere: a record of it is later than earlier ends of sends. */
  claimed(transactionId: string, terminalId: string): void
  /** It was sent before the history started. @param atMs below 0, and that much awake time ago */
  wasSent(transactionId: string, terminalId: string, atMs: number): void
  /** The file of that moment is restored: the till does not know what was sent since. */
  restored(copiedAtMs: number): void
  /** A look-up got a record of that reference, or words that could mean "not found". */
  answered(transactionId: string, what: 'found' | { readonly missedAs: string }): void
  shown(): void
  searched(terminalId: string, isComplete: boolean, ids: readonly string[]): void
  /** @returns the part that the proof lacks now, or null if it is complete */
  lacks(transactionId: string, terminalId: string, needsLaterSale: boolean): string | null
  /** @returns why an unsent slip must not be sent now, or null if the bank's answer releases it */
  isUnasked(transactionId: string): string | null
}

export interface LedgerSetup {
  /** Whether no till ever made or typed a reference. */
  readonly isOfNobody: (transactionId: string) => boolean
  readonly nowMs: () => number
  readonly trulyAwakeMs: () => number
  readonly sleepCount: () => number
  /** Time that passed while the program was blocked in the middle of a step. */
  readonly stalledMs: () => number
  readonly quietMs: number
}

interface Moment {
  readonly atMs: number
  readonly awakeMs: number
}

interface Kept extends Moment {
  readonly sleepCount: number
}

interface Miss extends Kept {
  readonly shape: string
}

const MISSES_MIN = 3
/** This many references that cannot exist must have got the same words. */
const SHAPES_MIN = 2
const SPREAD_SHARE = 4
const CONTROL_WITHIN_MS = 61_000
/** An answer releases a slip for half a minute. */
const ASKED_WITHIN_MS = 31_000
/** All of them must be empty if nothing else shows that the bank can be read. */
const TERMINALS_OF_CLIENT = 2
/** Awake time is stored in whole ms. */
const ROUNDING_MS = 3
/** The most that awakeClock.ts credits if the monotonic clock runs during sleep. */
const CREDIT_PER_SLEEP_MS = 30_000

export function createProofLedger(setup: LedgerSetup): ProofLedger {
  const { isOfNobody, nowMs, trulyAwakeMs, sleepCount, stalledMs, quietMs } = setup
  /** Every end of a send, in order of time. */
  const ends = new Map<string, Kept[]>()
  const sends = new Map<string, { readonly terminalId: string; readonly awakeMs: number }>()
  const misses = new Map<string, Miss[]>()
  /** How often references that no till ever made got these words, which therefore mean "not found" at this bank. */
  const shapes = new Map<string, number>()
  const finds: { readonly atMs: number; readonly transactionId: string }[] = []
  /** When reads showed records, and the bank's last answer about each reference. */
  const shows: number[] = []
  const latest = new Map<
    string,
    { readonly atMs: number; readonly runMs: number; readonly shape: string | null }
  >()
  /** Terminals whose complete search showed nothing, since a search last showed a record. */
  const emptyTerminals = new Set<string>()
  const searches = new Map<string, { runMs: number; isComplete: boolean; ids: readonly string[] }>()
  /**
   * Model time without the stalls of a slow disk: during those the program does nothing, so a proof may continue
   * across them.
   */
  const runMs = (): number => nowMs() - stalledMs()

  const now = (): Kept => ({ atMs: nowMs(), awakeMs: trulyAwakeMs(), sleepCount: sleepCount() })

  function ended(transactionId: string, moment: Kept): void {
    const list = ends.get(transactionId)
    if (list === undefined) ends.set(transactionId, [moment])
    else list.push(moment)
  }

  /** Awake time between two moments, as much as the program may have counted. */
  const between = (from: Kept, to: Kept): number =>
    to.awakeMs - from.awakeMs + ROUNDING_MS + CREDIT_PER_SLEEP_MS * (to.sleepCount - from.sleepCount)

  const isValid = (miss: Miss): boolean =>
    (shapes.get(miss.shape) ?? 0) >= SHAPES_MIN &&
    finds.some(({ atMs }) => atMs >= miss.atMs && atMs - miss.atMs <= CONTROL_WITHIN_MS)

  function quietLacks(transactionId: string, end: Kept): string | null {
    let count = 0
    let last = end
    for (const miss of misses.get(transactionId) ?? []) {
      if (miss.atMs < end.atMs || between(last, miss) < quietMs / SPREAD_SHARE || !isValid(miss)) continue
      count += 1
      last = miss
    }
    if (count < MISSES_MIN) return `only ${count} "not found" spread over the quiet period, with a control`
    const newest = (misses.get(transactionId) ?? []).findLast(isValid)
    if (newest === undefined || between(end, newest) < quietMs) return 'the quiet period is not over'
    return null
  }

  return {
    sendEnded: (transactionId) => ended(transactionId, now()),
    sent: (transactionId) => {
      // An answer covers one attempt: before the next, another counter may have been paid for the slip.
      latest.delete(transactionId)
      ended(transactionId, now())
    },
    claimed: (transactionId, terminalId) =>
      void sends.set(transactionId, { terminalId, awakeMs: trulyAwakeMs() }),
    wasSent: (transactionId, terminalId, atMs) => {
      ended(transactionId, { atMs, awakeMs: atMs, sleepCount: 0 })
      sends.set(transactionId, { terminalId, awakeMs: atMs })
    },
    restored: (copiedAtMs) => {
      for (const [transactionId, list] of ends)
        ends.set(
          transactionId,
          list.filter(({ atMs }) => atMs <= copiedAtMs),
        )
    },
    shown: () => void shows.push(nowMs()),
    answered: (transactionId, what) => {
      const shape = what === 'found' ? null : what.missedAs
      latest.set(transactionId, { atMs: nowMs(), runMs: runMs(), shape })
      if (shape === null) {
        finds.push({ atMs: nowMs(), transactionId })
        return
      }
      if (isOfNobody(transactionId)) shapes.set(shape, (shapes.get(shape) ?? 0) + 1)
      const list = misses.get(transactionId)
      if (list === undefined) misses.set(transactionId, [{ ...now(), shape }])
      else list.push({ ...now(), shape })
    },
    isUnasked: (transactionId) => {
      const answer = latest.get(transactionId)
      if (answer === undefined) return 'the bank was not asked'
      const { atMs, shape } = answer
      if (shape === null) return 'the bank shows it'
      if (runMs() - answer.runMs > ASKED_WITHIN_MS) return 'the answer is old'
      if ((shapes.get(shape) ?? 0) < SHAPES_MIN) return `the answer was ${shape}`
      const isNear = (shownAtMs: number): boolean => Math.abs(shownAtMs - atMs) <= CONTROL_WITHIN_MS
      const isShown = shows.some(isNear) || finds.some((find) => isNear(find.atMs))
      return isShown || emptyTerminals.size >= TERMINALS_OF_CLIENT ? null : 'no control'
    },
    searched: (terminalId, isComplete, ids) => {
      searches.set(terminalId, { runMs: runMs(), isComplete, ids })
      if (ids.length > 0) emptyTerminals.clear()
      else if (isComplete) emptyTerminals.add(terminalId)
    },
    lacks: (transactionId, terminalId, needsLaterSale) => {
      const end = ends.get(transactionId)?.at(-1)
      if (end === undefined) return 'it was never sent'
      const quiet = quietLacks(transactionId, end)
      if (quiet !== null) return quiet
      const search = searches.get(terminalId)
      if (search === undefined || search.runMs !== runMs()) return 'no search'
      if (!search.isComplete) return 'the search was incomplete'
      if (search.ids.includes(transactionId)) return 'the search shows it'
      if (!needsLaterSale) return null
      const isLater = (id: string): boolean => {
        const sent = sends.get(id)
        return (
          sent !== undefined && sent.terminalId === terminalId && sent.awakeMs >= end.awakeMs - ROUNDING_MS
        )
      }
      return search.ids.some(isLater) ? null : 'no later sale is visible'
    },
  }
}
