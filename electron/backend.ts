import type { Emit, Handlers } from '../shared/contract.ts'
import { createEngine, type EngineOptions } from './engine.ts'
import { createHandlers } from './handlers.ts'
import type { Ports } from './ports.ts'

export interface BackendOptions extends EngineOptions {
  readonly version: string
  readonly platform: 'windows' | 'mac' | 'linux'
}

export interface Backend {
  readonly handlers: Handlers
  /** Recovers the outbox, signs in where Practice needs it, and starts the courier. */
  start(): Promise<void>
  /** Stops the courier, waits for the exchange in flight (its time-out bounds it), and closes the database. */
  stop(): Promise<void>
}

/** Everything of Tillside that is not Electron, behind the contract's handlers. */
export function createBackend(options: BackendOptions, ports: Ports, tellScreen: Emit): Backend {
  /** A window that is gone must not stop a delivery. */
  const emit: Emit = (name, payload) => {
    try {
      tellScreen(name, payload)
    } catch (error) {
      const problem = error instanceof Error ? error.name : 'unknown'
      ports.log('error', 'backend.notTold', { event: name, name: problem })
    }
  }
  const engine = createEngine(options, ports, emit)
  return {
    handlers: createHandlers({ options, engine }),
    start: () => engine.start(),
    stop: () => engine.stop(),
  }
}
