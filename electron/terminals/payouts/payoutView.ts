import { createHash } from 'node:crypto'
import { PAYOUTS_SHOWN_MAX, type PayoutChange, type PayoutWatchView } from '../../../shared/payout.ts'
import type { Canonical } from '../../storage/canonicalJson.ts'
import { isSameIn, type Alarm, type Merchant, type PayoutState, type Watched } from './payoutState.ts'

const VERSION_LENGTH = 22

/** Of what the screen shows of a change: it comes back with the manager's answer. */
export function versionOf({ alarm, listed, expected }: Watched): string {
  return createHash('sha256')
    .update(JSON.stringify([alarm, listed, expected]))
    .digest('base64url')
    .slice(0, VERSION_LENGTH)
}

/** What the screen may see of the watch. */
export function payoutView({ terminals }: PayoutState, isExact: boolean): PayoutWatchView {
  const shown = terminals
    .toSorted((left, right) => rank(left) - rank(right) || (left.terminalId < right.terminalId ? -1 : 1))
    .slice(0, PAYOUTS_SHOWN_MAX)
  return {
    isExact,
    openCount: openCount(terminals),
    terminals: shown.map((watched) => ({
      terminalId: watched.terminalId,
      sinceMs: watched.sinceMs,
      missingSinceMs: watched.missingSinceMs,
      change: watched.alarm === null ? null : changeOf(watched, watched.alarm),
    })),
  }
}

export function openCount(terminals: readonly Watched[]): number {
  return terminals.filter(({ alarm }) => alarm !== null).length
}

const rank = ({ alarm }: Watched): number => (alarm === null ? 1 : 0)

function changeOf(watched: Watched, alarm: Alarm): PayoutChange {
  const { firstSeenAtMs, shownBy, fields, from, to, isListRead } = alarm
  return {
    version: versionOf(watched),
    firstSeenAtMs,
    shownBy,
    account: pair(from.account?.ending, to.account?.ending),
    merchant: merchants(from.merchant, to.merchant),
    isActive: pair(from.isActive, to.isActive),
    isReceivingPayment: pair(from.isReceivingPayment, to.isReceivingPayment),
    isBack: isListRead && fields.every((field) => isSameIn(field, watched.expected, watched.listed)),
  }
}

function pair<Value>(from: Value | null | undefined, to: Value | null | undefined) {
  return from == null || to == null ? null : { from, to }
}

/** By their IDs; merchants of one ID by their records. */
function merchants(from: Merchant | null, to: Merchant | null): PayoutChange['merchant'] {
  if (from === null || to === null) return null
  const text = ({ id, recordId }: Merchant): string =>
    from.id === to.id ? `${id ?? ''} (${recordId ?? ''})` : (id ?? String(recordId))
  return { from: text(from), to: text(to) }
}

/** For the audit: the terminal, and what was and is, with endings of accounts. */
export function changeDetail(watched: Watched): { readonly [key: string]: Canonical } {
  const { terminalId, alarm } = watched
  if (alarm === null) return { terminalId }
  const { account, merchant, isActive, isReceivingPayment, shownBy } = changeOf(watched, alarm)
  return { terminalId, shownBy, account, merchant, isActive, isReceivingPayment }
}
