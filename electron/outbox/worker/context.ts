import type { Profile } from '../../gateway/profile.ts'
import type { Clock, Log, Random } from '../../ports.ts'
import type { AwakeClock } from '../../clock/awakeClock.ts'
import type { Moment } from '../rules/change.ts'
import type { Eventual } from '../../work/effect.ts'
import type { CircuitBreaker, DeliveryService } from './service.ts'
import type { OwedRecords } from './owedRecords.ts'
import type { Way } from './learned.ts'
import type { PayTimes } from './payTimes.ts'
import type { SaleReadStore } from '../store/saleReadStore.ts'
import type { Destination } from '../../gateway/destination.ts'
import type { SaleStore } from '../store/saleStore.ts'
import type { ServiceZone } from '../../../shared/serviceZone.ts'

/** What the delivery rules need of the sales file; the simulation has an in-memory one. */
export type DeliveryStore = Pick<
  SaleStore,
  | 'byTransactionId'
  | 'compareFacts'
  | 'claim'
  | 'apply'
  | 'note'
  | 'beginAttempt'
  | 'makeOpenDue'
  | 'markStop'
  | 'together'
>
export type DeliveryReads = Pick<
  SaleReadStore,
  | 'leftSending'
  | 'held'
  | 'knownAtBank'
  | 'sentBetweenMs'
  | 'isTaken'
  | 'nextQueued'
  | 'nextQueuedElsewhere'
  | 'nextRecordedSince'
  | 'nextTrial'
  | 'isTyped'
  | 'nextLookUp'
  | 'nextOpenDueMs'
  | 'nextFollowUp'
  | 'followUpsUntil'
  | 'recentlyPaid'
  | 'earliestFollowUpDueMs'
  | 'backlog'
  | 'hasOpen'
  | 'unknownCount'
  | 'unknownOf'
  | 'unmarkedUnknownCount'
  | 'unknownDestinations'
  | 'terminalOfUnknown'
  | 'newestSent'
  | 'differenceTold'
>

/** What all deliveries of one destination share. */
export interface DeliveryContext {
  readonly service: DeliveryService
  readonly store: DeliveryStore
  readonly reads: DeliveryReads
  readonly breaker: CircuitBreaker
  readonly way: Way
  readonly payTimes: PayTimes
  readonly owed: OwedRecords
  readonly breathe: () => Eventual<unknown>
  /** How many records of an answer are compared in one go; the simulation takes fewer. */
  readonly recordsAtOnceMax?: number
  readonly clock: Clock
  readonly awake: AwakeClock
  /** Both clocks at once, as in rows. */
  readonly now: () => Moment
  readonly random: Pick<Random, 'next'>
  readonly zone: ServiceZone
  readonly profile: Pick<Profile, 'outbox' | 'transactionIdPattern' | 'reference' | 'settlement'>
  readonly log: Log
  /** How far this computer's clock is ahead of the service's own (its Date header), ms; null until one was seen. */
  readonly clockAheadMs: () => number | null
  /** Identifies this run of the program. */
  readonly boot: string
  /** Whose sales are delivered now; null while no client is signed in. */
  readonly destination: () => Destination | null
  readonly onSaleChanged: (transactionId: string) => void
  /**
   * Whether the file has every sale that was recorded here. While some are known to be missing, a typed reference may
   * belong to one of them, so even a young sale is searched for before it is sent.
   */
  readonly isFileComplete: () => boolean
  /** Time since the service last answered anything, ms; null if it has not in this run. */
  readonly silentForMs: () => number | null
}
