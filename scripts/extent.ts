const VARIABLE = 'TILLSIDE_EXTENT'
const said = process.env[VARIABLE]

/** Of browser specs, `rest` is what the sample leaves out. */
export type Extent = 'sample' | 'rest' | 'whole'

/** `npm run prove` runs whole what `npm test` samples. Without either, such as in `npm run unit`, loops are sampled. */
export const isWhole = said === 'whole'
/** `npm test`, which leaves some browser specs to `.ci/run`; `npm run e2e` runs them all. */
export const isSample = said === 'sample'
/** What `.ci/run` runs after `npm test`. */
export const isRest = said === 'rest'

export const extentOf = (extent: Extent): Readonly<Record<string, string>> => ({
  [VARIABLE]: extent,
})

/** How many cases of an exhaustive loop run: all in `npm run prove`, a fixed sample else. */
export function extent(all: number, sample: number): number {
  return isWhole ? all : sample
}

/** All of a list in `npm run prove`, else every so many of it. */
export function everyOther<Item>(list: readonly Item[], step: number): readonly Item[] {
  return isWhole ? list : list.filter((_, place) => place % step === 0)
}
