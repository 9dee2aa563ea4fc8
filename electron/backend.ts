import { guardCalls } from '../shared/callGuards.ts'
import type { Emit, Handlers } from '../shared/contract.ts'
import type { Opening } from '../shared/opening.ts'
import type { BackendOptions } from './backendOptions.ts'
import type { CloseGuard } from './closeGuard.ts'
import { createDesk } from './desk.ts'
import { createEngine, type EngineOptions } from './engine.ts'
import { guardConditions } from './guardConditions.ts'
import { createHandlers } from './handlers.ts'
import { createNotices } from './notices.ts'
import { createOpenings } from './openings.ts'
import { createDesktopView } from './desktopView.ts'
import type { DeskPorts, Ports } from './ports.ts'

export interface Backend {
  readonly handlers: Handlers
  /** Leads the screen to what a link names. */
  readonly open: (opening: Opening) => void
  /** What the window asks before it closes. */
  readonly closeGuard: Omit<CloseGuard, 'answer'>
  /** Recovers the outbox, signs in where Practice needs it, and starts the courier. */
  start(): Promise<void>
  /** Stops the courier, waits for what is in flight (its time-out bounds it), and closes the database. */
  stop(): Promise<void>
}

/** Everything of Tillside that is not Electron, behind the contract's handlers. */
export function createBackend(options: BackendOptions, ports: Ports & DeskPorts, tellScreen: Emit): Backend {
  /** A window that is gone, or a system that shows no notification, must not stop a delivery. */
  const telling =
    (tell: Emit): Emit =>
    (name, payload) => {
      try {
        tell(name, payload)
      } catch (error) {
        const problem = error instanceof Error ? error.name : 'unknown'
        ports.log('error', 'backend.notTold', { event: name, name: problem })
      }
    }
  const emit: Emit = (name, payload) => {
    telling(tellScreen)(name, payload)
    telling(notices)(name, payload)
    telling(desktopView)(name, payload)
  }
  const openings = createOpenings(emit)
  const notices = createNotices({ notify: ports.notify, openings })
  // Before the rooms: their first words may be that the file of sales is damaged.
  const desktopView = createDesktopView(
    ports.desktop,
    () => desk.preferences.get(),
    () => engine.queue(),
  )
  const atDesk: EngineOptions['atDesk'] = {
    nameCheck: () => desk.nameChecks.state(),
    asksManager: () => desk.access.isOtherClient(),
  }
  const engine = createEngine({ ...options, atDesk }, ports, (name, payload) => {
    emit(name, payload)
    if (name === 'session.changed') desk.sessionChanged()
  })
  const desk = createDesk(options, ports, engine, emit)
  let isStopped = false
  return {
    handlers: guardCalls(
      createHandlers({ options, engine, desk, openings }),
      guardConditions({ ...engine, profile: options.profile, access: desk.access }),
      () => desk.access.refusal(),
    ),
    open: (opening) => openings.ask(opening),
    closeGuard: desk.closeGuard,
    start: async () => {
      await engine.start()
      if (isStopped) return
      // As if it had just been chosen: a system that cannot show it keeps no counter from opening.
      telling(desktopView)('settings.changed', desk.preferences.get())
      desk.updates.start()
    },
    stop: () => {
      isStopped = true
      return engine.stop(desk.stop())
    },
  }
}
