import { shortText } from '../../shared/plainText.ts'
import type { QueueView } from '../../shared/sale.ts'
import { CLOCK_WRONG_MS } from '../../shared/session.ts'
import { todoOf, type Totals } from '../../shared/todo.ts'
import { formatKobo } from '../ui/format/money.ts'
import type { BannerKind, PutAway } from './bannerKinds.ts'
import { payoutChangeOf } from './payoutWords.ts'
import type { AppState } from './types.ts'
import { strings } from '../strings/strings.ts'

const MINUTE_MS = 60_000
/** How much of the bank's words the banner shows; all of them are where the list is asked for. */
const BANK_WORDS_MAX = 120
const HOUR_MS = 60 * MINUTE_MS

type BannerFacts = Pick<
  AppState,
  | 'app'
  | 'screen'
  | 'terminals'
  | 'session'
  | 'signInState'
  | 'connection'
  | 'storage'
  | 'queue'
  | 'putAway'
  | 'leavesWhenSent'
  | 'backup'
>

/**
 * The one banner to show, by priority. Practice has none: its frame and stripe are always there, which leaves the
 * banner for what a person can act on.
 */
export function bannerFor({
  app,
  screen,
  terminals,
  session,
  signInState,
  connection,
  storage,
  queue,
  putAway,
  leavesWhenSent,
  backup,
}: BannerFacts): BannerKind | null {
  // That no sale can be saved is the most important news.
  if (storage?.status === 'failing') return 'storageFailing'
  if (storage?.status === 'readOnly') return 'storageReadOnly'
  if (storage?.news) return 'storageNews'
  // The sign-in screen itself says what waits, and "you can keep recording sales" would not be true there.
  if (session?.status === 'signedOut' || signInState.isOpen) return null
  if (session?.status === 'expired') return 'signInAgain'
  // The next person at the counter must see the pending sign-out, and be able to cancel it.
  if (leavesWhenSent) return 'leavingSoon'
  if (isClockWrong(connection.clockAheadMs)) return 'clockWrong'
  switch (connection.status) {
    case 'offline':
    case 'serviceSilent':
    case 'serviceOdd':
    case 'serviceRefuses':
      return connection.status
    case 'online':
    case 'notTried':
      // While the bank is unreachable a payment cannot be seen; the banners above say so.
      return (
        standing({ session, app, screen, terminals, backup }).find(
          (kind) =>
            (WITHOUT_SALES.has(kind) || totalsOf(kind, queue).count > 0) && !isPutAway(kind, putAway, queue),
        ) ?? null
      )
  }
}

const WITHOUT_SALES: ReadonlySet<BannerKind> = new Set(['thisRunOnly', 'thisRunSoFar', 'backupDue'])

/** The banners that stay until a person puts them away. */
function standing({
  session,
  app,
  screen,
  terminals,
  backup,
}: Pick<BannerFacts, 'session' | 'app' | 'screen' | 'terminals' | 'backup'>): readonly BannerKind[] {
  // Practice signs in automatically at every start, so it stores no sign-in.
  const keptAs = app?.environment === 'practice' ? null : session?.keptAs
  const thisRun = keptAs === 'thisRunOnly' || keptAs === 'thisRunSoFar' ? [keptAs] : []
  // The screen Sale says it of this counter's terminal, and what it means.
  const isSaid = screen === 'sale' && payoutChangeOf(terminals, terminals?.chosenTerminalId ?? null) !== null
  return [
    ...(isSaid ? [] : ['payout' as const]),
    ...thisRun,
    'late',
    'notChecked',
    ...(backup.view?.isDue === true ? ['backupDue' as const] : []),
  ]
}

/** The sales that a banner is about, or the terminals. */
export function totalsOf(kind: BannerKind, queue: QueueView | null): Totals {
  if (kind === 'payout') return { count: queue === null ? 0 : todoOf(queue).payouts, kobo: 0 }
  const isAboutSales = kind === 'late' || kind === 'notChecked'
  return isAboutSales && queue !== null ? todoOf(queue).sections[kind] : { count: 0, kobo: 0 }
}

function isPutAway(kind: BannerKind, putAway: PutAway, queue: QueueView | null): boolean {
  const then = putAway[kind]
  const now = totalsOf(kind, queue)
  return then !== undefined && now.count <= then.count && now.kobo <= then.kobo
}

/** What is still put away with a new queue: a banner that has lost sales comes back with the next one added. */
export function putAwayAfter(putAway: PutAway, queue: QueueView): PutAway {
  const kinds = (Object.keys(putAway) as BannerKind[]).filter((kind) => isPutAway(kind, putAway, queue))
  return Object.fromEntries(kinds.map((kind) => [kind, totalsOf(kind, queue)]))
}

/** Whether this computer's clock differs so much from the service's that times on records would mislead. */
export function isClockWrong(clockAheadMs: number | null): clockAheadMs is number {
  return clockAheadMs !== null && Math.abs(clockAheadMs) > CLOCK_WRONG_MS
}

/** What makes the answers of the service of no use: the field that cannot be read, or its words of refusal. */
export function serviceText(kind: 'serviceOdd' | 'serviceRefuses', problem: string | null): string {
  const words = strings.banner
  return kind === 'serviceOdd'
    ? words.serviceOdd(problem)
    : words.serviceRefuses(shortText(problem ?? '', BANK_WORDS_MAX))
}

/** Says how wrong the clock is, and where to set it. */
export function clockText(clockAheadMs: number, platform: 'windows' | 'mac' | 'linux'): string {
  const words = strings.banner
  return words.clockWrong(spanText(Math.abs(clockAheadMs)), words.clockPlace[platform])
}

/** A rough duration in the best unit: `7 minutes`, `2 hours`, `3 days`. */
function spanText(spanMs: number): string {
  const words = strings.banner.spans
  if (spanMs < 2 * HOUR_MS) return words.minutes(Math.round(spanMs / MINUTE_MS))
  return spanMs < 48 * HOUR_MS
    ? words.hours(Math.round(spanMs / HOUR_MS))
    : words.days(Math.round(spanMs / (24 * HOUR_MS)))
}

/** How many sales are late, their sum, and after how long a sale counts as late. */
export function lateText(queue: QueueView, lateAfterMinutes: number): string {
  const { count, kobo } = totalsOf('late', queue)
  const words = strings.banner
  const span = spanText(lateAfterMinutes * MINUTE_MS)
  return words.late(strings.count.sales(count), formatKobo(kobo), span)
}

/** How many due sales the bank has said nothing about for a while, and their sum. */
export function notCheckedText(queue: QueueView): string {
  const { count, kobo } = totalsOf('notChecked', queue)
  return strings.banner.notChecked(strings.count.sales(count), formatKobo(kobo))
}
