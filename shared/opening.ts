import * as z from 'zod/mini'
import { todoSections } from './todo.ts'
import { TRANSACTION_ID_LENGTH_MAX, TRANSACTION_ID_PATTERN } from './transactionId.ts'

/** What the desktop asks the screen to show, for a link or a notification. It records, sends and decides nothing. */
export const Opening = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('sale'),
    transactionId: z
      .string()
      .check(z.maxLength(TRANSACTION_ID_LENGTH_MAX), z.regex(new RegExp(TRANSACTION_ID_PATTERN, 'u'))),
  }),
  z.strictObject({ kind: z.literal('todo'), section: z.enum(todoSections) }),
])
export type Opening = z.output<typeof Opening>
