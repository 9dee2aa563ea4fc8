import { compareFacts, type FactsFound } from '../../storage/boundFacts.ts'
import type { Database } from '../../storage/database.ts'
import type { SaleFacts } from '../../storage/saleFacts.ts'
import type { SaleRow } from '../rules/saleRow.ts'

/** The facts of a row, in the form of the audit. */
export function factsOf(
  sale: Omit<SaleFacts, 'environment' | 'partnerUrl' | 'clientId'> & Pick<SaleRow, 'destination'>,
): SaleFacts {
  const { sequence, transactionId, terminalId, amountKobo, amountWire, recordedAtMs, corrects } = sale
  return {
    sequence,
    transactionId,
    terminalId,
    amountKobo,
    amountWire,
    recordedAtMs,
    corrects,
    ...sale.destination,
  }
}

/** The row with its facts replaced by the audit's. */
export function withFacts(sale: SaleRow, facts: SaleFacts): SaleRow {
  const { environment, partnerUrl, clientId, ...own } = facts
  return { ...sale, ...own, destination: { environment, partnerUrl, clientId } }
}

/** A sale as the audit says it was recorded; the row itself if they agree, or if the audit cannot tell. */
export function asRecorded(
  store: { readonly compareFacts: (sale: SaleRow) => FactsFound },
  sale: SaleRow,
): SaleRow {
  const found = store.compareFacts(sale)
  return found.kind === 'changed' ? withFacts(sale, found.facts) : sale
}

/** The audited facts of a sale, and the only way to write a row's facts again: back to the recorded ones. */
export class FactsStore {
  readonly #database: Database

  constructor(database: Database) {
    this.#database = database
  }

  compare(sale: SaleRow): FactsFound {
    return compareFacts(this.#database, factsOf(sale))
  }

  /** Whether the row can be restored: not if another sale uses the reference, or the sale it corrects is gone. */
  isRestorable(sale: SaleRow, { sequence, transactionId, corrects }: SaleFacts): boolean {
    if (sequence !== sale.sequence) return false
    const holder = this.#sequenceOf(transactionId)
    if (holder !== undefined && holder !== sequence) return false
    return corrects === null || this.#sequenceOf(corrects) !== undefined
  }

  /** Inside the caller's transaction. The trigger `sale_identity` accepts only the recorded facts. */
  writeBack(sale: SaleRow, facts: SaleFacts): void {
    this.#database.run(
      `UPDATE sale SET transaction_id = ?, environment = ?, partner_url = ?, client_id = ?, terminal_id = ?,
         amount_kobo = ?, amount_wire = ?, recorded_at_ms = ?, corrects = ? WHERE sequence = ? AND version = ?`,
      facts.transactionId,
      facts.environment,
      facts.partnerUrl,
      facts.clientId,
      facts.terminalId,
      facts.amountKobo,
      facts.amountWire,
      facts.recordedAtMs,
      facts.corrects,
      sale.sequence,
      sale.version,
    )
  }

  #sequenceOf(transactionId: string): number | undefined {
    const row = this.#database.get('SELECT sequence FROM sale WHERE transaction_id = ?', transactionId)
    return (row as { readonly sequence: number } | undefined)?.sequence
  }
}
