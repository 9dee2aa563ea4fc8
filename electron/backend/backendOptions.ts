import type { EngineOptions } from '../engine/engine.ts'
import type { Installation } from '../settings/profileView.ts'

/** What main tells the back end about this program and its environment. */
export interface BackendOptions extends EngineOptions {
  readonly version: string
  readonly platform: 'windows' | 'mac' | 'linux'
  readonly installation: Installation
}
