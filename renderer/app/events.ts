import type { AccessView } from '../../shared/access.ts'
import type { CallName, Response } from '../../shared/contract.ts'
import type { PeopleView } from '../../shared/people.ts'
import type { QueueView } from '../../shared/sale.ts'
import { todoOf } from '../../shared/todo.ts'
import { putAwayAfter } from '../core/banner.ts'
import type { Client } from '../core/client.ts'
import { strings } from '../strings/strings.ts'
import { isAtWork } from './atWork.ts'
import { isLocked } from '../core/locked.ts'
import { takeTerminals } from '../features/terminals/terminalsSlice.ts'
import type { AppState, Deps, Get, Set } from '../core/types.ts'

type StartFacts = Response<'app.start'>

/** Each part of the answer, and the call that asks for it alone. */
const CALLS = {
  app: 'app.info',
  session: 'session.get',
  connection: 'connection.get',
  storage: 'storage.get',
  queue: 'queue.get',
  terminals: 'terminals.get',
  access: 'access.get',
  people: 'people.get',
  settings: 'settings.get',
  viewPreferences: 'viewPreferences.get',
  handed: 'handed.get',
} as const satisfies Record<keyof StartFacts, CallName>

/** Everything that the screen asks for when it opens; null where an answer failed. */
export async function askAll(
  client: Client,
): Promise<{ readonly [Name in keyof StartFacts]: StartFacts[Name] | null }> {
  const all = await client.call('app.start', {})
  if (all.ok) return all.value
  // If one part fails, the whole answer fails, so each part is then asked for separately.
  const parts = Object.entries(CALLS).map(async ([part, name]) => {
    const answer = await client.call(name, {})
    return [part, answer.ok ? answer.value : null] as const
  })
  return Object.fromEntries(await Promise.all(parts)) as Awaited<ReturnType<typeof askAll>>
}

interface Takers {
  readonly takeAccess: (access: AccessView) => void
  readonly takePeople: (people: PeopleView) => void
}

/**
 * Listens to main's events. It begins before the first request, so that no change between request and answer is
 * missed.
 * @returns the names of the events so far; the set grows
 */
export function listenTo(
  set: Set,
  get: Get,
  { client, hasQuestion }: Deps,
  { takeAccess, takePeople }: Takers,
): ReadonlySet<string> {
  const told = new globalThis.Set<string>()
  client.listen('connection.changed', (connection) => {
    told.add('connection')
    // The outcome of a try is shown only while the connection has the same status.
    const isSame = connection.status !== 'online' && connection.status === get().connection.status
    set(isSame ? { connection } : { connection, triedAtMs: null })
  })
  client.listen('storage.changed', (storage) => {
    told.add('storage')
    set({ storage })
  })
  client.listen('day.noted', () => get().refreshDays())
  client.listen('reports.progress', ({ rowCount }) => {
    set(({ exporting }) => (exporting.isBusy ? { exporting: { ...exporting, rowCount } } : {}))
  })
  client.listen('session.changed', (session) => {
    told.add('session')
    set({ session })
  })
  client.listen('terminals.changed', (terminals) => {
    told.add('terminals')
    takeTerminals(terminals, set, get)
  })
  client.listen('access.changed', (access) => {
    told.add('access')
    takeAccess(access)
  })
  client.listen('people.changed', (people) => {
    told.add('people')
    takePeople(people)
  })
  client.listen('settings.changed', (settings) => {
    told.add('settings')
    set(({ settingsState }) => ({ settingsState: { ...settingsState, settings } }))
  })
  client.listen('app.openingCame', () => void get().takeOpening())
  client.listen('app.commandChosen', ({ command }) => {
    if (isAtWork(get()) && !hasQuestion()) get().run(command)
  })
  client.listen('app.closeAsked', (closeAsked) => set({ closeAsked }))
  return told
}

/** Takes a queue unless it is older than the known one. */
export function takeQueue(queue: QueueView, set: Set, get: Get): void {
  const { queue: before, session, leavesWhenSent, signOut } = get()
  if (before !== null && queue.revision < before.revision) return
  set({
    queue,
    putAway: putAwayAfter(get().putAway, queue),
    ...(session?.clientId == null ? {} : queueNews(before, queue)),
  })
  if (!leavesWhenSent || todoOf(queue).open.count > 0 || isLocked(get())) return
  // Once: it may ask for the manager's PIN.
  set({ leavesWhenSent: false })
  void signOut()
}

/**
 * Announces only important changes of this client's own queue: the queue changes up to twenty times a minute.
 * @param before null where no queue of this client is known yet
 */
function queueNews(before: QueueView | null, now: QueueView): Partial<AppState> {
  if (before === null) return {}
  if (now.needsPersonCount > before.needsPersonCount) {
    return { announcement: strings.announce.needsPerson(now.needsPersonCount) }
  }
  if (now.differsCount > before.differsCount) {
    return { announcement: strings.announce.differs(now.differsCount) }
  }
  if (now.refusedCount > before.refusedCount) {
    return { announcement: strings.announce.refused(now.refusedCount) }
  }
  if (todoOf(before).open.count > 0 && todoOf(now).open.count === 0) {
    return { announcement: strings.announce.allSent }
  }
  return {}
}
