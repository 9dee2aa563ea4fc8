import type { SalesFile } from './salesFileStore.ts'
import { auditBreaches, type Breaches, NO_BREACHES } from './verdict.ts'

export interface Expected {
  /** Of the schema: the old or the new one after a kill, the new one at the end. */
  readonly versions: readonly number[]
  /** A salvage marks waiting sales as uncertain, which changes their state. */
  readonly keepsStates: boolean
}

/** Compares a sales file with its earlier content: each sale is there, and the chain continues. */
export function judgeOpened(before: SalesFile, after: SalesFile, expected: Expected): Breaches {
  const { versions, keepsStates } = expected
  const rows = new Map(after.sales.map((sale) => [sale.transactionId, sale]))
  const missing = before.sales.filter((sale) => {
    const row = rows.get(sale.transactionId)
    if (row?.amountKobo !== sale.amountKobo || row.sendCount !== sale.sendCount) return true
    return keepsStates && row.state !== sale.state
  })
  const lostEntry = before.entries.findIndex((hash, index) => after.entries[index] !== hash)
  const auditBroken = [
    ...(lostEntry === -1 ? [] : [`audit entry ${lostEntry + 1} is not what it was`]),
    ...auditBreaches(after),
  ]
  const isKnown = versions.includes(after.version)
  return {
    ...NO_BREACHES,
    missing: missing.map(({ transactionId }) => transactionId),
    integrity: after.integrity === 'ok' ? [] : [after.integrity],
    auditBroken,
    trouble: isKnown ? [] : [`it is of version ${after.version}, not ${versions.join(' or ')}`],
  }
}
