import type { SettingsStore } from '../ports.ts'
import {
  createClientTerminals,
  noTerminals,
  type ClientTerminals,
  type ClientTerminalsOptions,
} from './clientTerminals.ts'
import type { Brought, KnownList } from './knownTerminals.ts'
import { createRememberedTerminal } from './rememberedTerminal.ts'
import { TerminalListStore } from './terminalListStore.ts'

/** The terminals of the client who is signed in; each call notices a change of client. */
export interface CurrentTerminals {
  get(): ClientTerminals
  /** With the stored list in memory, even if other clients sign in meanwhile. */
  ready(): Promise<ClientTerminals>
  /** Grows when any row may have changed. */
  revision(): number
  /** @returns false if another client is signed in by now */
  take(
    clientId: string,
    make: (older: KnownList, brought: Brought) => KnownList,
    brought: Brought,
  ): Promise<boolean>
  /** The rows of a first reading that goes on. */
  showSoFar(clientId: string, rows: Brought['rows']): void
  /** From now on nothing changes. Waits until everything to be stored is on the disk. */
  stop(): Promise<void>
}

export type CurrentTerminalsOptions = Omit<ClientTerminalsOptions, 'store' | 'choice' | 'onReady'> &
  ConstructorParameters<typeof TerminalListStore>[0] & {
    readonly bank: { readonly clientId: () => string | null }
    readonly settings: SettingsStore
    readonly destinationKey: string
    /** The stored list of the current client is in memory. */
    readonly onReady: () => void
  }

export function createCurrentTerminals(options: CurrentTerminalsOptions): CurrentTerminals {
  const { bank, destinationKey } = options
  let current = noTerminals()
  let revision = 0
  let isStopped = false

  function get(): ClientTerminals {
    const clientId = bank.clientId()
    if (clientId !== current.clientId) {
      revision += 1
      current = clientId === null ? noTerminals() : open(clientId)
    }
    return current
  }

  function open(clientId: string): ClientTerminals {
    const owner = [destinationKey, clientId] as const
    const store = new TerminalListStore(options, owner)
    const choice = createRememberedTerminal(options, owner)
    const onReady = (): void => {
      if (current.clientId === clientId) options.onReady()
    }
    return createClientTerminals({ ...options, store, choice, onReady }, clientId)
  }

  async function ready(): Promise<ClientTerminals> {
    const own = get()
    await own.ready
    return get() === own ? own : ready()
  }

  return {
    get,
    ready,
    revision: () => revision,
    take: async (clientId, make, brought) => {
      const own = await ready()
      if (own.clientId !== clientId) return false
      if (isStopped) return true
      if (brought.rows.size > 0) revision += 1
      own.change((older) => make(older, brought))
      return true
    },
    showSoFar: (clientId, rows) => {
      const own = get()
      if (own.clientId === clientId && !isStopped && own.showSoFar(rows)) revision += 1
    },
    stop: async () => {
      isStopped = true
      await current.settled()
    },
  }
}
