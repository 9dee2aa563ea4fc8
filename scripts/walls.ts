/**
 * The walls that no linter knows (docs/rooms.md, "Rooms"), checked on the sources: `node scripts/walls.ts`. It
 * prints each breach in one line, and their number in the last.
 */
import path from 'node:path'
import { citationWall } from './walls/citations.ts'
import { contentWalls } from './walls/contents.ts'
import { foldingWall } from './walls/folding.ts'
import { readTree, type Breach, type Tree } from './walls/tree.ts'

/** Every breach in a tree, each once, ordered by file and line. */
export function findBreaches(tree: Tree): readonly Breach[] {
  const all = [...contentWalls, citationWall, foldingWall].flatMap((wall) => wall(tree))
  const found = new Map(all.map((breach) => [Object.values(breach).join(' '), breach]))
  return [...found.values()].sort(
    (left, right) => left.path.localeCompare(right.path) || left.line - right.line,
  )
}

if (import.meta.main) {
  const tree = readTree(path.join(import.meta.dirname, '..'))
  const breaches = findBreaches(tree)
  for (const breach of breaches) console.log(`${breach.path}:${breach.line} [${breach.wall}] ${breach.what}`)
  console.log(`walls: ${tree.files.size} files, ${breaches.length} breaches`)
  process.exitCode = breaches.length === 0 ? 0 : 1
}
