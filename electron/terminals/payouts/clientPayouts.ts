import type { Cashier } from '../../../shared/people.ts'
import {
  acknowledged,
  firstSight,
  judgeRecord,
  judgeRow,
  outdatedBy,
  type Judged,
  type Judging,
  type Outdated,
} from './payoutRules.ts'
import {
  forDisk,
  idKey,
  NOTHING_WATCHED,
  type Account,
  type Explanation,
  type PayoutState,
  type Values,
  type Watched,
} from './payoutState.ts'
import { newsOf, PAYOUT_KINDS, type PayoutEntry, type PayoutStore } from './payoutStore.ts'
import { changeDetail, versionOf } from './payoutView.ts'

/** A row of the bank's list, and the number of the question that it answers. */
interface Row {
  readonly terminalId: string
  readonly values: Values
  readonly question: number
}

/** The account in the record of a sale. */
export interface Paid {
  readonly terminalId: string
  readonly account: Account
  /** When the service received the sale, by its clock; undefined if that cannot be read. */
  readonly receivedMs: number | undefined
}

export interface ClientPayoutsOptions {
  readonly store: Pick<PayoutStore, 'read' | 'write' | 'terminalsWithSales'>
  readonly isReadOnly: () => boolean
  readonly isKeyKept: () => boolean
  readonly questions: () => number
  /** By this computer's clock, and by the service's. */
  readonly now: () => { readonly nowMs: number; readonly bankNowMs: number }
}

/** What is remembered of a terminal in this run. */
interface Memory {
  readonly outdated: Outdated
  readonly latest: number
  /** What showed a change in flight, in the order in which it came. */
  readonly pending: readonly (Row | Paid)[]
}

const isOf =
  (terminalId: string) =>
  (each: { readonly terminalId: string }): boolean =>
    idKey(each.terminalId) === idKey(terminalId)

const NOTHING: Memory = { outdated: outdatedBy(0), latest: 0, pending: [] }
/** Rows kept in memory, for the terminal that is chosen next. */
const RECENT_MAX = 2_000
const PENDING_MAX = 50

export type ClientPayouts = ReturnType<typeof createClientPayouts>

/** The watch over the terminals of one client. It tells whether something is new to the screen. */
export function createClientPayouts(options: ClientPayoutsOptions) {
  const { store, isReadOnly, now, questions, isKeyKept } = options
  let state: PayoutState = store.read() ?? NOTHING_WATCHED
  /** Entries that the disk has refused. */
  let unwritten: readonly PayoutEntry[] = newsOf(state)
  /** Those of this counter: watched from their first sight. */
  const own = new Set(store.terminalsWithSales().map(idKey))
  const recent = new Map<string, Row>()
  const memories = new Map<string, Memory>()
  let inFlight: string | null = null

  const watchedOf = (terminalId: string): Watched | undefined => state.terminals.find(isOf(terminalId))
  const memoryOf = (terminalId: string): Memory => memories.get(idKey(terminalId)) ?? NOTHING
  const remember = (terminalId: string, part: Partial<Memory>): void =>
    void memories.set(idKey(terminalId), { ...memoryOf(terminalId), ...part })

  function judging(terminalId: string): Judging {
    const { outdated, latest } = memoryOf(terminalId)
    return {
      asked: state.asked.filter(isOf(terminalId)),
      inFlight,
      outdated,
      latest,
      questions: questions(),
      isKeyKept: isKeyKept(),
      ...now(),
    }
  }

  function save(
    { terminals, asked }: Pick<PayoutState, 'terminals' | 'asked'>,
    entries: readonly PayoutEntry[] = [],
  ): void {
    state = { terminals, asked, revision: state.revision + 1, untold: [] }
    const all = [...unwritten, ...entries]
    unwritten = store.write(forDisk(state), all, isReadOnly()) ? [] : all
  }

  function put(watched: Watched): PayoutState['terminals'] {
    const isSame = isOf(watched.terminalId)
    return [...state.terminals.filter((each) => !isSame(each)), watched]
  }

  function begin(terminalId: string, values: Values, question: number): Watched {
    const judged = judging(terminalId)
    remember(terminalId, { outdated: outdatedBy(judged.questions), latest: question })
    return firstSight(terminalId, values, judged)
  }

  /** @returns whether the screen shows something else now */
  function keep(before: Watched | undefined, judged: Pick<Judged, 'watched' | 'isNews'> & Partial<Judged>) {
    const { watched, isNews } = judged
    const isJudged = isOf(watched.terminalId)
    const asked =
      judged.asked === undefined
        ? state.asked
        : state.asked.flatMap((each) =>
            isJudged(each) ? (judged.asked?.find(({ changeId }) => changeId === each.changeId) ?? []) : each,
          )
    const isSame = JSON.stringify([before, state.asked]) === JSON.stringify([watched, asked])
    if (isSame) return false
    const told = { kind: PAYOUT_KINDS.changed, atMs: now().nowMs, detail: changeDetail(watched) }
    save({ terminals: put(watched), asked }, isNews ? [told] : [])
    return true
  }

  /** A terminal of no counter here is remembered, as far as there is room: it may be chosen next. */
  function rowShown(terminalId: string, question: number, valuesOf: () => Values): boolean {
    const key = idKey(terminalId)
    if (own.has(key) || watchedOf(terminalId) !== undefined)
      return row({ terminalId, question, values: valuesOf() })
    const older = recent.get(key)
    const isKept = older === undefined ? recent.size < RECENT_MAX : older.question <= question
    if (isKept) recent.set(key, { terminalId, question, values: valuesOf() })
    return false
  }

  function row(each: Row): boolean {
    const { terminalId, question, values } = each
    const before = watchedOf(terminalId)
    const watched = before ?? begin(terminalId, values, question)
    const judged = judgeRow(watched, values, question, judging(terminalId))
    const { outdated, isPending } = judged
    const { latest, pending } = memoryOf(terminalId)
    remember(terminalId, {
      outdated,
      latest: Math.max(latest, question),
      pending: isPending ? [...pending, each].slice(-PENDING_MAX) : pending,
    })
    return keep(before, judged)
  }

  function record(each: Paid): boolean {
    const before = watchedOf(each.terminalId)
    if (before === undefined) return false
    const judged = judgeRecord(before, each.account, each.receivedMs, judging(each.terminalId))
    const { pending } = memoryOf(each.terminalId)
    if (judged.isPending) {
      remember(each.terminalId, { pending: [...pending, each].slice(-PENDING_MAX) })
      return false
    }
    return judged.watched !== before && keep(before, judged)
  }

  /** What showed a change in flight is judged once that has ended. */
  function judgePending(): boolean {
    let isOther = false
    for (const [terminalId, { pending }] of memories) {
      if (pending.length === 0) continue
      remember(terminalId, { pending: [] })
      for (const each of pending) isOther = ('values' in each ? row(each) : record(each)) || isOther
    }
    return isOther
  }

  return {
    state: () => state,
    row: rowShown,
    record,
    isWatched: (terminalId: string): boolean => watchedOf(terminalId) !== undefined,

    /** A terminal of this counter, as the list of this run shows it; null if it does not. */
    follow(terminalId: string, shown: Values | null): boolean {
      own.add(idKey(terminalId))
      const values = recent.get(idKey(terminalId))?.values ?? shown
      if (values === null || watchedOf(terminalId) !== undefined) return false
      return keep(undefined, { watched: begin(terminalId, values, 0), isNews: false })
    },

    /** A complete list. */
    listed(isThere: (terminalId: string) => boolean): boolean {
      const gone = state.terminals.filter(
        ({ terminalId, missingSinceMs }) => missingSinceMs === null && !isThere(terminalId),
      )
      if (gone.length === 0) return false
      const { nowMs } = now()
      const terminals = state.terminals.map((each) =>
        gone.includes(each) ? { ...each, missingSinceMs: nowMs } : each,
      )
      save({ ...state, terminals })
      return true
    },

    /** Before it is sent. */
    ask(explanation: Explanation): void {
      inFlight = explanation.changeId
      save({ ...state, asked: [...state.asked, explanation] })
    },

    /** @param isDone false if the bank refused it, or nothing reached the bank: then it explains nothing */
    end(changeId: string, mayBeDone: boolean): boolean {
      if (inFlight === changeId) inFlight = null
      const asked = state.asked.filter((each) => mayBeDone || each.changeId !== changeId)
      if (asked.length < state.asked.length) save({ ...state, asked })
      return judgePending()
    },

    /** The list has shown it as asked for. A watched terminal's own rows say so, too. */
    seen(changeId: string): void {
      const isOver = (each: Explanation): boolean =>
        each.changeId === changeId && watchedOf(each.terminalId) === undefined
      const asked = state.asked.filter((each) => !isOver(each))
      if (asked.length < state.asked.length) save({ ...state, asked })
    },

    /**
     * A manager says that what the bank shows is right.
     * @param said with the name that they typed
     */
    acknowledge(
      terminalId: string,
      seen: string,
      said: { readonly by: string; readonly note: string },
      cashier: Cashier | null,
    ): 'done' | 'notFound' | 'changed' | 'notSaved' {
      const watched = watchedOf(terminalId)
      if (watched === undefined || watched.alarm === null) return 'notFound'
      if (versionOf(watched) !== seen) return 'changed'
      const { watched: after, outdated } = acknowledged(watched, judging(terminalId))
      const before = state
      const detail = { ...changeDetail(watched), by: said.by, note: said.note }
      const { nowMs: atMs } = now()
      save({ ...state, terminals: put(after) }, [
        { kind: PAYOUT_KINDS.acknowledged, atMs, detail, by: cashier },
      ])
      if (unwritten.length === 0) {
        remember(terminalId, { outdated })
        return 'done'
      }
      // An answer that is not in the audit is none.
      unwritten = unwritten.slice(0, -1)
      save({ terminals: before.terminals, asked: before.asked })
      return 'notSaved'
    },

    /** Tries again to write what the disk has refused. */
    writeLate(): void {
      if (unwritten.length > 0 && !isReadOnly()) save(state)
    },

    /** The client signs out, so no answer to it is awaited. */
    left(): boolean {
      inFlight = null
      return judgePending()
    },
  }
}
