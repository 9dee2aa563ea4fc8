/** Set by `npm run prove`, which runs whole what `npm test` samples. */
const WHOLE_VARIABLE = 'TILLSIDE_WHOLE'

export const isWhole = process.env[WHOLE_VARIABLE] === '1'

export const whole: Readonly<Record<string, string>> = { [WHOLE_VARIABLE]: '1' }

/** How many cases of an exhaustive loop run: all in `npm run prove`, a fixed sample in `npm test`. */
export function extent(all: number, sample: number): number {
  return isWhole ? all : sample
}
