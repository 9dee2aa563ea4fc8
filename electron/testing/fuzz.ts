import fc from 'fast-check'

/** Fixed in `npm test`; the nightly run sets `TILLSIDE_FUZZ_SEED=N`. A failure prints its seed and path. */
export const SEED = Number(process.env['TILLSIDE_FUZZ_SEED'] ?? 20_261_120)
fc.configureGlobal({ seed: SEED })

export type { Arbitrary } from 'fast-check'
export { fc }
