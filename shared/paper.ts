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

/** `sent`: the system took it; no printer says what is on paper. `cancelled`: the person closed the dialog. */
export const PrintOutcome = z.enum(['sent', 'cancelled', 'failed'])
export type PrintOutcome = z.output<typeof PrintOutcome>

/** The rolls of a receipt printer that is spoken to directly. */
export const RollWidth = z.enum(['58', '80'])
export type RollWidth = z.output<typeof RollWidth>

const words = z.string().check(z.maxLength(1_000))

/** A line of a paper for a printer that takes texts alone. */
export const PaperLine = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('text'), text: words, isCentred: z.boolean(), isStrong: z.boolean() }),
  /** The second part stands at the right end. */
  z.strictObject({ kind: z.literal('pair'), left: words, right: words }),
  z.strictObject({ kind: z.literal('rule') }),
])
export type PaperLine = z.output<typeof PaperLine>
export const PAPER_LINES_MAX = 500

/** An address of the local network, such as `192.168.1.50` or `printer.lan:9100`; empty: the system's dialog prints. */
export const PrinterAddress = z.string().check(z.regex(/^(?:[A-Za-z0-9.-]{1,253}(?::[0-9]{1,5})?)?$/u))
/** The port of receipt printers, where an address names none. */
export const PRINTER_PORT = 9_100

/**
 * `sent`: the connection took everything, and the printer did not break it. `unreachable`: no connection. `dropped`: it
 * broke before everything was taken. `stalled`: it took too long. Of the last two a part may be on paper.
 */
export const SendOutcome = z.enum(['sent', 'noPrinter', 'unreachable', 'dropped', 'stalled'])
export type SendOutcome = z.output<typeof SendOutcome>
