import type { QueueView } from '../../shared/sale.ts'
import type { ConnectionView } from '../../shared/session.ts'
import { todoOf, todoSections } from '../../shared/todo.ts'
import { ageText, clockText } from '../ui/format/time.ts'
import type { AppState } from './types.ts'
import { strings } from '../strings/strings.ts'

/**
 * The queue in words for the status bar, with the counts of To do. Being online does not mean that everything was sent,
 * so the connection has no part in it. "All sent" means that nothing is to do and nothing was just saved, here or for
 * another address of the service.
 */
export function queueText(queue: QueueView | null, nowMs: number, isBesideLive = false): string {
  if (queue === null) return strings.status.reading
  const { sections, justSaved, payouts } = todoOf(queue)
  const words = strings.todoStatus
  const oldestMs = queue.oldestWaitingAtMs
  const parts = todoSections.flatMap((name) => {
    const isNotSent = name === 'notSent'
    const count = sections[name].count + (isNotSent ? justSaved.count : 0)
    if (count === 0) return []
    const hasAge = isNotSent && oldestMs !== null && sections.notSent.count > 0
    return [hasAge ? words.notSentSince(count, ageText(oldestMs, nowMs)) : words[name](count)]
  })
  if (payouts > 0) parts.unshift(strings.payout.status(payouts))
  if (queue.elsewhereCount > 0) parts.push(strings.elsewhere.status(queue.elsewhereCount))
  if (parts.length > 0) return parts.join(' · ')
  return isBesideLive ? strings.elsewhere.practiceSent : strings.status.allSent
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
  if (minutes < 60) return strings.todo.drainMinutes(minutes)
  return strings.todo.drainHours(Math.floor(minutes / 60), minutes % 60)
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
