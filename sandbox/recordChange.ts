import * as z from 'zod/mini'
import { eachRecordText } from '../shared/record.ts'

const adds = z.string().check(z.regex(/^-?[0-9]{1,10}(\.[0-9]{1,6})?$/u))
const sayable = z.nullable(z.union([z.string(), z.number()]))

/** How a record differs when it is sent. The ledger keeps amount and fee of the sale as logged. */
export const RecordChange = z.strictObject({
  /** Documented as texts; some banks send the number 0 as a code. */
  ...eachRecordText(() => z.optional(sayable)),
  /** Naira added to the amount, such as `0.0025`. The settled amount stays. */
  amountAdds: z.optional(adds),
  /** Naira added to the settled amount alone, such as `-5`. */
  settledAdds: z.optional(adds),
  /** From this long after its receipt the record is unpaid, even if it was paid before. */
  unpaidAfterMs: z.optional(z.int().check(z.minimum(0), z.maximum(86_400_000))),
  datePaid: z.optional(z.string()),
  /** The flag alone: the date is given, or not, as it would be. */
  isPaid: z.optional(z.boolean()),
  /** From this long after its receipt neither look-ups nor lists show it. */
  hiddenAfterMs: z.optional(z.int().check(z.minimum(0), z.maximum(86_400_000))),
  terminalId: z.optional(z.string()),
  accountNumber: z.optional(z.string()),
})
export type RecordChange = Readonly<z.output<typeof RecordChange>>
