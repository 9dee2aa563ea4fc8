import type { Clock, Log } from '../ports.ts'
import { assertIntegrity } from './check.ts'
import { closedUnsaidParts } from './closedUnsaid.ts'
import { partsOf, type IsReadable, type Part } from './indexComparison.ts'
import { isMistake, type SalesFile } from './database.ts'
import { recountedTotals } from './saleTotals.ts'

/** The screen is blocked while a part runs; half of what a person could notice leaves room for a slow disk. */
const AIM_MS = 7

const ROWS_FIRST = 50

const ROWS_MIN = 10

const ROWS_MAX = 5_000

/** Runs parts of a few milliseconds each, sized by how long earlier ones took. */
interface Slicer {
  /** @throws what the part throws */
  run(part: Part): void
}

const BETWEEN_SLICES_MS = 5

/** The check of the whole file in the background: in slices, with a turn for everything else between them. */
export interface FileCheck {
  /** Starts from the beginning. */
  run(): void
  /** What was found sound since the file was last opened. */
  checked(): 'nothing' | 'sales' | 'all'
  /** The file has failed: nothing counts as checked. */
  forget(): void
  /** The last full check in this run and its result; null before. */
  last(): { readonly atMs: number; readonly isSound: boolean } | null
}

export interface FileCheckOptions {
  readonly file: SalesFile
  readonly clock: Clock
  /** Whether the program could have written a stored sale. */
  readonly isReadable: IsReadable
  readonly log: Log
  /** The sales were checked and are sound; called once, and again after every reopening. */
  readonly onSalesChecked: () => void
  /** A sale is open in a state that nothing recorded leads to. */
  readonly onOpenUnsaid: (sequence: number) => void
  /** A shown total was wrong and was corrected. */
  readonly onTotalsPutRight: () => void
}

/** @param later runs something after a delay, instead of what waits now */
export function createFileCheck(
  options: FileCheckOptions,
  later: (delayMs: number, run: () => void) => void,
  onChange: () => void,
): FileCheck {
  const { file, clock, log } = options
  let checked: ReturnType<FileCheck['checked']> = 'nothing'
  let last: ReturnType<FileCheck['last']> = null

  function run(): void {
    if (file.isReadOnly()) return
    const slicer = createSlicer(clock)
    const parts = allParts()
    later(0, slice)

    function slice(): void {
      // A listener may have written and failed: then the file is reopened and checked from the start.
      if (!file.isSound()) return
      try {
        const { done, value: part } = parts.next()
        if (done === true || part === undefined) return finish('all')
        if (checked === 'nothing' && part.table !== 'sale') finish('sales')
        if (!file.isSound()) return
        slicer.run(part)
      } catch (error) {
        if (!isMistake(error)) return found(error)
        log('error', 'storage.notCompared', { name: error instanceof Error ? error.name : 'unknown' })
        return checkAtOnce()
      }
      if (file.isSound()) later(BETWEEN_SLICES_MS, slice)
    }
  }

  function* allParts(): Generator<Part, void, void> {
    yield* partsOf(file, options.isReadable)
    yield* recountedTotals(file, () => {
      log('error', 'storage.totalsPutRight', {})
      options.onTotalsPutRight()
    })
    yield* closedUnsaidParts(file, clock.wallNowMs, {
      closed: (sales) => log('error', 'storage.closedOutside', { sales }),
      open: (sequence) => {
        log('error', 'storage.openOutside', {})
        options.onOpenUnsaid(sequence)
      },
    })
  }

  /** For a version of SQLite that rejects our comparison statements. It blocks, which is better than to wait for ever. */
  function checkAtOnce(): void {
    try {
      assertIntegrity(file)
      finish('all')
    } catch (error) {
      found(error)
    }
  }

  function found(error: unknown): void {
    last = { atMs: clock.wallNowMs(), isSound: false }
    file.distrust(error)
  }

  function finish(what: 'sales' | 'all'): void {
    const wasChecked = checked !== 'nothing'
    checked = what
    if (what === 'all') last = { atMs: clock.wallNowMs(), isSound: true }
    onChange()
    if (!wasChecked) options.onSalesChecked()
  }

  return {
    run,
    checked: () => checked,
    forget: () => {
      checked = 'nothing'
    },
    last: () => last,
  }
}

export function createSlicer(clock: Pick<Clock, 'monotonicNowMs'>): Slicer {
  /** By kind: reading a whole row takes many times as long as finding one. */
  const rowsOf = new Map<Part['kind'], number>()
  return {
    run: (part) => {
      const rows = rowsOf.get(part.kind) ?? ROWS_FIRST
      const fromMs = clock.monotonicNowMs()
      part.run(rows)
      const tookMs = clock.monotonicNowMs() - fromMs
      // At most double: a quick part may have been empty.
      const factor = tookMs > 0 ? Math.min(2, AIM_MS / tookMs) : 2
      rowsOf.set(part.kind, Math.max(ROWS_MIN, Math.min(ROWS_MAX, Math.round(rows * factor))))
    },
  }
}
