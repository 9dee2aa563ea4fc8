import * as z from 'zod/mini'

/** Bounds on what may come through the door; the domain's own rules are narrower and answer in words. */
export const text = (max: number) => z.string().check(z.maxLength(max))

export const empty = z.strictObject({})
