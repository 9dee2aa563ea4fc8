import { dayText } from '../ui/format/time.ts'
import type { Deps, Get, Set } from '../core/types.ts'
import { refreshVisible } from '../features/sales/saleLists.ts'
import { takeQueue } from './events.ts'

/** Main sends today's totals when a sale changes. At midnight none changes, so the screen asks for them. */
export async function followDay(set: Set, get: Get, { client, nowMs }: Deps): Promise<void> {
  const { phase, queue } = get()
  if (phase !== 'ready' || queue === null || dayText(queue.todaySinceMs) === dayText(nowMs())) return
  const answer = await client.call('queue.get', {})
  if (!answer.ok) return
  takeQueue(answer.value, set, get)
  refreshVisible(get)
}

export function loadSettings(get: Get): void {
  void get().loadProfile()
  void get().loadUpdates()
  void get().loadBackup()
  void get().loadTills()
}

export function refreshFind(get: Get): void {
  const { findMode, lookUpState, lookUp, search } = get()
  if (findMode === 'dates') void search()
  // A press too: what the bank was asked is asked again.
  else void lookUp(lookUpState.asked, { isScan: lookUpState.bankAsked !== null })
}
