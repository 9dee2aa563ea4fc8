import * as z from 'zod/mini'

/** Bounds on what may cross the bridge; the domain's own rules are narrower and answer in words. */
export const text = (max: number) => z.string().check(z.maxLength(max))

export const empty = z.strictObject({})

/** Room for a reference of 10,000 characters, so that its field refuses it and not the bridge. */
export const FIELD_LENGTH_MAX = 20_000
export const saleKey = z.strictObject({ transactionId: text(FIELD_LENGTH_MAX) })
