import type { Foundation } from '../../../electron/engine/foundation.ts'
import type { Engine } from '../../../electron/engine/engine.ts'
import { createHandovers, type Handovers } from '../../../electron/tills/handovers.ts'
import { TillStore, type TillFacts } from '../../../electron/tills/tillStore.ts'
import { AMOUNT_KOBO_MAX, nairaText } from '../../../shared/money.ts'
import { OWN_CLIENT, OWN_DESTINATION } from '../destinations.ts'
import { MODEL_EPOCH_MS } from '../modelBank.ts'
import { TERMINALS, type PlannedSale } from '../plan.ts'

/** The shop's own program, which may record whatever it hands over, but for what a person has to look at. */
const TILL: TillFacts = {
  ...OWN_DESTINATION,
  clientId: OWN_CLIENT,
  id: 'till',
  name: 'Kiosk',
  level: 'record',
  terminalIds: [...TERMINALS],
  maxKobo: AMOUNT_KOBO_MAX,
  perHour: 1_000_000,
  isConnected: true,
  keyEnding: 'abcd',
  keyMadeAtMs: 0,
  keyMadeBy: '',
}

/** Every second sale comes from the shop's program; the reference says which, so that a retry is one too. */
export function isHanded({ transactionId }: Pick<PlannedSale, 'transactionId'>): boolean {
  return Buffer.from(transactionId).reduce((sum, byte) => sum + byte, 0) % 2 === 0
}

export function handoversOf(
  { ports, database, destination, storage, profile }: Foundation,
  { sales }: Engine,
): Handovers {
  return createHandovers({
    store: new TillStore(database),
    sales,
    profile,
    destination,
    storage,
    cashier: () => null,
    clock: ports.clock,
    log: ports.log,
    onChange: () => undefined,
  })
}

/** A person is not beside the screen at once. */
const COMES_BY_MS = 10_000

/**
 * The shop's own program asks under the key of the sale; a person comes by later and records what waits for one.
 * @returns whether the answer said that it is recorded
 */
export function handOver(
  handovers: Handovers,
  { transactionId, terminalId, amountKobo, atMs }: PlannedSale,
  nowMs: number,
): boolean {
  const key = `order-${transactionId}`
  const waits = handovers.waiting().sales.find((each) => each.key === key)
  if (waits !== undefined && Math.abs(nowMs - waits.handedAtMs) >= COMES_BY_MS) {
    const confirmed = { confirmedAmount: true, confirmedSecondSale: true, confirmedAlikeSlip: true }
    const request = { amountText: '', transactionId: '', note: '', ...confirmed }
    handovers.record({ ...request, handoverId: waits.handoverId })
  }
  const taken = handovers.take(TILL, key, {
    terminalId,
    amount: nairaText(amountKobo),
    slip: transactionId,
    soldAt: new Date(MODEL_EPOCH_MS + atMs).toISOString(),
  })
  // As where a person types it: the slip is a sale already.
  if (!taken.ok) return taken.error.code === 'slipOfOtherSale'
  return taken.value.sale.reference !== null
}
