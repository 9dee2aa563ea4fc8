import * as z from 'zod/mini'
import { CLOSE_MONTH_MAX, ClosingView, DayCloseView } from './dayClose.ts'
import { empty, FIELD_LENGTH_MAX, saleKey, text } from './doorBounds.ts'
import { PAPER_LINES_MAX, PaperLine, PaperSize, PrintOutcome, RollWidth, SendOutcome } from './paper.ts'
import { ExportView } from './report.ts'

/** The calls about papers; a part of the contract. The screen lays a paper out, and main makes or prints it. */
export const paperCalls = {
  /** Saves the paper that the screen has laid out for printing as a PDF on A4; a dialog asks where. */
  'paper.pdf': { request: z.strictObject({ name: text(200) }), response: ExportView },
  /** Prints it through the system's dialog; the history of `receiptOf` then says so. */
  'paper.print': {
    request: z.extend(PaperSize, { receiptOf: z.nullable(text(FIELD_LENGTH_MAX)) }),
    response: z.strictObject({ outcome: PrintOutcome }),
  },
  /** Sends a paper to the receipt printer of the settings. */
  'paper.send': {
    request: z.strictObject({
      width: RollWidth,
      lines: z.array(PaperLine).check(z.maxLength(PAPER_LINES_MAX)),
      receiptOf: z.nullable(text(FIELD_LENGTH_MAX)),
    }),
    response: z.strictObject({ outcome: SendOutcome }),
  },
  /** Saves everything about a sale as JSON, with the bank asked anew. */
  'paper.sale': { request: saleKey, response: ExportView },
  /** What a close of the day would be now, and the earlier ones. */
  'dayClose.view': { request: empty, response: ClosingView },
  /** Closes the day: counts what was recorded since the last close, and keeps it for ever. */
  'dayClose.make': { guard: 'closesByManager', asksCashier: true, request: empty, response: DayCloseView },
  'dayClose.get': { request: z.strictObject({ number: z.int() }), response: DayCloseView },
  /** The close whose paper has these digits: the first sixteen of its entry, in small letters. */
  'dayClose.find': {
    request: z.strictObject({ digits: z.string().check(z.regex(/^[0-9a-f]{16}$/u)) }),
    response: DayCloseView,
  },
  /** The closes of a month, the oldest first. */
  'dayClose.month': {
    request: z.strictObject({ month: z.string().check(z.regex(/^[0-9]{4}-[0-9]{2}$/u)) }),
    response: z.array(DayCloseView).check(z.maxLength(CLOSE_MONTH_MAX)),
  },
  /** Saves a close as a file that can be checked without Tillside; a dialog asks where. */
  'dayClose.save': { request: z.strictObject({ number: z.int() }), response: ExportView },
} as const
