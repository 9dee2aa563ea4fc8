import type { QueueView } from '../../shared/sale.ts'
import type { ConnectionView } from '../../shared/session.ts'
import { ageText } from '../format/time.ts'
import { strings } from '../strings.ts'

/** Everything that the bank has not accepted, as one count and one sum. */
export function openTotals(queue: QueueView): { readonly count: number; readonly kobo: number } {
  return {
    count: queue.waitingCount + queue.checkingCount + queue.needsPersonCount,
    kobo: queue.waitingKobo + queue.checkingKobo + queue.needsPersonKobo,
  }
}

/**
 * The queue in words for the status bar. It never looks at the connection: being online says nothing about what has
 * been sent, and "All sent" means that nothing waits, nothing is being checked and nothing needs a person.
 */
export function queueText(queue: QueueView | null, nowMs: number): string {
  if (queue === null) return strings.status.reading
  const parts: string[] = []
  if (queue.waitingCount > 0) {
    parts.push(
      queue.oldestWaitingAtMs === null
        ? strings.status.waitingNoAge(queue.waitingCount)
        : strings.status.waiting(queue.waitingCount, ageText(queue.oldestWaitingAtMs, nowMs)),
    )
  }
  if (queue.checkingCount > 0) parts.push(strings.status.checking(queue.checkingCount))
  if (queue.needsPersonCount > 0) parts.push(strings.status.needsPerson(queue.needsPersonCount))
  return parts.length === 0 ? strings.status.allSent : parts.join(' · ')
}

/** The connection in words for the status bar; the queue has its own text. */
export function connectionText(status: ConnectionView['status']): string {
  return strings.status[status]
}
