import type { Emit, Handlers } from '../shared/contract.ts'
import type { Profile } from './gateway/profile.ts'
import type { Ports } from './ports.ts'

export interface BackendOptions {
  readonly profile: Profile
  /** Absolute folder for the database; created where missing. */
  readonly dataDir: string
  readonly version: string
  readonly platform: 'windows' | 'mac' | 'linux'
}

export interface Backend {
  readonly handlers: Handlers
  /** Recovers the outbox, signs in where Practice needs it, and starts the courier. */
  start(): Promise<void>
  /** Stops the courier, waits a bounded time for what is in flight, and closes the database. */
  stop(): Promise<void>
}

/** Everything of Tillside that is not Electron, behind the contract's handlers. */
export function createBackend(_options: BackendOptions, _ports: Ports, _emit: Emit): Backend {
  throw new Error('not built yet')
}
