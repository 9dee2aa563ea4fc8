import type { Clock } from '../../ports.ts'
import { instantOf, passedMs, type Instant } from '../../clock/instant.ts'
import { isSameDestination, type Destination } from '../../gateway/destination.ts'
import type { Moment } from '../rules/change.ts'
import type { MissTemplate } from '../rules/missTemplate.ts'

/**
 * What this run has learned of its way to the bank. Another client, another token's way, a sleep or a reopened file may
 * make all of it false, so it is one value, made anew when the way changes. A question writes only into the value that
 * it was asked under: an answer from before a sleep then teaches nothing after it.
 */
export interface Learned {
  readonly gate: Gate
  readonly cleanReads: CleanReads
  readonly seen: RecordsSeen
  /** Sales that may be sent: the bank does not show them, or a manager sends them without its answer. */
  readonly answered: RecentAnswers
  /** The generation of the token that they were given to. */
  answeredTo: number | null
  /** The first "not found" of sales that no list covers. */
  readonly missed: RecentAnswers
  /** What the last complete search of a terminal covers, by destination and terminal. */
  readonly covered: Map<string, Covered>
  searchFailureCount: number
  /** No search before then, monotonic ms. */
  searchNotBeforeMs: number
  emptySearch: EmptySearch
  /** By client and kind of reference. */
  readonly notFound: Map<string, NotFoundWords>
  /** The last ones read for a client without a record. */
  lists: ListsRead | null
  /** When this drain checked its token's age, monotonic ms; null before. */
  tokenCheckedAtMs: number | null
}

/** What a question was asked under, and when: another answer may come before its own. */
export interface Asked {
  readonly learned: Learned
  readonly at: Moment
}

export function askedNow({ way, now }: { readonly way: Way; readonly now: () => Moment }): Asked {
  return { learned: way.learned(), at: now() }
}

/** The way to the bank, and what was learned of it. */
export interface Way {
  learned(): Learned
  /** The connection may have changed: sign-in, sign-out, network, resume, a reopened file. */
  changed(): void
}

export function createWay(clock: Clock): Way {
  let learned = learnedNothing(clock)
  return {
    learned: () => learned,
    changed: () => {
      learned = learnedNothing(clock)
    },
  }
}

function learnedNothing(clock: Clock): Learned {
  return {
    gate: createGate(clock),
    cleanReads: createCleanReads(),
    seen: createRecordsSeen(clock),
    answered: createRecentAnswers(clock, ASKED_FOR_MS),
    answeredTo: null,
    missed: createRecentAnswers(clock, FIRST_MISS_MS_MAX),
    covered: new Map(),
    searchFailureCount: 0,
    searchNotBeforeMs: 0,
    emptySearch: NOTHING_SAID,
    notFound: new Map(),
    lists: null,
    tokenCheckedAtMs: null,
  }
}

/**
 * The question about a reference has found its record: while young, that is a control (docs/delivery.md, "Not found"),
 * and the words for "not found" are still not those for everything.
 */
export function noteFound(
  learned: Learned,
  clock: Clock,
  destination: Destination,
  transactionId: string,
): void {
  learned.seen.note(destination, transactionId)
  for (const words of learned.notFound.values()) words.confirmedAt = instantOf(clock)
}

/** How long one good answer keeps the gate open (docs/delivery.md, "Rules"), ms. */
const OPEN_FOR_MS = 30_000

/**
 * No `logtransaction` is sent unless a GET with the current token was answered cleanly within the last 30 s. With a
 * captive portal, a dead token or a bank that is down, nothing is sent at all.
 */
export interface Gate {
  /** Whether it was opened, lately, by an answer to the token of this very generation. */
  isOpen(generation: number | null): boolean
  /** @param at when the answer came; of a list whose last page may be old, when it was asked for. Default: now */
  open(generation: number, at?: Instant): void
  /** After every send whose outcome is unknown. */
  close(): void
}

export function createGate(clock: Clock): Gate {
  let opened: { readonly at: Instant; readonly generation: number } | null = null
  return {
    isOpen: (generation) =>
      opened !== null && opened.generation === generation && passedMs(clock, opened.at) < OPEN_FOR_MS,
    open: (generation, at = instantOf(clock)) => {
      opened = { at, generation }
    },
    close: () => {
      opened = null
    },
  }
}

/** A trial follows two clean answers of the gate at least this far apart, awake ms. */
export const CLEAN_READS_APART_MS = 15_000

/** The gate's clean answers since the last unknown outcome: a single one may be luck. Times are awake ms. */
export interface CleanReads {
  answered(nowMs: number): void
  /** A read or a send failed: earlier answers no longer count. */
  forget(): void
  /** Time until the next question, ms; null if two answers are far enough apart. */
  nextInMs(nowMs: number): number | null
}

export function createCleanReads(): CleanReads {
  let firstMs: number | null = null
  let isEnough = false
  return {
    answered: (nowMs) => {
      if (firstMs === null) firstMs = nowMs
      else if (nowMs - firstMs >= CLEAN_READS_APART_MS) isEnough = true
    },
    forget: () => {
      firstMs = null
      isEnough = false
    },
    nextInMs: (nowMs) => {
      if (isEnough) return null
      return firstMs === null ? 0 : Math.max(0, firstMs + CLEAN_READS_APART_MS - nowMs)
    },
  }
}

interface SeenRecord {
  readonly transactionId: string
  readonly at: Instant
}

/** A destination's last record that a read showed: while young, it is a control (docs/delivery.md, "Not found"). */
export interface RecordsSeen {
  note(destination: Destination, transactionId: string): void
  last(destination: Destination): SeenRecord | null
}

function createRecordsSeen(clock: Clock): RecordsSeen {
  let seen: (SeenRecord & { readonly destination: Destination }) | null = null
  return {
    note: (destination, transactionId) => {
      seen = { destination, transactionId, at: instantOf(clock) }
    },
    last: (destination) => (seen !== null && isSameDestination(seen.destination, destination) ? seen : null),
  }
}

/** How long an answer about a sale counts before its send. */
export const ASKED_FOR_MS = 30_000
/** The first of two "not found" is not older than this, awake ms. */
const FIRST_MISS_MS_MAX = 10 * 60_000

/** Attempts, by a key, about which the bank answered recently. Answers too old to count are dropped. */
export interface RecentAnswers {
  /** @param at when it was answered: the time taken to believe it makes it no younger */
  note(attempt: string, at: Instant): void
  has(attempt: string): boolean
  /** When it was answered; null where that is too old, or was not. */
  at(attempt: string): Instant | null
  count(): number
  forget(): void
}

export function createRecentAnswers(clock: Clock, countsForMs: number): RecentAnswers {
  const answered = new Map<string, Instant>()
  const isOver = (at: Instant): boolean => passedMs(clock, at) >= countsForMs
  function at(attempt: string): Instant | null {
    const found = answered.get(attempt)
    return found === undefined || isOver(found) ? null : found
  }
  return {
    note: (attempt, when) => {
      for (const [other, since] of answered) if (isOver(since)) answered.delete(other)
      answered.set(attempt, when)
    },
    has: (attempt) => at(attempt) !== null,
    at,
    count: () => answered.size,
    forget: () => answered.clear(),
  }
}

/** What a complete search of a terminal covers (verification.ts). */
export interface Covered {
  /** The newest sale of the backlog it was made for. */
  readonly sequence: number
  /** It starts with the day on which the oldest of them was recorded; it says nothing about earlier days. */
  readonly fromMs: number
  /** When it started, awake ms. */
  readonly sinceMs: number
  /** When all of it was read. */
  readonly readAt: Instant
  /** References of rows that could not be read, in capitals. */
  readonly mayHide: ReadonlySet<string>
}

/** The words of an empty search so far, their count and last time (awake ms), and whether they were proven. */
export interface EmptySearch {
  readonly words: string
  readonly count: number
  readonly atMs: number
  readonly isProven: boolean
}

export const NOTHING_SAID: EmptySearch = { words: '', count: 0, atMs: 0, isProven: false }

/** What this bank says for a reference of a kind that cannot exist (absence.ts). */
export interface NotFoundWords {
  readonly template: MissTemplate
  /** When the same call last found a record: it does not give these words to every request. */
  confirmedAt: Instant | null
}

/** What the lists of all of a client's terminals said together; on a first day they are empty. */
export interface ListsRead {
  readonly clientId: string
  readonly terminalId: string
  /** All of them were read, and have no record. */
  readonly areEmpty: boolean
  /** How long that counts, ms. */
  readonly forMs: number
  readonly at: Instant
}
