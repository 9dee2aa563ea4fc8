import type { CallError } from '../../../shared/callError.ts'
import type { Result } from '../../../shared/result.ts'
import type { BackupActions, BackupState } from '../../core/backupTypes.ts'
import type { AppStore, Deps, Get, Guarded, Set } from '../../core/types.ts'

export const noBackup: BackupState = { view: null, isBusy: false, made: null, chosen: null, problem: null }

const HOUR_MS = 3_600_000

/** Main writes, reads and checks the files; this screen never names one. */
export function backupSlice(set: Set, get: Get, { client }: Deps, guarded: Guarded): BackupActions {
  const change = (part: Partial<BackupState>): void =>
    set(({ backup }) => ({ backup: { ...backup, ...part } }))

  /** One at a time. @returns null where it failed, which is told, or where another is under way */
  async function done<Value>(ask: () => Promise<Result<Value, CallError>>): Promise<Value | null> {
    if (get().backup.isBusy) return null
    change({ isBusy: true, made: null, chosen: null, problem: null })
    const answer = await ask()
    change({ isBusy: false })
    if (answer.ok) return answer.value
    // Without a PIN nothing has changed, so no problem is shown.
    if (answer.error.code !== 'needsManager') change({ problem: answer.error })
    return null
  }

  async function load(): Promise<void> {
    const answer = await client.call('backup.view', {})
    if (answer.ok) change({ view: answer.value })
  }

  return {
    loadBackup: load,
    async makeBackup() {
      change({ made: await done(() => client.call('backup.make', {})) })
      await load()
    },
    async giveAwaySales() {
      change({ made: await done(() => guarded(() => client.call('backup.giveAway', {}))) })
      await load()
    },
    async takeBackSales() {
      await done(() => guarded(() => client.call('backup.takeBack', {})))
    },
    async chooseBackup() {
      change({ chosen: await done(() => guarded(() => client.call('backup.choose', {}))) })
    },
    async answerBackup(yes) {
      change({ chosen: null })
      if (yes) await done(() => guarded(() => client.call('backup.bring', {})))
    },
  }
}

/** Whether a backup is due is asked after the start and every hour: a counter may run for weeks. */
export function followBackups(store: AppStore): void {
  store.subscribe((state, before) => {
    const isHour = Math.floor(state.nowMs / HOUR_MS) !== Math.floor(before.nowMs / HOUR_MS)
    if (state.phase !== 'ready' || (before.phase === 'ready' && !isHour)) return
    // After what the screen opens with.
    queueMicrotask(() => void state.loadBackup())
  })
}
