import type { Cashier } from '../../../shared/people.ts'
import type { Destination } from '../../gateway/destination.ts'
import { signed } from '../../outbox/rules/signature.ts'
import type { Log, SettingsStore } from '../../ports.ts'
import { settingsKey } from '../../session/settingsKey.ts'
import { appendAudit } from '../../storage/audit.ts'
import { canonicalJson, type Canonical } from '../../storage/canonicalJson.ts'
import type { Database } from '../../storage/database.ts'
import { MetaStore } from '../../storage/metaStore.ts'
import { NOTHING_WATCHED, payoutStateIn, type PayoutState } from './payoutState.ts'

/** The audit entries of the watch. */
export const PAYOUT_KINDS = { changed: 'payoutChanged', acknowledged: 'payoutAcknowledged' } as const

export interface PayoutEntry {
  readonly kind: (typeof PAYOUT_KINDS)[keyof typeof PAYOUT_KINDS]
  readonly atMs: number
  /** Account numbers are endings here. */
  readonly detail: Canonical
  /** The cashier who was in. */
  readonly by?: Cashier | null
}

/** News of an earlier run that the audit does not have. */
export function newsOf({ untold }: PayoutState): PayoutEntry[] {
  const kind = PAYOUT_KINDS.changed
  try {
    return untold.map(({ atMs, detail }) => ({ kind, atMs, detail: JSON.parse(detail) as Canonical }))
  } catch {
    return []
  }
}

/**
 * The watch over one client's terminals, in two copies (docs/decisions/0032): beside the sales, and in the settings. The
 * later one counts, so neither an older sales file nor the loss of one of the two undoes it.
 */
export class PayoutStore {
  readonly #database: Database
  readonly #settings: SettingsStore
  readonly #log: Log
  readonly #owner: Destination
  readonly #key: string

  constructor(
    options: {
      readonly database: Database
      readonly settings: SettingsStore
      readonly log: Log
    },
    owner: Destination,
  ) {
    this.#database = options.database
    this.#settings = options.settings
    this.#log = options.log
    this.#owner = owner
    this.#key = settingsKey('payoutWatch', owner.environment, owner.partnerUrl, owner.clientId)
  }

  /** The later copy; null if there is none. */
  read(): PayoutState | null {
    const copies = [this.#inFile(), payoutStateIn(this.#settings.get(this.#key))]
    const found = copies.filter((copy) => copy !== undefined)
    if (found.length === 0) return null
    return found.reduce((later, copy) => (copy.revision > later.revision ? copy : later), NOTHING_WATCHED)
  }

  /** @returns whether the entries are in the audit; if not, the copy in the settings keeps the news among them */
  write(state: PayoutState, entries: readonly PayoutEntry[], isReadOnly: boolean): boolean {
    const isWritten = !isReadOnly && this.#toFile(state, entries)
    const news = entries.filter(({ kind }) => kind === PAYOUT_KINDS.changed)
    const untold = isWritten ? [] : news.map(({ atMs, detail }) => ({ atMs, detail: canonicalJson(detail) }))
    try {
      this.#settings.set(this.#key, { ...state, untold })
    } catch {
      this.#log('error', 'payouts.copyNotKept')
    }
    return isWritten
  }

  #toFile(state: PayoutState, entries: readonly PayoutEntry[]): boolean {
    try {
      this.#database.transaction(() => {
        new MetaStore(this.#database).set(this.#key, JSON.stringify(state))
        for (const { kind, atMs, detail, by = null } of entries) {
          const said = signed(canonicalJson(detail), by)
          appendAudit(this.#database, {
            saleSequence: null,
            atMs,
            kind,
            fromState: null,
            toState: null,
            ...said,
          })
        }
      })
      return true
    } catch (error) {
      this.#log('error', 'payouts.notKept', { name: error instanceof Error ? error.name : 'unknown' })
      return false
    }
  }

  /** The terminals of this client's sales that were sent. Each takes one look into an index. */
  terminalsWithSales(): readonly string[] {
    const { environment, partnerUrl, clientId } = this.#owner
    const found: string[] = []
    try {
      for (let last: string | undefined = ''; last !== undefined;) {
        const row = this.#database.get(
          `SELECT terminal_id FROM sale INDEXED BY sale_sent WHERE environment = ? AND partner_url = ?
             AND client_id = ? AND terminal_id > ? AND send_count > 0 ORDER BY terminal_id LIMIT 1`,
          environment,
          partnerUrl,
          clientId,
          last,
        ) as { terminal_id: string } | undefined
        last = row?.terminal_id
        if (last !== undefined) found.push(last)
      }
    } catch {
      this.#log('warn', 'payouts.salesNotRead')
    }
    return found
  }

  #inFile(): PayoutState | undefined {
    try {
      return payoutStateIn(JSON.parse(new MetaStore(this.#database).get(this.#key) ?? 'null'))
    } catch {
      return undefined
    }
  }
}
