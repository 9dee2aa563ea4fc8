import { guardCalls, type GuardConditions } from '../../shared/callGuards.ts'
import type { Emit, Handlers } from '../../shared/contract.ts'
import type { Opening } from '../../shared/opening.ts'
import { todoOf, todoSectionOf, type TodoSection } from '../../shared/todo.ts'
import type { BackendOptions } from './backendOptions.ts'
import type { CloseGuard } from '../desk/closeGuard.ts'
import { createConnectionCheck } from '../contact/checkConnection.ts'
import { createDesk } from '../desk/desk.ts'
import { atCounter, createAgent, createPersons } from '../desk/persons.ts'
import { createEngine } from '../engine/engine.ts'
import { createFoundation } from '../engine/foundation.ts'
import { createHandlers } from './handlers.ts'
import { createNavigation, type Navigation } from './navigation.ts'
import { createProfileChooser } from '../settings/profileChoice.ts'
import { createTray } from './tray.ts'
import type { DeskPorts, Log, Ports, Notice, Notify } from '../ports.ts'
import type { QueueView, SaleView } from '../../shared/sale.ts'
import type { SalesNews } from '../../shared/salesNews.ts'
import type { Access } from '../access/access.ts'
import type { Profile } from '../gateway/profile.ts'
import type { Sales } from '../outbox/sales.ts'
import type { Session } from '../session/session.ts'
import type { Terminals } from '../terminals/terminals.ts'

interface ConditionParts {
  readonly profile: Pick<Profile, 'close' | 'locked' | 'terminalId'>
  readonly access: Pick<Access, 'isOtherClient' | 'view'>
  readonly terminals: Pick<Terminals, 'ready' | 'chosen'>
  readonly sales: Pick<Sales, 'page'>
  readonly session: Pick<Session, 'view'>
}

export interface Backend {
  readonly handlers: Handlers
  /** Opens on the screen what a link names. */
  readonly open: (opening: Opening) => void
  /** What the window asks before it closes. */
  readonly closeGuard: Omit<CloseGuard, 'answer'>
  /** Recovers the outbox, signs in if Practice needs it, and starts the worker. */
  start(): Promise<void>
  stop(): Promise<void>
}

/** All of Tillside except Electron, behind the contract's handlers. */
export function createBackend(options: BackendOptions, ports: Ports & DeskPorts, tellScreen: Emit): Backend {
  const { log, notify, desktop } = ports
  /** The receivers of every event, in this order. */
  const listeners: Emit[] = [harmless(tellScreen, log)]
  const emit: Emit = (name, payload) => {
    for (const tell of listeners) tell(name, payload)
  }
  const navigation = createNavigation(emit)
  const foundation = { ...createFoundation(options.profile, ports), ports }
  const persons = createPersons(foundation, emit)
  const agent = createAgent(foundation, persons, emit)
  const engine = createEngine(foundation, options.signInAtStart, atCounter(foundation, persons, agent), emit)
  const desk = createDesk(options, { foundation, persons, agent, engine }, emit)
  const tray = harmless(
    createTray(desktop, () => desk.preferences.get(), engine.queue),
    log,
  )
  const followSettings: Emit = (name) => {
    if (name === 'settings.changed') desk.tills.changed()
  }
  listeners.push(harmless(createNotifications({ notify, navigation }), log), tray, followSettings)
  const profileChooser = createProfileChooser({
    files: ports.profileFiles,
    nextProfile: options.installation.nextProfile,
    profile: options.profile,
    openCount: () => todoOf(engine.queue()).open.count,
    leaving: ports.leaving,
    onLeaving: () => desk.closeGuard.systemEnds(),
    log,
  })
  const checkConnection = createConnectionCheck({
    ...ports,
    api: engine,
    reading: engine.session,
    profile: options.profile,
    terminalId: () => engine.terminals.chosen()?.terminalId ?? null,
  })
  let isStopped = false
  return {
    handlers: guardCalls(
      createHandlers({ options, engine, desk, navigation, profileChooser, checkConnection, ports }),
      guardConditions({ ...engine, profile: options.profile, access: desk.access }),
      { manager: () => desk.access.refusal(), cashier: () => desk.people.refusal() },
    ),
    open: (opening) => navigation.ask(opening),
    closeGuard: desk.closeGuard,
    start: async () => {
      await engine.start()
      if (isStopped) return
      // Through the harmless listener: a system without tray icons must not stop the start.
      tray('settings.changed', desk.preferences.get())
      desk.updates.start()
      desk.tills.start()
      desk.disputes.start()
    },
    stop: () => {
      isStopped = true
      return engine.stop(desk.stop())
    },
  }
}

/** A closed window or a system without notifications must not stop a delivery. */
function harmless(tell: Emit, log: Log): Emit {
  return (name, payload) => {
    try {
      tell(name, payload)
    } catch (error) {
      const problem = error instanceof Error ? error.name : 'unknown'
      log('error', 'backend.notTold', { event: name, name: problem })
    }
  }
}

/** Makes notifications of the events that matter. @returns the function that takes the events */
function createNotifications({
  notify,
  navigation,
}: {
  readonly notify: Notify
  readonly navigation: Pick<Navigation, 'ask'>
}): Emit {
  /** The last queue of the same client; null before the first, so that old facts at a start give no notification. */
  let before: QueueView | null = null
  let clientId: string | null = null
  let isOffline = false
  /** Since everything was last sent. */
  let wasOffline = false

  function show(notice: Notice, opening: Opening | null): void {
    notify(notice, () => {
      if (opening !== null) navigation.ask(opening)
    })
  }

  /** The sale, if it is the only one that moved so; else its section of what there is to do. */
  function openingFor(section: TodoSection, moved: readonly SaleView[], grewBy: number): Opening {
    const [sale, ...others] = moved
    return sale !== undefined && others.length === 0 && grewBy === 1
      ? { kind: 'sale', transactionId: sale.transactionId }
      : { kind: 'todo', section }
  }

  function takeNews({ queue, sales }: SalesNews): void {
    if (queue === null) return
    const rows = sales ?? []
    const was = before
    before = clientId === null ? null : queue
    if (was === null || before === null) return
    const refused = queue.refusedCount - was.refusedCount
    const needsPerson = todoOf(queue).needsYou - todoOf(was).needsYou
    if (refused > 0) show('refused', openingFor('refused', rows.filter(isRefused), refused))
    if (needsPerson > 0) show('needsPerson', openingFor('needsYou', rows.filter(isForPerson), needsPerson))
    if (queue.lateCount > was.lateCount) show('late', { kind: 'todo', section: 'late' })
    if (todoOf(queue).open.count > 0 || isOffline) return
    if (wasOffline && todoOf(was).open.count > 0) show('allSent', null)
    wasOffline = false
  }

  return (name, payload) => {
    switch (name) {
      case 'session.changed': {
        const session = payload as { readonly clientId: string | null }
        if (session.clientId !== clientId) before = null
        clientId = session.clientId
        return
      }
      case 'connection.changed': {
        const { status } = payload as { readonly status: string }
        isOffline = status === 'offline'
        wasOffline ||= isOffline
        return
      }
      case 'sales.changed':
        takeNews(payload as SalesNews)
        return
      default:
    }
  }
}

const isRefused = ({ state }: SaleView): boolean => state === 'refused'
const isForPerson = (sale: SaleView): boolean => todoSectionOf(sale) === 'needsYou'

function guardConditions({ profile, access, terminals, sales, session }: ConditionParts): GuardConditions {
  function hasSales(): boolean {
    const page = sales.page({ filter: 'all', search: '', offset: 0, limit: 1 })
    return !page.ok || page.value.totalCount > 0
  }

  return {
    /**
     * Everyone may choose a counter's first terminal; another one redirects the money of its sales. A terminal is not
     * the first if the profile names one, if sales exist, or if another client signed in under this PIN.
     */
    otherTerminal: async ({ terminalId }) => {
      await terminals.ready()
      // If the profile locks the terminal, not even a manager can change it, so main asks for no PIN.
      if (profile.locked.includes('terminalId')) return false
      const before = terminals.chosen()?.terminalId ?? profile.terminalId
      return before === null ? access.isOtherClient() || hasSales() : before !== terminalId
    },
    /** Until then signing out is everyone's: a PIN set for it would lock the first person out of nothing. */
    pinIsSet: () => access.view().pin !== 'none',
    /** Until a PIN is set there is no manager to ask for. */
    closesByManager: () => profile.close.by === 'manager' && access.view().pin !== 'none',
    /** A sign-in takes the session from the one who holds it, as signing out does. An expired one holds nothing. */
    sessionHeld: () => access.view().pin !== 'none' && session.view().status === 'signedIn',
  }
}
