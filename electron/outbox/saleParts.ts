import type { Cashier } from '../../shared/people.ts'
import type { WaitingReason } from '../../shared/sale.ts'
import type { Profile } from '../gateway/profile.ts'
import type { Random, SettingsStore } from '../ports.ts'
import type { SaleReadStore } from './store/saleReadStore.ts'
import type { SaleStore } from './store/saleStore.ts'
import type { DeliveryContext } from './worker/context.ts'
import type { OutboxWorker } from './worker/worker.ts'

/** What recording and the other operations on sales share. */
export interface SaleParts {
  readonly context: DeliveryContext
  readonly store: SaleStore
  readonly reads: SaleReadStore
  readonly profile: Profile
  readonly random: Random
  /** This counter's terminal; null if a person has to choose first. */
  readonly terminals: { readonly chosen: () => { readonly terminalId: string } | null }
  readonly worker: Pick<OutboxWorker, 'wake'>
  readonly heldBecause: () => WaitingReason | null
  /** The sales file: whether it accepts writes, and a way to reopen it. */
  readonly storage: {
    readonly isReadOnly: () => boolean
    readonly reopenNow: () => boolean
  }
  /** Who is at the counter, as main knows it; null if no cashiers are set up. */
  readonly cashier: () => Cashier | null
  /** Keeps the references reported as unsaved, outside the sales file. */
  readonly settings: Pick<SettingsStore, 'get' | 'set'>
}
