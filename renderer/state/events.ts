import type { AccessView } from '../../shared/access.ts'
import type { CallError } from '../../shared/callError.ts'
import type { Response } from '../../shared/contract.ts'
import type { Result } from '../../shared/result.ts'
import { openTotals, type QueueView } from '../../shared/sale.ts'
import type { Client } from '../client.ts'
import { strings } from '../strings.ts'
import { isAtWork } from './atWork.ts'
import { takeTerminals } from './terminalsSlice.ts'
import type { AppState, Deps, Get, Set } from './types.ts'

type StartFacts = Response<'app.start'>

/** Everything that the screen asks for when it opens; null is what could not be told. */
export async function askAll(
  client: Client,
): Promise<{ readonly [Name in keyof StartFacts]: StartFacts[Name] | null }> {
  const all = await client.call('app.start', {})
  if (all.ok) return all.value
  // One part fails the whole answer, so each is asked for by itself.
  const [app, session, connection, storage, queue, terminals, access, settings, arrangement] =
    await Promise.all([
      client.call('app.info', {}).then(valueOf),
      client.call('session.get', {}).then(valueOf),
      client.call('connection.get', {}).then(valueOf),
      client.call('storage.get', {}).then(valueOf),
      client.call('queue.get', {}).then(valueOf),
      client.call('terminals.get', {}).then(valueOf),
      client.call('access.get', {}).then(valueOf),
      client.call('settings.get', {}).then(valueOf),
      client.call('arrangement.get', {}).then(valueOf),
    ])
  return { app, session, connection, storage, queue, terminals, access, settings, arrangement }
}

const valueOf = <Value>(answer: Result<Value, CallError>): Value | null => (answer.ok ? answer.value : null)

/**
 * Listens to what main tells. It begins before the first question, so that what changes while the first answers are on
 * their way is not missed.
 * @returns the names of what has been told so far; the set grows
 */
export function listenTo(
  set: Set,
  get: Get,
  { client, hasQuestion }: Deps,
  takeAccess: (access: AccessView) => void,
): ReadonlySet<string> {
  const told = new globalThis.Set<string>()
  client.listen('connection.changed', (connection) => {
    told.add('connection')
    // A try tells of the way as it was then: it is old news once the way is another.
    const isSame = connection.status !== 'online' && connection.status === get().connection.status
    set(isSame ? { connection } : { connection, triedAtMs: null })
  })
  client.listen('storage.changed', (storage) => {
    told.add('storage')
    set({ storage })
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

/** Takes a queue that is not older than the one known. */
export function takeQueue(queue: QueueView, set: Set, get: Get): void {
  const { queue: before, session, leavesWhenSent, signOut } = get()
  if (before !== null && queue.revision < before.revision) return
  set({ queue, ...(session?.clientId == null ? {} : queueNews(before, queue)) })
  if (leavesWhenSent && openTotals(queue).count === 0) void signOut()
}

/**
 * Only turns for good or bad of one client's own queue are spoken; twenty updates a minute are not twenty announcements.
 * @param before null where none of this client's is known yet
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
  if (openTotals(before).count > 0 && openTotals(now).count === 0) {
    return { announcement: strings.announce.allSent }
  }
  return {}
}
