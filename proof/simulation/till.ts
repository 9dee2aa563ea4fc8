import type { TransactionRecord } from '../../electron/gateway/answer.ts'
import { settlementOfDifference, type JudgingContext } from '../../electron/outbox/worker/acceptance.ts'
import { accountText } from '../../electron/outbox/worker/unaccounted.ts'
import type { Moment, SalePatch } from '../../electron/outbox/rules/change.ts'
import type { SaleEvent } from '../../electron/outbox/rules/machine.ts'
import type { SaleRow } from '../../electron/outbox/rules/saleRow.ts'
import type { PlannedSale } from './plan.ts'

/** A person's decision about a sale. */
export type Decision = Extract<
  SaleEvent,
  | 'cancelled'
  | 'managerSendsAgain'
  | 'managerSendsUnclear'
  | 'managerWritesOff'
  | 'managerAccepts'
  | 'managerRestores'
  | 'managerKeepsOurs'
  | 'managerTakesBanks'
  | 'managerSaysOther'
>

/** What decisions.ts writes for it, with its words for the audit. */
export function effectOf(
  context: JudgingContext,
  row: SaleRow,
  decision: Decision,
  at: Moment,
): { readonly patch: SalePatch; readonly detail: string } {
  const dueAwakeMs = at.awakeMs
  const detail = 'reason'
  switch (decision) {
    case 'managerAccepts':
      return { patch: { dueAwakeMs, acceptedAtMs: at.wallMs }, detail }
    case 'managerSaysOther':
      return {
        patch: { dueAwakeMs, record: null, recordAtMs: null, notFoundCount: 0, lastNotFoundAwakeMs: null },
        detail: row.record === null ? detail : accountText(row.record),
      }
    case 'managerSendsUnclear':
      return { patch: { dueAwakeMs, heldReason: null, askWaived: true }, detail }
    case 'managerRestores':
      return { patch: { dueAwakeMs, heldReason: null }, detail }
    case 'managerKeepsOurs':
    case 'managerTakesBanks': {
      const settled = decision === 'managerKeepsOurs' ? 'keepOurs' : 'takeBanks'
      const { patch, words } = settlementOfDifference(context, row, settled, at)
      return { patch, detail: words }
    }
    default:
      return { patch: { dueAwakeMs }, detail }
  }
}

export interface FileCopy {
  readonly atMs: number
  readonly rows: readonly SaleRow[]
}

/**
 * The program and its sales file as the world and its people use them: the delivery rules on the model's store, or the
 * shipped engine on a real file. All its waiting is on the world's agenda.
 */
export interface Till {
  /** The file at the start of the history; before the first start. */
  inherit(rows: readonly SaleRow[]): void
  start(): void
  isRunning(): boolean
  /** Every durable sale, by sequence. */
  rows(): readonly SaleRow[]
  byTransactionId(transactionId: string): SaleRow | undefined
  /** A cashier enters a sale. @returns whether it was acknowledged */
  enter(sale: PlannedSale): boolean
  /** @returns whether the program accepted it */
  decide(row: SaleRow, decision: Decision): boolean
  /**
   * A person's search in Find has shown these records.
   * @param onTaken called once the program has processed all of them
   * @returns whether a program was running to process them
   */
  observe(records: readonly TransactionRecord[], onTaken: () => void): boolean
  /** A person asks for a look-up, out of order. */
  lookUp(row: SaleRow): void
  tryNow(): void
  /**
   * The connection has changed: the network, the sign-in, or the computer woke up.
   * @param told called when the program learns of it: something that was waiting may have left before
   */
  wayChanged(told: () => void): void
  /** Ends the run without warning, at any point. */
  powerCut(restartAfterMs: number): void
  /** It stopped itself, or its profile was changed: a person must start it again. */
  needsRestart(): boolean
  /** The profile file was changed; the next start reads it. */
  setPattern(pattern: string): void
  copyFile(): FileCopy
  /** A person restores a copy while the program is off. */
  putBack(copy: FileCopy): void
  /** Facts are changed from outside while the program is off. */
  edit(row: SaleRow): void
  /** Why it does not send now, for the count of states. */
  heldBecause(): string
  /** Ends everything. */
  end(): void
}
