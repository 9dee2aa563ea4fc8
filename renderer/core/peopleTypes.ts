import type { CallError } from '../../shared/callError.ts'
import type { PeopleView } from '../../shared/people.ts'

export interface PeopleState {
  /** What main says; null before its first answer. */
  readonly view: PeopleView | null
  /** This computer's clock when `view` came; its waits start here. */
  readonly atMs: number
  /** The lock screen is shown on request, while someone is in or a manager works. */
  readonly isChoosing: boolean
  /** How many scans the lock screen has held back. */
  readonly heldScans: number
}

/** Each returns null where it worked; `needsManager`: the PIN was not given. */
export interface PeopleActions {
  /** What fast keys on the lock screen are: no PIN is tried while they may be a scan. */
  followHeld(burst: 'goesOn' | 'scan' | 'typed'): void
  enterCashier(cashierId: string, pin: string): Promise<CallError | null>
  /** Locks the counter; without cashiers, manager mode. */
  lockCounter(): Promise<void>
  chooseCashier(isChoosing: boolean): void
  addCashier(name: string, pin: string): Promise<CallError | null>
  renameCashier(cashierId: string, name: string): Promise<CallError | null>
  resetCashierPin(cashierId: string, pin: string): Promise<CallError | null>
  removeCashier(cashierId: string): Promise<CallError | null>
}
