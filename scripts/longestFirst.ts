import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Test files that take several seconds. If one of them started last, it would run alone while the other cores are
 * idle.
 */
const LONGEST: readonly string[] = [
  'proof/simulation/simulate.test.ts',
  'electron/storage/everyTree.test.ts',
  'electron/settlements/followUpCalls.test.ts',
  'electron/dayClose/dayClose.test.ts',
  'electron/outbox/worker/preSendQuery.test.ts',
  'e2e/electron/packedChecks.test.ts',
  'proof/simulation/mutants.test.ts',
  'scripts/ciRun.test.ts',
  'scripts/longRun.test.ts',
  'electron/outbox/worker/freshLookUp.test.ts',
  'electron/storage/everyTreeSends.test.ts',
  'scripts/runParts.test.ts',
  'scripts/audit-verify.test.ts',
]

/** Vitest's own order, which uses the durations of earlier runs, with the files above in front. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return sorted.toSorted((left, right) => placeOf(left) - placeOf(right))
  }
}

function placeOf({ moduleId }: TestSpecification): number {
  const place = LONGEST.findIndex((file) => moduleId.endsWith(`/${file}`))
  return place < 0 ? LONGEST.length : place
}
