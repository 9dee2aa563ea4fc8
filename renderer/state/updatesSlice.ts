import type { CallResult } from '../../shared/contract.ts'
import type { Deps, Guarded, Set } from './types.ts'
import type { UpdatesActions, UpdatesState } from './updatesTypes.ts'

export const noUpdates: UpdatesState = { view: null, problem: null }

/** Newer versions of Tillside. What may be done about one is main's to say. */
export function updatesSlice(
  set: Set,
  { client }: Deps,
  guarded: Guarded,
): { readonly actions: UpdatesActions; readonly listen: () => void } {
  /** Grows with what main tells: an answer that was on its way meanwhile is older. */
  let told = 0
  const change = (part: Partial<UpdatesState>): void =>
    set(({ updatesState }) => ({ updatesState: { ...updatesState, ...part } }))

  async function ask(asking: () => Promise<CallResult<'updates.get'>>): Promise<void> {
    change({ problem: null })
    const before = told
    const answer = await asking()
    if (answer.ok && told === before) change({ view: answer.value })
    // The PIN was not given: nothing has gone wrong, and nothing has changed.
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
