import type { CallError } from '../../shared/callError.ts'
import type { Request } from '../../shared/contract.ts'
import type { DisputeFilter, DisputePage, DisputeView } from '../../shared/dispute.ts'

export interface DisputeState {
  readonly show: DisputeFilter
  readonly offset: number
  /** Null until the screen asks for it. */
  readonly page: DisputePage | null
  /** The case in the pane. */
  readonly open: DisputeView | null
  readonly problem: CallError | null
  /** Counts how often F5 asked for it anew. */
  readonly asked: number
  /** Open cases by the references that other screens show. */
  readonly about: Readonly<Record<string, string>>
}

export const noDisputes: DisputeState = {
  show: 'open',
  offset: 0,
  page: null,
  open: null,
  problem: null,
  asked: 0,
  about: {},
}

export interface TypedDispute extends Pick<Request<'disputes.open'>, 'reason' | 'note'> {
  readonly references: readonly string[]
  /** Null: all of these sales. */
  readonly atStake: string | null
}

/** Loaded after the start, before any screen that uses them. Null means that it worked; `needsManager`: no PIN was given. */
export interface DisputeActions {
  loadDisputes(): Promise<void>
  showDisputes(show: DisputeFilter, offset?: number): void
  /** Shows a case on its screen. */
  showDispute(disputeId: string): Promise<void>
  closeDispute(): void
  openDispute(request: Request<'disputes.open'>): Promise<CallError | null>
  /** Opens a case from references alone. `unknown`: neither this counter nor the bank has that reference. */
  openTyped(typed: TypedDispute): Promise<CallError | null>
  stepDispute(request: Request<'disputes.step'>): Promise<CallError | null>
  attachToDispute(disputeId: string): Promise<void>
  packDispute(): Promise<void>
  /** Learns which of these references are in an open case. */
  askDisputed(transactionIds: readonly string[]): Promise<void>
}
