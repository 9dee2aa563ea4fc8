import type { CallError } from '../../shared/callError.ts'
import type { UpdatesView } from '../../shared/updates.ts'

export interface UpdatesState {
  /** Null until main was asked. */
  readonly view: UpdatesView | null
  readonly problem: CallError | null
}

export interface UpdatesActions {
  loadUpdates(): Promise<void>
  checkUpdates(): Promise<void>
  downloadUpdate(): Promise<void>
  installUpdate(): Promise<void>
}
