import { err, ok, type Result } from '../../../shared/result.ts'
import { SETTING_BOUNDS, type ScannerSettings } from '../../../shared/settings.ts'
import { laterStrings } from '../../strings/laterStrings.ts'

/** The scanner's settings as they are typed. */
export interface ScannerDraft {
  readonly minKeys: string
  readonly maxGapMs: string
  readonly suffix: ScannerSettings['suffix']
  readonly prefix: string
}

export type ScannerProblems = Partial<Readonly<Record<'minKeys' | 'maxGapMs' | 'prefix', string>>>

const words = laterStrings.settings
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

function wholeWithin(
  text: string,
  { min, max }: { readonly min: number; readonly max: number },
): number | null {
  const bare = text.trim()
  if (!/^[0-9]{1,4}$/u.test(bare)) return null
  const value = Number(bare)
  return value >= min && value <= max ? value : null
}
