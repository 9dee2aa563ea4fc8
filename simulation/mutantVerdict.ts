import type { Finished } from '../scripts/run.ts'

/** The result for a wrong design. One that this machine cannot try never counts as caught. */
export interface Verdict {
  readonly outcome: 'killed' | 'survived' | 'notTried'
  /** What caught it, or why nothing did. */
  readonly by: string
}

const SKIPPED = /^Order witness: skipped, since (?<why>.*)$/mu
const OUT_OF_ORDER = /^ {2}out of order: (?<what>.*)$/mu

/** The result of a kill test of the order witness alone: only an order that it saw and found wrong is a catch. */
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
