import * as z from 'zod/mini'
import { AMOUNT_KOBO_MAX } from './money.ts'
import { empty, FIELD_LENGTH_MAX, text } from './doorBounds.ts'

/** The shop's own programs on this computer that hand sales over (docs/integrate.md). */

/** `fill`: a person presses Enter for each sale. `record`: without a person, up to an amount a sale and a number an hour. */
export const TillLevel = z.enum(['fill', 'record'])
export type TillLevel = z.output<typeof TillLevel>

export const TILLS_MAX = 20
export const TILL_TERMINALS_MAX = 20
export const SALES_AN_HOUR_MAX = 100_000

/** What a manager chooses for a till. */
export const TillChoice = z.strictObject({
  name: text(FIELD_LENGTH_MAX),
  level: TillLevel,
  /** Only these may be named in its sales. */
  terminalIds: z.array(text(FIELD_LENGTH_MAX)).check(z.maxLength(TILL_TERMINALS_MAX)),
  /** Of level `record`: a larger sale waits for a person. */
  maxKobo: z.int().check(z.minimum(0), z.maximum(AMOUNT_KOBO_MAX)),
  /** Of level `record`: further sales of an hour wait for a person. */
  perHour: z.int().check(z.minimum(0), z.maximum(SALES_AN_HOUR_MAX)),
})
export type TillChoice = z.output<typeof TillChoice>

export const TillView = z.strictObject({
  ...TillChoice.shape,
  tillId: z.string(),
  /** The last characters of its key. */
  keyEnding: z.string(),
  /** This computer's clock. */
  keyMadeAtMs: z.number(),
  /** Who made it; empty where no cashiers are set up. */
  keyMadeBy: z.string(),
  /** False: the key store of this computer does not have it, as after a move; a new one has to be made. */
  hasKey: z.boolean(),
  /** Of this computer's day. */
  todayCount: z.int(),
  todayKobo: z.int(),
  last: z.nullable(z.strictObject({ handedAtMs: z.number(), amountKobo: z.int() })),
})
export type TillView = z.output<typeof TillView>

export const TillsView = z.strictObject({
  /** `portTaken`: another program listens there. */
  door: z.enum(['off', 'open', 'portTaken', 'failed']),
  port: z.int(),
  tills: z.array(TillView),
})
export type TillsView = z.output<typeof TillsView>

/** Why a sale that was handed over waits for a person. */
export const HandoverReason = z.enum([
  /** The till's level asks for a person. */
  'fill',
  'overAmount',
  'overCount',
  /** It was sold a while before it was handed over, or after now. */
  'late',
  /** What a typed sale would be asked: the sale is like another one, or its amount is high. */
  'asks',
])
export type HandoverReason = z.output<typeof HandoverReason>

/** A sale that was handed over and waits for a person. */
export const HandedSale = z.strictObject({
  handoverId: z.int(),
  /** The till, and its cashier where it names one. */
  from: z.string(),
  /** The till's own name of the sale: its idempotency key. */
  key: z.string(),
  terminalId: z.string(),
  amountKobo: z.int(),
  slip: z.string(),
  note: z.string(),
  soldAtMs: z.number(),
  handedAtMs: z.number(),
  reason: HandoverReason,
})
export type HandedSale = z.output<typeof HandedSale>

/** How many of those that wait the screen is shown; the others follow. */
export const HANDED_SHOWN_MAX = 5

export const HandedView = z.strictObject({
  /** The oldest first. */
  sales: z.array(HandedSale),
  count: z.int(),
})
export type HandedView = z.output<typeof HandedView>

/** A key goes into a file that a person chooses, and never to the screen; `savedAs` is its path, null if they chose none. */
const MadeKey = z.strictObject({ view: TillsView, savedAs: z.nullable(z.string()) })
const tillId = text(64)

/** The calls about tills; a part of the contract. */
export const tillCalls = {
  'tills.get': { request: empty, response: TillsView },
  'tills.connect': { guard: 'manager', request: TillChoice, response: MadeKey },
  'tills.change': {
    guard: 'manager',
    request: z.strictObject({ tillId, choice: TillChoice }),
    response: TillsView,
  },
  /** The key before it stops working at once. */
  'tills.renewKey': { guard: 'manager', request: z.strictObject({ tillId }), response: MadeKey },
  /** Its key stops working at once. What it handed over stays. */
  'tills.disconnect': { guard: 'manager', request: z.strictObject({ tillId }), response: TillsView },
  'handed.get': { request: empty, response: HandedView },
  /** The shop's program learns that a person did not take the sale. */
  'handed.sendBack': {
    asksCashier: true,
    request: z.strictObject({ handoverId: z.int() }),
    response: HandedView,
  },
} as const
