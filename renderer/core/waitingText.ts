import type { QueueView } from '../../shared/sale.ts'
import type { ConnectionView } from '../../shared/session.ts'
import { formatKobo } from '../ui/format/money.ts'
import { ageText, clockText } from '../ui/format/time.ts'
import type { AppState } from './types.ts'
import { strings } from '../strings/strings.ts'

/**
 * The queue in words for the status bar. It never looks at the connection: being online does not mean that everything
 * was sent. "All sent" means that nothing waits, nothing is being checked, nothing needs a person and no refusal is
 * unseen, here or for another address of the service.
 */
export function queueText(queue: QueueView | null, nowMs: number, isBesideLive = false): string {
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
  if (queue.differsCount > 0) parts.push(strings.status.differs(queue.differsCount))
  if (queue.refusedCount > 0) parts.push(strings.status.refused(queue.refusedCount))
  if (queue.elsewhereCount > 0) parts.push(strings.elsewhere.status(queue.elsewhereCount))
  if (parts.length > 0) return parts.join(' · ')
  return isBesideLive ? strings.elsewhere.practiceSent : strings.status.allSent
}

/**
 * The totals for a person who leaves: what has not left this computer, and what may be at the bank or needs a person.
 * A sale that is being sent is of the second kind.
 */
export function leavingTotals(queue: QueueView) {
  return {
    unsent: {
      count: queue.waitingCount - queue.sendingCount,
      kobo: queue.waitingKobo - queue.sendingKobo,
    },
    unsettled: {
      count: queue.sendingCount + queue.checkingCount + queue.needsPersonCount,
      kobo: queue.sendingKobo + queue.checkingKobo + queue.needsPersonKobo,
    },
  }
}

/** The open sales, one line a kind: only the first kind is known not to be at the bank. */
export function openTexts(queue: QueueView): readonly string[] {
  const words = strings.waiting
  const kinds = [
    { count: queue.waitingCount, kobo: queue.waitingKobo, say: words.unsent },
    { count: queue.checkingCount, kobo: queue.checkingKobo, say: words.checking },
    { count: queue.needsPersonCount, kobo: queue.needsPersonKobo, say: words.needsPerson },
  ]
  return kinds.flatMap(({ count, kobo, say }) =>
    count === 0 ? [] : [say(strings.count.sales(count), formatKobo(kobo))],
  )
}

/** An older pace says nothing about the present one. */
const PACE_LATELY_MS = 30_000
const MINUTE_MS = 60_000

/** How long sending the queue will take; null where that is unknown or under a minute. */
export function drainText(queue: QueueView | null, nowMs: number): string | null {
  const drain = queue?.drain ?? null
  if (drain === null || Math.abs(nowMs - drain.asOfMs) > PACE_LATELY_MS || drain.leftMs < MINUTE_MS)
    return null
  const minutes = Math.round(drain.leftMs / MINUTE_MS)
  if (minutes < 60) return strings.waiting.drainMinutes(minutes)
  return strings.waiting.drainHours(Math.floor(minutes / 60), minutes % 60)
}

/** The connection in words for the status bar; the queue has its own text. */
export function connectionText(status: ConnectionView['status']): string {
  return strings.status[status]
}

/** The service is rarely asked while nothing waits: an answer some minutes old is shown with its time. */
const ANSWERED_LATELY_MS = 2 * 60_000

/** The same with the time of the last answer, unless it is recent. */
export function connectionSince({ status, lastContactAtMs }: ConnectionView, nowMs: number): string {
  const isOld = lastContactAtMs !== null && nowMs - lastContactAtMs > ANSWERED_LATELY_MS
  const text = connectionText(status)
  return status === 'online' && isOld ? strings.status.answered(text, clockText(lastContactAtMs)) : text
}

/**
 * Sales on this computer that no other text mentions: for another address of the service, or live ones beside
 * Practice. They are kept and not sent from here. Null where there are none.
 */
export function elsewhereText({ queue, app }: Pick<AppState, 'queue' | 'app'>): string | null {
  const texts = [
    ...(queue === null || queue.elsewhereCount === 0
      ? []
      : [strings.elsewhere.sentence(queue.elsewhereCount)]),
    ...(app?.isBesideLive === true ? [strings.elsewhere.besideLive] : []),
  ]
  return texts.length === 0 ? null : texts.join(' ')
}
