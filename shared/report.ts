import * as z from 'zod/mini'

/** What came of writing a file that a person asked for. */
export const ExportView = z.strictObject({
  /** Where it was written; null where the person closed the dialog. */
  file: z.nullable(z.string()),
  rowCount: z.int(),
})
export type ExportView = z.output<typeof ExportView>
