import { err, ok, type Result } from '../../../shared/result.ts'
import { SETTING_BOUNDS, type ScannerSettings } from '../../../shared/settings.ts'
import type { TestedScan } from '../../core/settingsTypes.ts'
import { lazyStrings } from '../../strings/lazyStrings.ts'

/** The scanner's settings as they are typed. */
export interface ScannerDraft {
  readonly minKeys: string
  readonly maxGapMs: string
  readonly suffix: ScannerSettings['suffix']
  readonly prefix: string
}

export type ScannerProblems = Partial<Readonly<Record<'minKeys' | 'maxGapMs' | 'prefix', string>>>

const words = lazyStrings.settings
/** The prefixes that main allows: characters that a keyboard types. */
const PREFIX = /^[\u0020-\u007e]{0,10}$/u

/** Reads a draft within main's bounds, or gives a problem for each wrong field. */
export function readScanner(draft: ScannerDraft): Result<ScannerSettings, ScannerProblems> {
  const { scannerMinKeys, scannerMaxGapMs } = SETTING_BOUNDS
  const minKeys = wholeWithin(draft.minKeys, scannerMinKeys)
  const maxGapMs = wholeWithin(draft.maxGapMs, scannerMaxGapMs)
  const isPrefix = PREFIX.test(draft.prefix)
  if (minKeys !== null && maxGapMs !== null && isPrefix) {
    return ok({ minKeys, maxGapMs, suffix: draft.suffix, prefix: draft.prefix })
  }
  return err({
    ...(minKeys === null ? { minKeys: words.range(scannerMinKeys.min, scannerMinKeys.max) } : {}),
    ...(maxGapMs === null ? { maxGapMs: words.range(scannerMaxGapMs.min, scannerMaxGapMs.max) } : {}),
    ...(isPrefix ? {} : { prefix: words.prefixProblem }),
  })
}

/** The next scan of the same scanner may be half as slow again, and its shortest code shorter than this one. */
const SLOWER = 1.5

/** What a scan in the test box says of its scanner, within main's bounds. */
export function measuredBy({ code, longestGapMs }: TestedScan): Pick<ScannerDraft, 'minKeys' | 'maxGapMs'> {
  const { scannerMinKeys, scannerMaxGapMs } = SETTING_BOUNDS
  const within = ({ min, max }: { readonly min: number; readonly max: number }, value: number): string =>
    String(Math.min(max, Math.max(min, value)))
  return {
    minKeys: within({ ...scannerMinKeys, max: USUAL_MIN_KEYS }, code.length),
    maxGapMs: within(scannerMaxGapMs, Math.ceil(longestGapMs * SLOWER)),
  }
}

/** More would take a short code for typing. */
const USUAL_MIN_KEYS = 6

function wholeWithin(
  text: string,
  { min, max }: { readonly min: number; readonly max: number },
): number | null {
  const bare = text.trim()
  if (!/^[0-9]{1,4}$/u.test(bare)) return null
  const value = Number(bare)
  return value >= min && value <= max ? value : null
}
