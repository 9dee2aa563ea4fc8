import { ok, type Result } from '../../../shared/result.ts'
import type { UpdateFailure } from '../../../shared/updates.ts'
import type { Leaving, UpdaterPort } from '../../ports.ts'

/** A feed, a file and a way to quit that a test controls, and the order of their use. */
export interface UpdaterDouble {
  readonly updater: UpdaterPort
  readonly leaving: Leaving
  readonly steps: readonly string[]
  canInstall: boolean
  onCheck: () => Promise<Result<string | null, UpdateFailure>>
  onDownload: (onPercent: (percent: number) => void) => Promise<Result<void, UpdateFailure>>
  onPrepare: () => Promise<Result<void, UpdateFailure>>
  onInstall: (onFailed: () => void) => void
  onStop: Leaving['stop']
}

export function createUpdaterDouble(): UpdaterDouble {
  const steps: string[] = []
  const double: UpdaterDouble = {
    updater: {
      get canInstall() {
        return double.canInstall
      },
      check: () => {
        steps.push('check')
        return double.onCheck()
      },
      download: (onPercent) => {
        steps.push('download')
        return double.onDownload(onPercent)
      },
      prepare: () => {
        steps.push('prepare')
        return double.onPrepare()
      },
      install: (onFailed) => {
        steps.push('install')
        double.onInstall(onFailed)
      },
    },
    leaving: {
      stop: async () => {
        const how = await double.onStop()
        steps.push(`stop ${how}`)
        return how
      },
      restart: () => void steps.push('restart'),
    },
    steps,
    canInstall: true,
    onCheck: async () => ok('9.9.9'),
    onDownload: async () => ok(undefined),
    onPrepare: async () => ok(undefined),
    onInstall: () => undefined,
    onStop: async () => 'stopped',
  }
  return double
}
