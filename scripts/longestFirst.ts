import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Test files that take several seconds. One that began last would run alone, with the other cores idle. */
const LONGEST: readonly string[] = [
  'simulation/simulate.test.ts',
  'electron/storage/everyTree.test.ts',
  'scripts/verify/packedChecks.test.ts',
  'simulation/mutants.test.ts',
  'scripts/ciRun.test.ts',
  'electron/outbox/freshLookUp.test.ts',
  'electron/storage/everyTreeSends.test.ts',
  'scripts/runSuites.test.ts',
  'scripts/audit-verify.test.ts',
]

/** As vitest by itself, which knows how long each file took only where it ran before; but with those above in front. */
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
