import * as z from 'zod/mini'

/** The formats of a file, and their endings. */
export const ReportFormat = z.enum(['xlsx', 'csv', 'jsonl'])
export type ReportFormat = z.output<typeof ReportFormat>

export const ExportView = z.strictObject({
  /** Where it was written; null if the person closed the dialog or cancelled. */
  file: z.nullable(z.string()),
  rowCount: z.int(),
})
export type ExportView = z.output<typeof ExportView>

/** Rows written so far. */
export const ExportProgress = z.strictObject({ rowCount: z.int() })
export type ExportProgress = z.output<typeof ExportProgress>
