import type { TransactionRecord } from '../electron/gateway/answer.ts'
import { settlementOfDifference } from '../electron/outbox/accepted.ts'
import type { Moment, SalePatch } from '../electron/outbox/change.ts'
import type { JudgingContext } from '../electron/outbox/judging.ts'
import type { SaleEvent } from '../electron/outbox/machine.ts'
import type { SaleRow } from '../electron/outbox/saleRow.ts'
import type { PlannedSale } from './plan.ts'

/** What a person decides about a sale. */
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
>

/** What decisions.ts writes with it, and what it tells the audit. */
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

/** A copy of the sales file, put aside. */
export interface FileCopy {
  readonly atMs: number
  readonly rows: readonly SaleRow[]
}

/**
 * The program and its sales file as the world and its people meet them: the delivery rules on the model's store, or the
 * engine that ships on a real file. What it waits for, it waits for on the world's agenda.
 */
export interface Till {
  /** The file that the history begins with; before the first start. */
  inherit(rows: readonly SaleRow[]): void
  start(): void
  isRunning(): boolean
  /** Every sale as it is durable, by sequence. */
  rows(): readonly SaleRow[]
  byTransactionId(transactionId: string): SaleRow | undefined
  /** A cashier enters a sale. @returns whether it was acknowledged */
  enter(sale: PlannedSale): boolean
  /** @returns whether the program took it */
  decide(row: SaleRow, decision: Decision): boolean
  /**
   * A person's search in Find has shown these records.
   * @param onTaken called once the program took all of them
   * @returns whether there was somebody to take them for
   */
  observe(records: readonly TransactionRecord[], onTaken: () => void): boolean
  /** A person asks for a look-up, outside the order. */
  lookUp(row: SaleRow): void
  tryNow(): void
  /**
   * The way to the bank has changed: the network, the sign-in, or the computer woke up.
   * @param told called as the program is told: something that was waiting may have gone before
   */
  wayChanged(told: () => void): void
  /** Ends without warning, in the middle of whatever it does. */
  powerCut(restartAfterMs: number): void
  /** It stopped itself, or its profile was changed: a person must start it again. */
  needsRestart(): boolean
  /** The profile file was changed; the next start reads it. */
  setPattern(pattern: string): void
  copyFile(): FileCopy
  /** A person puts a copy back while the program is off. */
  putBack(copy: FileCopy): void
  /** Other hands change what was recorded, while the program is off. */
  edit(row: SaleRow): void
  /** Why it does not send now, for the count of states. */
  heldBecause(): string
  /** Nothing is left of it. */
  end(): void
}
