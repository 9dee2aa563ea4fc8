import { callError } from '../../shared/callError.ts'
import type { CallResult } from '../../shared/contract.ts'
import type { AccessView } from '../../shared/access.ts'
import { ok } from '../../shared/result.ts'
import type { UpdatesView } from '../../shared/updates.ts'
import { FIXED_NOW_MS } from './fixtures.ts'

interface UpdateFacts {
  readonly access: AccessView
  readonly updates: UpdatesView
}

/** An update feed in memory that always has version 0.2.0, with a download that has just begun. */
export function updateAnswers(facts: () => UpdateFacts, become: (updates: UpdatesView) => void) {
  const next = (part: Partial<UpdatesView>): CallResult<'updates.get'> => {
    become({ ...facts().updates, failure: null, percent: null, ...part })
    return ok(facts().updates)
  }
  return {
    'updates.get': (): CallResult<'updates.get'> => ok(facts().updates),
    'updates.check': (): CallResult<'updates.check'> =>
      facts().updates.status === 'off'
        ? ok(facts().updates)
        : next({ status: 'available', version: '0.2.0', checkedAtMs: FIXED_NOW_MS }),
    'updates.download': (): CallResult<'updates.download'> => {
      return facts().updates.status === 'available'
        ? next({ status: 'downloading', percent: 0 })
        : callError('notAllowed', { reason: 'updateStatus', status: facts().updates.status })
    },
    'updates.install': (): CallResult<'updates.install'> => {
      return facts().updates.status === 'ready'
        ? next({ status: 'installing' })
        : callError('notAllowed', { reason: 'updateStatus', status: facts().updates.status })
    },
  }
}
