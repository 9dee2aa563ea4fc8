import * as z from 'zod/mini'

/** Rolls of receipt printers, and A4. */
export const PaperWidth = z.enum(['58', '80', '210'])
export type PaperWidth = z.output<typeof PaperWidth>

const LENGTH_MM_MAX = 3_000

export const PaperSize = z.strictObject({
  /** In mm. */
  width: PaperWidth,
  /** Of what is printed on a roll; on A4 the system breaks pages. */
  lengthMm: z.int().check(z.minimum(1), z.maximum(LENGTH_MM_MAX)),
})
export type PaperSize = z.output<typeof PaperSize>

/** `cancelled`: the person closed the dialog. */
export const PrintOutcome = z.enum(['printed', 'cancelled', 'failed'])
export type PrintOutcome = z.output<typeof PrintOutcome>
