import type { CallResult } from '../../../shared/contract.ts'
import type { Deps, Guarded, Set } from '../../core/types.ts'
import type { UpdatesActions, UpdatesState } from '../../core/updatesTypes.ts'

export const noUpdates: UpdatesState = { view: null, problem: null }

/** Newer versions of Tillside. Main decides what may be done about one. */
export function updatesSlice(
  set: Set,
  { client }: Deps,
  guarded: Guarded,
): { readonly actions: UpdatesActions; readonly listen: () => void } {
  /** Counts main's events: an answer that was requested before the latest one is older than it. */
  let told = 0
  const change = (part: Partial<UpdatesState>): void =>
    set(({ updatesState }) => ({ updatesState: { ...updatesState, ...part } }))

  async function ask(asking: () => Promise<CallResult<'updates.get'>>): Promise<void> {
    change({ problem: null })
    const before = told
    const answer = await asking()
    if (answer.ok && told === before) change({ view: answer.value })
    // Without a PIN nothing has changed, so no problem is shown.
    if (!answer.ok && answer.error.code !== 'needsManager') change({ problem: answer.error })
  }

  return {
    listen: () => {
      client.listen('updates.changed', (view) => {
        told += 1
        change({ view })
      })
    },
    actions: {
      loadUpdates: () => ask(() => client.call('updates.get', {})),
      checkUpdates: () => ask(() => client.call('updates.check', {})),
      downloadUpdate: () => ask(() => guarded(() => client.call('updates.download', {}))),
      installUpdate: () => ask(() => guarded(() => client.call('updates.install', {}))),
    },
  }
}
