/**
 * The walls between rooms (docs/architecture.md, "Rooms"), checked on the sources: `node scripts/walls.ts`. It prints
 * each breach in one line, and their number in the last. `walls.test.ts` proves that every wall rejects its breaches.
 */
import path from 'node:path'
import { citationWall } from './walls/citations.ts'
import {
  chanceWall,
  clockWall,
  doorWall,
  loaderWall,
  nativeFieldWall,
  networkWall,
  numberedParameterWall,
  rendererClockWall,
  sharedGlobalsWall,
  sizeWall,
  sqlWall,
  staleLongFiles,
  timerWall,
  wireNameWall,
  worldModuleWall,
} from './walls/contents.ts'
import { cycleWall } from './walls/cycles.ts'
import {
  callNamesWall,
  electronWall,
  portsWall,
  practiceWall,
  preloadWall,
  readableWall,
  rendererWall,
  roomWall,
  sandboxWall,
  seamWall,
  sharedWall,
  type Breach,
  type Wall,
} from './walls/imports.ts'
import { readTree, type Tree } from './walls/tree.ts'

const WALLS: readonly Wall[] = [
  electronWall,
  sharedWall,
  sharedGlobalsWall,
  rendererWall,
  rendererClockWall,
  nativeFieldWall,
  preloadWall,
  callNamesWall,
  doorWall,
  practiceWall,
  portsWall,
  sandboxWall,
  seamWall,
  wireNameWall,
  sqlWall,
  numberedParameterWall,
  clockWall,
  timerWall,
  chanceWall,
  networkWall,
  worldModuleWall,
  loaderWall,
  readableWall,
  roomWall,
  cycleWall,
  sizeWall,
  citationWall,
]

/** Every breach in a tree, each once, ordered by file and line. */
export function findBreaches(tree: Tree): readonly Breach[] {
  const found = new Map(
    WALLS.flatMap((wall) => wall(tree)).map((breach) => [
      `${breach.path}:${breach.line} ${breach.wall} ${breach.what}`,
      breach,
    ]),
  )
  return [...found.values()].sort(
    (left, right) => left.path.localeCompare(right.path) || left.line - right.line,
  )
}

if (import.meta.main) {
  const tree = readTree(path.join(import.meta.dirname, '..'))
  const breaches = findBreaches(tree)
  for (const breach of breaches) console.log(`${breach.path}:${breach.line} [${breach.wall}] ${breach.what}`)
  const stale = staleLongFiles(tree)
  for (const name of stale) console.log(`${name} is in LONG_FILES and need not be`)
  console.log(`walls: ${tree.files.size} files, ${breaches.length + stale.length} breaches`)
  process.exitCode = breaches.length + stale.length === 0 ? 0 : 1
}
