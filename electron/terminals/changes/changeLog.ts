import type { Cashier } from '../../../shared/people.ts'
import type { TerminalChangePage, TerminalChangeView } from '../../../shared/terminalChange.ts'
import { isSameDestination, type Destination } from '../../gateway/destination.ts'
import type { Clock, Log } from '../../ports.ts'
import {
  changeView,
  type Asked,
  type At,
  type Change,
  type Compared,
  type Ended,
  type GivenUp,
} from './changeEntries.ts'
import type { ChangeQuery, ChangeStore } from './changeStore.ts'
import type { TerminalKey } from './rowComparison.ts'

/** Writes each step of a change and reports it to the screen. */
export interface ChangeLog {
  /** @returns null if it is not on the disk: then nothing may be sent */
  ask(asked: Asked): Change | null
  /** The bank's answer counts even if the disk refuses it; it is then written later. */
  end(change: Change, ended: Omit<Ended, 'changeId'>): Change
  compare(change: Change, compared: Omit<Compared, 'changeId'>): Change
  /** @returns null if it is not on the disk: then the change is still open */
  giveUp(change: Change, givenUp: Omit<GivenUp, 'changeId'>): Change | null
  view(change: Change): TerminalChangeView
  /** Tries again to write what the disk has refused. */
  writeLate(): void
  find(destination: Destination, changeId: string): Change | undefined
  page(destination: Destination, query: ChangeQuery): TerminalChangePage
  /** @see TerminalChanges.askedAccount in terminalChanges.ts */
  askedAccount(destination: Destination, terminalId: string): AskedAccount | null
  /** Whether a change of this terminal could still conflict with another one. */
  isOpenFor(destination: Destination, terminal: TerminalKey): boolean
  /** Whether this client is signed in now: others are told nothing about it. */
  isOwn(destination: Destination): boolean
}

export interface ChangeLogOptions {
  readonly store: ChangeStore
  readonly clock: Pick<Clock, 'wallNowMs'>
  readonly log: Log
  readonly destination: () => Destination | null
  /** Who is at the counter; null if no cashiers are set up. */
  readonly cashier?: () => Cashier | null
  readonly onChange: (view: TerminalChangeView) => void
}

export function createChangeLog(options: ChangeLogOptions): ChangeLog {
  const { store, clock, log, destination, onChange, cashier = () => null } = options
  /** The change whose answer this run waits for. */
  let inFlight: string | null = null
  /** Writes that the disk has refused, in order. They are retried at each request for changes. */
  let unwritten: readonly (() => void)[] = []

  const view = (change: Change): TerminalChangeView =>
    changeView(change, change.asked.entry.changeId === inFlight)

  function isOwn(owner: Destination): boolean {
    const now = destination()
    return now !== null && isSameDestination(now, owner)
  }

  function told(change: Change): Change {
    if (isOwn(change.asked.entry)) onChange(view(change))
    return change
  }

  function later(event: string, error: unknown, write: () => void): void {
    log('error', event, { name: error instanceof Error ? error.name : 'unknown' })
    unwritten = [...unwritten, write]
  }

  function writeLate(): void {
    try {
      for (let [write] = unwritten; write !== undefined; [write] = unwritten) {
        write()
        unwritten = unwritten.slice(1)
      }
    } catch {
      // The disk still refuses; its own event has reported that.
    }
  }

  return {
    ask: (asked) => {
      const atMs = clock.wallNowMs()
      const { changeId } = asked
      try {
        store.ask(asked, atMs, cashier())
      } catch (error) {
        later('terminalChange.notAsked', error, () => store.end(notSent(changeId), atMs))
        return null
      }
      inFlight = changeId
      return told({
        asked: { atMs, entry: asked },
        ended: null,
        compared: null,
        wasSeen: false,
        givenUp: null,
      })
    },
    end: (change, outcome) => {
      inFlight = null
      const ended = at(clock, { changeId: change.asked.entry.changeId, ...outcome })
      log('info', 'terminalChange.ended', { state: outcome.state, code: outcome.code })
      try {
        store.end(ended.entry, ended.atMs)
      } catch (error) {
        later('terminalChange.endNotWritten', error, () => store.end(ended.entry, ended.atMs))
      }
      return told({ ...change, ended })
    },
    compare: (change, shown) => {
      const compared = at(clock, { changeId: change.asked.entry.changeId, ...shown })
      const { state } = view(change)
      const write = (): void => store.compare(compared.entry, state, compared.atMs)
      log('info', 'terminalChange.compared', { outcome: shown.outcome })
      try {
        write()
      } catch (error) {
        later('terminalChange.comparisonNotWritten', error, write)
      }
      return told({ ...change, compared, wasSeen: change.wasSeen || shown.outcome === 'asAsked' })
    },
    giveUp: (change, said) => {
      const givenUp = at(clock, { changeId: change.asked.entry.changeId, ...said })
      try {
        store.giveUp(givenUp.entry, view(change).state, givenUp.atMs, cashier())
      } catch (error) {
        log('error', 'terminalChange.notGivenUp', { name: error instanceof Error ? error.name : 'unknown' })
        return null
      }
      log('info', 'terminalChange.givenUp')
      return told({ ...change, givenUp })
    },
    view,
    writeLate,
    find: (owner, changeId) => store.find(owner, changeId),
    page: (owner, query) => {
      const { changes, total, openCount } = store.page(owner, query, inFlight)
      return { rows: changes.map(view), total, openCount }
    },
    askedAccount: (owner, terminalId) => askedAccountOf(store.latestFor(owner, terminalId)),
    isOpenFor: (owner, openFor) => store.page(owner, { offset: 0, limit: 0, openFor }, null).total > 0,
    isOwn,
  }
}

/** Endings of an account that was asked for, and of the one that the bank's list showed then. */
export interface AskedAccount {
  readonly asked: string
  readonly shown: string
}

/** @param latest the newest change that the bank may have taken: a new edit ends what an earlier one left */
function askedAccountOf(latest: Change | undefined): AskedAccount | null {
  if (latest === undefined || latest.wasSeen || latest.givenUp?.entry.how === 'notDone') return null
  const { outcome, differences, found } = latest.compared?.entry ?? {
    outcome: null,
    differences: [],
    found: null,
  }
  const isOther = outcome === 'differs' || outcome === 'asBefore'
  if (!isOther || found === null || !differences.includes('account')) return null
  return { asked: latest.asked.entry.to.accountEnding, shown: found.accountEnding }
}

/** The disk refused the entry before the request, so nothing was sent. */
function notSent(changeId: string): Ended {
  return {
    changeId,
    state: 'unsent',
    code: 'notSaved',
    bankMessage: null,
    recordId: null,
    bodySha256: null,
    serverDate: null,
  }
}

function at<Entry>(clock: Pick<Clock, 'wallNowMs'>, entry: Entry): At<Entry> {
  return { atMs: clock.wallNowMs(), entry }
}
