import * as z from 'zod/mini'

export const ExportView = z.strictObject({
  /** Where it was written; null if the person closed the dialog. */
  file: z.nullable(z.string()),
  rowCount: z.int(),
})
export type ExportView = z.output<typeof ExportView>
