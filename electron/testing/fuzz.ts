import fc from 'fast-check'

/**
 * `npm test` draws the same cases each time. `TILLSIDE_FUZZ_SEED=N` draws others; the nightly run does. A failure prints
 * its seed and the path to its case.
 */
const SEED = Number(process.env['TILLSIDE_FUZZ_SEED'] ?? 20_261_120)
fc.configureGlobal({ seed: SEED })

export type { Arbitrary } from 'fast-check'
export { fc }
