import * as z from 'zod/mini'
import { TRANSACTION_ID_LENGTH_MAX, TRANSACTION_ID_PATTERN } from './transactionId.ts'

/**
 * What the desktop asks the screen to show: a link that was opened, a notification that was clicked. It only leads
 * somewhere; nothing is recorded, sent or decided by it.
 */
export const Opening = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('sale'),
    transactionId: z
      .string()
      .check(z.maxLength(TRANSACTION_ID_LENGTH_MAX), z.regex(new RegExp(TRANSACTION_ID_PATTERN, 'u'))),
  }),
  z.strictObject({ kind: z.literal('needsYou') }),
  z.strictObject({ kind: z.literal('late') }),
])
export type Opening = z.output<typeof Opening>
