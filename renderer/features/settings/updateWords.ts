import type { UpdatesView } from '../../../shared/updates.ts'
import type { QueueView } from '../../../shared/sale.ts'
import { todoOf } from '../../../shared/todo.ts'
import { formatKobo } from '../../ui/format/money.ts'
import { clockText } from '../../ui/format/time.ts'
import { lazyStrings } from '../../strings/lazyStrings.ts'
import { strings } from '../../strings/strings.ts'

const words = lazyStrings.updates

/** What is known about a newer version, in one sentence. */
export function updateText(view: UpdatesView): string {
  const version = view.version ?? ''
  switch (view.status) {
    case 'off':
    case 'notChecked':
    case 'checking':
      return words[view.status]
    case 'upToDate':
      return words.upToDate(clockText(view.checkedAtMs ?? 0))
    case 'available':
    case 'downloading':
    case 'ready':
    case 'installing':
      return words[view.status](version)
    case 'failed':
      return failureText(view)
  }
}

function failureText({ failure, version, runningVersion }: UpdatesView): string {
  if (failure === 'notInstalled') return words.failures.notInstalled(version ?? '', runningVersion)
  return words.failures[failure ?? 'feed']
}

/** What follows from it, and what happens to the waiting sales. */
export function updateHelp(view: UpdatesView, queue: QueueView | null): readonly string[] {
  switch (view.status) {
    case 'available':
      return [view.isInstalledHere ? words.availableHelp : words.byHand]
    case 'downloading':
      return [words.percent(view.percent ?? 0)]
    case 'ready':
      return [words.readyHelp, ...waitingTexts(queue)]
    case 'installing':
      return [words.installingHelp, ...waitingTexts(queue)]
    default:
      return []
  }
}

function waitingTexts(queue: QueueView | null): readonly string[] {
  if (queue === null) return []
  const { count, kobo } = todoOf(queue).open
  return count === 0 ? [] : [words.waiting(`${strings.count.sales(count)} (${formatKobo(kobo)})`)]
}

/** The next step that a person can take. */
export function updateOffer(view: UpdatesView): 'check' | 'download' | 'install' | null {
  switch (view.status) {
    case 'notChecked':
    case 'upToDate':
    case 'failed':
      return 'check'
    case 'available':
      return view.isInstalledHere ? 'download' : 'check'
    case 'ready':
      return 'install'
    default:
      return null
  }
}
