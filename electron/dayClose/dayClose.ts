import { callError, type CallError } from '../../shared/callError.ts'
import {
  CLOSE_FILE,
  CLOSE_MONTH_MAX,
  type CloseFile,
  type ClosingView,
  type DayCloseView,
  digitsOf,
} from '../../shared/dayClose.ts'
import { parseUnknown } from '../../shared/parse.ts'
import { ok, type Result } from '../../shared/result.ts'
import type { Destination } from '../gateway/destination.ts'
import type { Clock, Files } from '../ports.ts'
import type { ExportView } from '../../shared/report.ts'
import type { Profile } from '../gateway/profile.ts'
import { fileName, localTime } from '../reports/report.ts'
import { hashedText, hashOf } from '../storage/audit.ts'
import { inBreaths, type Breathe, type Work } from '../work/slices.ts'
import { auditEntryOf, type CloseEntry, type CloseStore } from './closeStore.ts'
import { gatherClose, KeptClose, type CloseOf } from './gatherClose.ts'

/** Closes of this counter's days. A close counts and keeps; it sends nothing and changes no sale. */
export interface DayClose {
  view(): Promise<Result<ClosingView, CallError>>
  /** @returns the close that was kept */
  make(): Promise<Result<DayCloseView, CallError>>
  get(number: number): Result<DayCloseView, CallError>
  /** @param digits the first digits of its entry, as its paper has them */
  find(digits: string): Result<DayCloseView, CallError>
  /** The closes whose day is in a month, the oldest first. @param month `2026-11` */
  month(month: string): Result<DayCloseView[], CallError>
  /** A file of one close, which can be checked without Tillside. A dialog asks where. */
  save(number: number): Promise<Result<ExportView, CallError>>
}

export interface DayCloseOptions {
  readonly store: CloseStore
  readonly destination: () => Destination | null
  readonly cashier: () => string | null
  readonly counterKey: () => Promise<{ readonly fingerprint: string } | null>
  readonly isReadOnly: () => boolean
  readonly files: Files
  readonly profile: Pick<Profile, 'name' | 'environment'>
  readonly version: string
  readonly clock: Clock
  readonly breathe: Breathe
}

/** So many earlier closes can be looked at; all of them stay. */
const LISTED_MAX = 60
/** Entries read at once while looking for one. */
const ENTRIES_AT_ONCE = 100

interface Found {
  readonly entry: CloseEntry
  readonly kept: KeptClose
}

export function createDayClose(options: DayCloseOptions): DayClose {
  const { store, destination, clock, breathe, profile } = options

  function* ownOf(entries: readonly CloseEntry[], owner: Destination): Generator<Found> {
    for (const entry of entries) {
      const kept = keptIn(entry)
      if (kept !== null && isOwn(kept, owner)) yield { entry, kept }
    }
  }

  /** This client's closes, the newest first. */
  function* closesOf(owner: Destination): Generator<Found> {
    for (let before: number | null = null; ;) {
      const entries: readonly CloseEntry[] = store.closes(before, ENTRIES_AT_ONCE)
      yield* ownOf(entries, owner)
      before = entries.at(-1)?.id ?? null
      if (before === null || entries.length < ENTRIES_AT_ONCE) return
    }
  }

  function listed(owner: Destination): readonly Found[] {
    const found: Found[] = []
    for (const each of closesOf(owner)) {
      found.push(each)
      if (found.length === LISTED_MAX) break
    }
    return found
  }

  /**
   * The day of the first sale that is in no close yet, so that a close after midnight is that of the evening before;
   * where that day has one, today.
   */
  function dayFor(earlier: readonly Found[]): {
    dayOf: CloseOf['dayOf']
    isClosed: (day: string) => boolean
  } {
    const closed = new Set(
      earlier.flatMap(({ kept: { facts } }) => [facts.day, ...facts.days.map(({ day }) => day)]),
    )
    const today = dayText(clock.wallNowMs())
    return {
      dayOf: (firstAtMs) => {
        const first = firstAtMs === null ? today : dayText(firstAtMs)
        return closed.has(first) ? today : first
      },
      isClosed: (day) => closed.has(day),
    }
  }

  /** @param key the fingerprint of the counter's key; empty for none */
  function closeOf(owner: Destination, earlier: readonly Found[], key: string): CloseOf {
    return {
      owner,
      last: earlier[0]?.kept ?? null,
      closedAtMs: clock.wallNowMs(),
      by: options.cashier(),
      key,
      dayOf: dayFor(earlier).dayOf,
      dayText,
    }
  }

  /** Counts, and keeps in the same step: what is recorded later belongs to the next close. */
  function* closing(owner: Destination, key: string): Work<Result<DayCloseView, CallError>> {
    const earlier = listed(owner)
    const kept = yield* gatherClose(store, closeOf(owner, earlier, key))
    const { day, closedAtMs } = kept.facts
    if (dayFor(earlier).isClosed(day)) return callError('notAllowed', { reason: 'dayIsClosed' })
    if (destination()?.clientId !== owner.clientId) return callError('notSignedIn', { reason: 'overtaken' })
    // Another close may have been kept while this one counted.
    if (listed(owner)[0]?.entry.id !== earlier[0]?.entry.id) return yield* closing(owner, key)
    return ok(viewOf({ entry: store.keep(JSON.stringify(kept), day, closedAtMs), kept }))
  }

  return {
    view: async () => {
      const owner = destination()
      if (owner === null) return callError('notSignedIn')
      const earlier = listed(owner)
      const { facts: next } = await inBreaths(gatherClose(store, closeOf(owner, earlier, '')), breathe, clock)
      return ok({
        next,
        refused: dayFor(earlier).isClosed(next.day) ? 'dayIsClosed' : null,
        earlier: earlier.map(({ kept: { facts } }) => ({
          number: facts.number,
          day: facts.day,
          closedAtMs: facts.closedAtMs,
        })),
      })
    },

    make: async () => {
      const owner = destination()
      if (owner === null) return callError('notSignedIn')
      if (options.isReadOnly()) return callError('readOnly')
      const key = (await options.counterKey())?.fingerprint ?? ''
      return inBreaths(closing(owner, key), breathe, clock)
    },

    get: (number) => {
      const found = first(({ kept }) => kept.facts.number === number)
      return found.ok ? ok(viewOf(found.value)) : found
    },

    find: (digits) => {
      const owner = destination()
      if (owner === null) return callError('notSignedIn')
      // Reading every close of years takes too long for one turn. One that was changed has other digits.
      const whole = store
        .withDigits(digits)
        .filter((entry) => hashOf(entry.previousHash, auditEntryOf(entry)) === entry.hash)
      const [found] = ownOf(whole, owner)
      return found === undefined ? callError('notFound') : ok(viewOf(found))
    },

    month: (month) => {
      const owner = destination()
      if (owner === null) return callError('notSignedIn')
      const closes: DayCloseView[] = []
      for (const found of closesOf(owner)) {
        const { day } = found.kept.facts
        if (day.startsWith(month)) closes.unshift(viewOf(found))
        if (day < month || closes.length === CLOSE_MONTH_MAX) break
      }
      return ok(closes)
    },

    save: async (number) => {
      const found = first(({ kept }) => kept.facts.number === number)
      if (!found.ok) return found
      const head = {
        environment: profile.environment,
        profileName: profile.name,
        madeAtMs: clock.wallNowMs(),
      }
      const name = fileName(`close-${number}-${found.value.kept.facts.day}`, head)
      const content = `${JSON.stringify(fileOf(found.value), null, 2)}\n`
      const saved = await options.files.save(`${name}.json`, content)
      return saved.ok
        ? ok({ file: saved.value, rowCount: 1 })
        : callError('fileNotWritten', { reason: saved.error })
    },
  }

  function first(isIt: (found: Found) => boolean): Result<Found, CallError> {
    const owner = destination()
    if (owner === null) return callError('notSignedIn')
    for (const found of closesOf(owner)) if (isIt(found)) return ok(found)
    return callError('notFound')
  }

  function fileOf({ entry, kept: { facts } }: Found): CloseFile {
    return {
      what: CLOSE_FILE,
      tillside: options.version,
      environment: profile.environment,
      shop: profile.name,
      number: facts.number,
      day: facts.day,
      digits: digitsOf(entry.hash),
      check:
        'hash is the SHA-256 of the text of hashed as UTF-8. That text begins with the hash of the entry before and ends with the close.',
      previousHash: entry.previousHash,
      hash: entry.hash,
      hashed: hashedText(entry.previousHash, auditEntryOf(entry)),
    }
  }
}

const dayText = (atMs: number): string => localTime(atMs).slice(0, 10)

function viewOf({ entry: { hash, previousHash }, kept: { facts } }: Found): DayCloseView {
  return { ...facts, hash, previousHash }
}

/** Null: a newer Tillside wrote it otherwise. */
function keptIn({ content }: CloseEntry): KeptClose | null {
  try {
    const parsed = parseUnknown(KeptClose, JSON.parse(content))
    return parsed.ok ? parsed.value : null
  } catch {
    return null
  }
}

function isOwn({ owner }: KeptClose, { environment, partnerUrl, clientId }: Destination): boolean {
  return owner.environment === environment && owner.partnerUrl === partnerUrl && owner.clientId === clientId
}
