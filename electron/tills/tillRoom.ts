import type { Emit } from '../../shared/contract.ts'
import type { TerminalView } from '../../shared/terminal.ts'
import type { HandedView, TillsView } from '../../shared/till.ts'
import type {
  Cancel,
  Clock,
  Files,
  LocalServer,
  Log,
  Random,
  ServerOpened,
  SettingsStore,
  Timers,
  Vault,
} from '../ports.ts'
import type { Preferences } from '../settings/preferences.ts'
import type { Database } from '../storage/database.ts'
import { createDoor } from './door.ts'
import { createHandovers, type Handovers, type HandoversOptions } from './handovers.ts'
import { createTills, type Tills } from './tills.ts'
import { TillStore } from './tillStore.ts'

/** The shop's own programs: who they are, what they handed over, and the door that they use. */
export interface TillRoom extends Pick<Tills, 'view' | 'connect' | 'change' | 'renewKey' | 'disconnect'> {
  readonly handovers: Pick<Handovers, 'waiting' | 'record' | 'sendBack'>
  /** Opens the door once the keys are known, if a manager turned it on. */
  start(): void
  /** The choices of this computer, or who is signed in, changed. */
  changed(): void
  stop(): Promise<void>
}

export interface TillRoomOptions extends Pick<
  HandoversOptions,
  'sales' | 'profile' | 'destination' | 'storage' | 'cashier'
> {
  readonly database: Database
  readonly settings: SettingsStore
  readonly vault: Vault
  readonly random: Pick<Random, 'bytes'>
  readonly clock: Clock
  readonly timers: Timers
  readonly log: Log
  readonly localServer: LocalServer
  readonly files: Pick<Files, 'save'>
  readonly version: string
  readonly preferences: Pick<Preferences, 'get'>
  /** The known row of a terminal; null if the bank's list does not show it. */
  readonly terminal: (terminalId: string) => Promise<TerminalView | null>
  readonly emit: Emit
  /** What there is to do may have changed. */
  readonly onTodo: () => void
}

/** While something waits: by time alone it becomes something to do. */
const LOOK_MS = 20_000

const textOf = ({ sales, count }: HandedView): string => JSON.stringify([count, sales])

export function createTillRoom(options: TillRoomOptions): TillRoom {
  const { timers, log, preferences, emit } = options
  const store = new TillStore(options.database)
  let opened: ServerOpened | null = null
  let state: TillsView['door'] = 'off'
  /** One opening or closing at a time, in order. */
  let running: Promise<void> = Promise.resolve()
  let isStopped = false
  let cancel: Cancel | null = null
  let shown = textOf({ sales: [], count: 0 })

  const handovers = createHandovers({ ...options, store, onChange: tellHanded })
  const tills = createTills({
    ...options,
    store,
    isKnownTerminal: async (terminalId) => (await options.terminal(terminalId))?.terminalId === terminalId,
    by: () => options.cashier()?.name ?? '',
    door: () => ({ door: state, port: preferences.get().tillPort }),
    onChange: tellTills,
  })
  const door = createDoor({
    ...options,
    tills,
    handovers,
    environment: options.profile.environment,
    port: () => opened?.port ?? 0,
  })

  /** An unreadable file has an event of its own. */
  function tell(what: () => void): void {
    try {
      what()
    } catch (error) {
      log('warn', 'tills.notTold', { name: error instanceof Error ? error.name : 'unknown' })
    }
  }

  function tellTills(): void {
    tell(() => emit('tills.changed', tills.view()))
  }

  function tellHanded(): void {
    tell(() => {
      const now = handovers.waiting()
      const text = textOf(now)
      if (text === shown) return
      shown = text
      emit('handed.changed', now)
      options.onTodo()
      lookLater()
    })
  } /** To do counts a hand-over once it is old enough, and no event says when. */
  function lookLater(): void {
    cancel ??= timers.after(LOOK_MS, () => {
      cancel = null
      options.onTodo()
      tell(() => (handovers.waiting().count > 0 ? lookLater() : undefined))
    })
  }

  async function follow(): Promise<void> {
    const { tillDoor: isOn, tillPort } = preferences.get()
    const isWanted = isOn && !isStopped
    if (opened !== null && (!isWanted || opened.port !== tillPort)) {
      await opened.close()
      opened = null
      state = 'off'
    }
    if (isWanted && opened === null) {
      const result = await options.localServer.open(tillPort, door)
      opened = result.ok ? result.value : null
      state = result.ok ? 'open' : result.error
      log(result.ok ? 'info' : 'warn', 'tills.door', { state })
    }
    if (!isWanted) state = 'off'
    if (!isStopped) tellTills()
  }

  function changed(): void {
    running = running.then(follow)
  }

  return {
    ...tills,
    handovers,
    // A key store that asks its owner keeps the door shut, and nothing else.
    start: () => void tills.openKeys().then(changed),
    changed: () => {
      const { tillDoor: isOn, tillPort } = preferences.get()
      tellHanded()
      // A port that was taken is tried again when a person changes something.
      if (isOn !== (state === 'open') || (opened !== null && opened.port !== tillPort)) changed()
    },
    stop: async () => {
      isStopped = true
      cancel?.()
      changed()
      await running
    },
  }
}
