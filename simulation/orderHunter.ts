import path from 'node:path'
import { run, type Finished } from '../scripts/run.ts'
import { copyWith } from './mutantCopy.ts'
import type { Fate, Mutant } from './mutant.ts'

const WITNESS_MS_MAX = 2 * 60_000

type Verdict = Pick<Fate, 'outcome' | 'by'>

/** Lets the order witness of the kill test watch a copy with the wrong design. */
export async function huntByOrder({ edits }: Pick<Mutant, 'edits'>): Promise<Verdict> {
  using copy = copyWith(edits)
  const killTest = path.join(copy.dir, 'kill-test', 'killTest.ts')
  // Temporary files of a broken run are deleted with the copy.
  const env = { TMPDIR: copy.tempDir, TEMP: copy.tempDir, TMP: copy.tempDir }
  return verdictOnWitness(await run({ args: [killTest, '--only', 'witness'], env, limitMs: WITNESS_MS_MAX }))
}

const SKIPPED = /^Order witness: skipped, since (?<why>.*)$/mu
const OUT_OF_ORDER = /^ {2}out of order: (?<what>.*)$/mu

/** Only an order that the witness saw and found wrong is a catch. */
export function verdictOnWitness({ output }: Pick<Finished, 'output'>): Verdict {
  const why = SKIPPED.exec(output)?.groups?.['why']
  if (why !== undefined) return { outcome: 'notTried', by: why }
  const witness = witnessOf(output)
  if (witness === null || witness.sends === 0) {
    return { outcome: 'survived', by: `the witness saw no send: ${output.trim().slice(-400)}` }
  }
  if (witness.inOrder === witness.sends) {
    return { outcome: 'survived', by: `${witness.sends} of ${witness.sends} sends were in order` }
  }
  const what = OUT_OF_ORDER.exec(output)?.groups?.['what'] ?? ''
  return {
    outcome: 'killed',
    by: `${witness.sends - witness.inOrder} of ${witness.sends} out of order: ${what}`,
  }
}

function witnessOf(output: string): { readonly sends: number; readonly inOrder: number } | null {
  try {
    const last = JSON.parse(output.trim().split('\n').at(-1) ?? '') as {
      readonly witness?: { readonly sends: number; readonly inOrder: number } | null
    }
    return last.witness ?? null
  } catch {
    return null
  }
}
