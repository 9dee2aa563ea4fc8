import type { Clock, Log, Timers } from '../ports.ts'
import type { MacKey } from '../session/macKey.ts'
import { createBreathe, type Work } from '../work/slices.ts'
import type { Database, SideFile } from '../storage/database.ts'
import { createReadings, type CompleteList, type RecordAnswer } from './recordReads.ts'
import { QuestionStore } from './questionStore.ts'
import { askedBy, RecordStore, ROWS_AT_ONCE, type DayRow, type ReadFrom } from './recordStore.ts'

/**
 * Keeps what the service answers about records, after the answer went its way: nothing waits for it, and its failures
 * show only in the log and the storage's view.
 */
export interface RecordKeeper {
  /** A moment for a question or an answer: later ones are greater. */
  turn(): number
  keep(answer: RecordAnswer): void
  /** Settled once everything kept so far is in the file, or will not be. */
  idle(): Promise<void>
  /** Writes what waits, if the file can be used. */
  stop(): Promise<void>
}

export interface RecordKeeperOptions {
  readonly file: SideFile
  readonly macKey: MacKey
  readonly clock: Clock
  readonly timers: Timers
  readonly log: Log
  /** False while answers cannot be kept. */
  readonly onKept: (areKept: boolean) => void
}

/** A person would notice a delay of several times this. */
const SLICE_MS = 4
/** Rows between two looks at the clock. */
const ROWS_UNTIMED = 10
/** Megabytes at most, while the file cannot be used. The bank still has what does not fit. */
const ROWS_WAITING_MAX = 50_000
const RETRY_MS_FIRST = 1_000
const RETRY_MS_MAX = 60_000
/** So many records show that an answer is a list. */
const SHORT_MAX = 1

/** What one step of the work came to: `refused` means that the file cannot be used now. */
type Step = 'done' | 'refused'

export function createRecordKeeper(options: RecordKeeperOptions): RecordKeeper {
  const { file, macKey, clock, timers, log, onKept } = options
  const store = new RecordStore(macKey)
  const questions = new QuestionStore()
  const readings = createReadings()
  const toTurn = createBreathe(timers)
  let waiting: RecordAnswer[] = []
  let waitingRows = 0
  let turns = 0
  /** Null before the first use of the file, and after each failure. */
  let turnsBefore: number | null = null
  /** Row numbers and turns hold for one opening of the file. */
  let opening = 0
  let draining: Promise<void> | null = null
  let areKept = true
  let isStopping = false
  let isDropping = false
  let wakeUp: (() => void) | null = null

  function tell(next: boolean): void {
    if (next === areKept) return
    areKept = next
    log(next ? 'info' : 'error', next ? 'records.keptAgain' : 'records.notKept', {
      failure: file.failure(),
    })
    onKept(next)
  }

  /** @returns undefined if the file cannot be used, or was opened anew since this answer was begun */
  function inFile<Value>(work: (database: Database, before: number) => Value): Value | undefined {
    const value = file.use((database) => {
      if (turnsBefore !== null && opening !== file.openings()) return null
      opening = file.openings()
      turnsBefore ??= questions.beginRun(database, clock.wallNowMs())
      return { of: work(database, turnsBefore) }
    })
    if (value !== undefined && value !== null) return value.of
    turnsBefore = null
    readings.forget()
    return undefined
  }

  function* kept(answer: RecordAnswer): Work<Step> {
    const { asked, turn, atMs } = answer
    const from = inFile((database, before): ReadFrom => {
      const owner = questions.ownerOf(database, asked.owner)
      const at = { turn: before + turn, atMs }
      const question =
        answer.kind === 'failed'
          ? questions.failed(database, owner, asked.question, { ...at, failure: answer.failure })
          : questions.answered(database, owner, asked.question, at.turn, atMs)
      return {
        owner,
        question,
        terminalId: asked.question.kind === 'days' ? asked.question.subject : '',
        askedTurn: before + asked.turn,
        readTurn: before + turn,
        readAtMs: atMs,
        isShort: answer.kind !== 'failed' && answer.rows.length <= SHORT_MAX,
      }
    })
    if (from === undefined) return 'refused'
    if (answer.kind === 'failed') return 'done'
    const rows: number[] = []
    while (rows.length < answer.rows.length) {
      if (rows.length > 0) yield
      const put = inFile((database) => putSome(database, answer, rows.length, from))
      if (put === undefined) return 'refused'
      rows.push(...put)
    }
    const list = answer.kind === 'page' ? readings.page(askedBy(asked), answer, rows) : null
    return list === null ? 'done' : yield* completed(answer, from, list)
  }

  function putSome(
    database: Database,
    answer: Exclude<RecordAnswer, { readonly kind: 'failed' }>,
    start: number,
    from: ReadFrom,
  ): number[] {
    const fromMs = clock.monotonicNowMs()
    const put: number[] = []
    for (const row of answer.rows.slice(start, start + ROWS_AT_ONCE)) {
      const isTimed = put.length > 0 && put.length % ROWS_UNTIMED === 0
      if (isTimed && clock.monotonicNowMs() - fromMs >= SLICE_MS) break
      put.push(store.put(database, row, from))
    }
    return put
  }

  function* completed({ asked, turn, atMs }: RecordAnswer, from: ReadFrom, found: CompleteList): Work<Step> {
    const before = turnsBefore ?? 0
    const list = { ...found, askedTurn: before + found.askedTurn, turn: before + turn, atMs }
    let after: DayRow | null = { day: asked.question.dateFrom, id: Number.MAX_SAFE_INTEGER }
    while (after !== null) {
      yield
      const start: DayRow = after
      const next = inFile((database) => ({
        row: store.lacking(database, from, asked.question, list, start),
      }))
      if (next === undefined) return 'refused'
      after = next.row
    }
    const isNoted = inFile((database) => {
      const showsLastDay = store.showsLastDay(database, from, asked.question, list)
      questions.completed(database, from.question, { ...list, showsLastDay }, [list.turn, atMs])
      return true
    })
    return isNoted === undefined ? 'refused' : 'done'
  }

  async function step(work: Work<Step>): Promise<Step> {
    for (;;) {
      const next = work.next()
      if (next.done === true) return next.value
      await toTurn()
    }
  }

  function pause(delayMs: number): Promise<void> {
    return new Promise((resolve) => {
      const cancel = timers.after(delayMs, resolve)
      wakeUp = () => {
        cancel()
        resolve()
      }
    })
  }

  async function drain(): Promise<void> {
    await toTurn()
    await macKey.ready()
    let retryMs = RETRY_MS_FIRST
    for (let answer = waiting[0]; answer !== undefined; answer = waiting[0]) {
      const came = await step(kept(answer))
      // Another reader met the failure, and the file is open again.
      if (came === 'refused' && file.failure() === null && !isStopping) {
        await toTurn()
        continue
      }
      if (came === 'refused') {
        tell(false)
        if (isStopping) return
        // A statement that the file refuses would be refused again.
        if (file.failure() !== 'mistake') {
          await pause(retryMs)
          retryMs = Math.min(2 * retryMs, RETRY_MS_MAX)
          continue
        }
      } else {
        retryMs = RETRY_MS_FIRST
        tell(true)
      }
      waiting.shift()
      waitingRows -= rowsOf(answer)
      if (waiting.length > 0) await toTurn()
    }
  }

  function start(): void {
    draining ??= drain()
      .catch((error: unknown) => {
        // A mistake of ours costs what waited, and nothing else.
        log('error', 'records.failed', { name: error instanceof Error ? error.name : 'unknown' })
        waiting = []
        waitingRows = 0
        readings.forget()
        tell(false)
      })
      .finally(() => {
        draining = null
      })
  }

  return {
    turn: () => {
      turns += 1
      return turns
    },
    keep: (answer) => {
      if (isStopping) return
      if (waitingRows > 0 && waitingRows + rowsOf(answer) > ROWS_WAITING_MAX) {
        if (!isDropping) log('error', 'records.dropped', { rowsWaiting: waitingRows })
        isDropping = true
        readings.forget()
        tell(false)
        return
      }
      isDropping = false
      waiting.push(answer)
      waitingRows += rowsOf(answer)
      start()
    },
    idle: async () => {
      while (draining !== null) await draining
    },
    stop: async () => {
      isStopping = true
      wakeUp?.()
      while (draining !== null) await draining
    },
  }
}

function rowsOf(answer: RecordAnswer): number {
  return answer.kind === 'failed' ? 1 : Math.max(answer.rows.length, 1)
}
