import type { DayNote, DayView } from '../../shared/day.ts'
import type { Span } from '../../shared/days.ts'
import { addDays } from '../../shared/serviceTime.ts'
import type { Destination } from '../gateway/destination.ts'
import { createLoop, type Loop } from '../work/loop.ts'
import type { Clock, Timers } from '../ports.ts'
import type { Day } from './day.ts'

/** What is known of the last days at the bank. It reads their lists by itself while the counter has nothing to do. */
export interface DayNotes extends Pick<Loop, 'start' | 'stop'> {
  /** Of the bank's day in which a span has its middle; null: its lists were not read to their end. */
  of(span: Span): DayNote | null
  /** Any sale was recorded, or what is known of one changed. */
  saleChanged(): void
  /** A person looked at a day. */
  saw(view: DayView): void
}

export interface DayNotesOptions {
  readonly day: Pick<Day, 'view' | 'isReading'>
  /** Whose sales they are; null: nobody is signed in. */
  readonly owner: () => Destination | null
  /** The service's day. */
  readonly today: () => string
  readonly dayAt: (wallMs: number) => string
  /** Whether the bank can be asked, and no sale waits for it. */
  readonly isFree: () => boolean
  readonly clock: Pick<Clock, 'monotonicNowMs' | 'wallNowMs'>
  readonly timers: Timers
  readonly onChange: () => void
  readonly onBroken: (error: unknown) => void
}

/** A sale or an answer in so many minutes: the counter is at work. */
const QUIET_MS = 10 * 60_000
/** Between two questions. */
const SLEEP_MS = 60_000
/** While nothing has to be asked, the bank cannot be asked, or no client is signed in. */
const IDLE_MS = 6 * 60_000
/** Bars show a fortnight; the bank is asked about a week. */
const NOTED_DAYS = 14
const READ_DAYS = 7
/** Today's list grows; that of an earlier day is read once a day, for what is paid late. */
const TODAY_OLD_MS = 60 * 60_000
const DAY_OLD_MS = 20 * 60 * 60_000
/** After a list that was not read to its end. */
const IN_VAIN_MS = 60 * 60_000

interface Noted {
  readonly note: DayNote | null
  /** How many changes of sales it knows. */
  readonly changes: number
  readonly asOfMs: number | null
}

export function createDayNotes(options: DayNotesOptions): DayNotes {
  const { day: days, today, isFree, clock, timers } = options
  let noted = new Map<string, Noted>()
  let owner = ''
  let changes = 0
  let notBeforeMs = 0
  let changedAtMs = clock.monotonicNowMs()

  /** What is known of this client's days. */
  function own(): Map<string, Noted> {
    const now = JSON.stringify(options.owner())
    if (now !== owner) noted = new Map()
    owner = now
    return noted
  }

  /** How long not to look at anything yet; 0: the counter has nothing to do. */
  function busyForMs(): number {
    const leftMs = changedAtMs + QUIET_MS - clock.monotonicNowMs()
    // Not at that very moment, when the next answer about a sale may be due.
    if (leftMs > 0) return leftMs + SLEEP_MS
    return options.owner() === null || days.isReading() || !isFree() ? IDLE_MS : 0
  }

  function keep(view: DayView): void {
    if (view.terminalId !== null) return
    const note = view.asOfMs === null ? null : noteOf(view)
    const before = own().get(view.day)
    own().set(view.day, { note, changes, asOfMs: view.asOfMs })
    if (JSON.stringify(before?.note ?? null) !== JSON.stringify(note)) options.onChange()
  }

  function isOld(day: string, { asOfMs }: Noted): boolean {
    const limitMs = day === today() ? TODAY_OLD_MS : DAY_OLD_MS
    // A clock that was set may make it look newer than now.
    return asOfMs === null || Math.abs(clock.wallNowMs() - asOfMs) > limitMs
  }

  async function look(day: string, isRead: boolean): Promise<void> {
    const before = own()
    const answer = await days.view({ terminalId: null, day, isRead })
    if (isRead && (!answer.ok || answer.value.notRead !== null))
      notBeforeMs = clock.monotonicNowMs() + IN_VAIN_MS
    // Another client may have come in meanwhile.
    if (answer.ok && before === own()) keep(answer.value)
  }

  async function step(): Promise<number> {
    const busyMs = busyForMs()
    if (busyMs > 0) return busyMs
    const last = Array.from({ length: NOTED_DAYS }, (_, each) => addDays(today(), -each))
    const unseen = last.find((day) => own().get(day)?.changes !== changes)
    if (unseen !== undefined) {
      await look(unseen, false)
      // What could not be looked at is tried again later.
      return own().get(unseen)?.changes === changes ? 0 : SLEEP_MS
    }
    if (clock.monotonicNowMs() < notBeforeMs) return IDLE_MS
    const old = last.slice(0, READ_DAYS).find((day) => {
      const known = own().get(day)
      return known !== undefined && isOld(day, known)
    })
    if (old === undefined) return IDLE_MS
    await look(old, true)
    return SLEEP_MS
  }

  /** A file that fails now may be read later. */
  const stepOrRest = (): Promise<number> =>
    step().catch((error: unknown) => {
      options.onBroken(error)
      return QUIET_MS
    })

  const loop = createLoop(stepOrRest, timers, options.onBroken)
  return {
    start: () => loop.start(),
    stop: () => loop.stop(),
    of: ({ fromMs, untilMs }) => own().get(options.dayAt((fromMs + untilMs) / 2))?.note ?? null,
    saleChanged: () => {
      changes += 1
      changedAtMs = clock.monotonicNowMs()
    },
    saw: keep,
  }
}

function noteOf({ lookCount, rows }: DayView): DayNote {
  const elsewhere = rows.find(({ part }) => part === 'elsewhere')?.bank ?? { count: 0, amount: '0' }
  return { lookCount, elsewhere }
}
