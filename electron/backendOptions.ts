import type { EngineOptions } from './engine.ts'
import type { Installation } from './settings/profileView.ts'

/** What main says of this program and its place when it builds the back end. */
export interface BackendOptions extends EngineOptions {
  readonly version: string
  readonly platform: 'windows' | 'mac' | 'linux'
  readonly installation: Installation
}
