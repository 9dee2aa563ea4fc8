import type { CallError } from '../../shared/callError.ts'
import type { HandedView, TillChoice, TillsView } from '../../shared/till.ts'

export interface TillState {
  /** What tills handed over and waits for a person; null before main's first answer. */
  readonly handed: HandedView | null
  /**
   * Since when Enter would record the first of them, by this computer's clock: it became the first, or the entry became
   * empty. An Enter that comes at once was meant for something else.
   */
  readonly armedAtMs: number
  /** Null until Settings asks for it. */
  readonly view: TillsView | null
  /** The file of the key that was made last, on this visit; null for none. */
  readonly keyFile: string | null
}

/** Where an action returns an error, null means that it worked; `needsManager`: the PIN was not given. */
export interface TillActions {
  /** Records the first sale that waits, if nothing is half typed and a person had time to see it. */
  recordHanded(): Promise<void>
  sendHandedBack(): Promise<void>
  loadTills(): Promise<void>
  /** @param tillId null: another till */
  saveTill(tillId: string | null, choice: TillChoice): Promise<CallError | null>
  renewTillKey(tillId: string): Promise<CallError | null>
  disconnectTill(tillId: string): Promise<CallError | null>
}
