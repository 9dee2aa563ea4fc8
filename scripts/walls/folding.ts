import path from 'node:path'
import { isTest } from './rooms.ts'
import type { Wall } from './tree.ts'

/** A file of so few lines whose only reader stands beside it belongs in that reader, unless both are too long together. */
const SMALL_LINES_MAX = 80
const TOGETHER_LINES_MAX = 350

/** Readers, and folders, whose small parts stay apart. At most twenty. */
export const KEPT_APART: Readonly<Record<string, string>> = {
  'e2e/gallery/scenes/': 'scenes by screen',
  'electron/storage/migrations.ts': 'a table by itself',
  'electron/storage/salesFile.ts': 'the log of another moment is a rule of its own (docs/delivery.md)',
  'proof/kill-test/salvagingProcess.ts': 'it takes the place of a module in a bundle',
  'proof/simulation/pool.ts': 'a worker is a file',
  'renderer/app/lazyScreens.ts': 'a bundle of its own, made of whole screens',
  'renderer/features/paper/Papers.tsx': 'papers by kind',
  'renderer/main.tsx': 'it must run before every module that it configures',
  'renderer/strings/': 'sentences by screen',
  'sandbox/wire/route.ts': 'endpoints by API',
  'shared/contract.ts': 'calls by room',
}

/** Names each small file with one reader. One that a test reads by itself is the test's seam, and stays. */
export const foldingWall: Wall = ({ files }) => {
  const readers = new Map<string, Set<string>>()
  for (const { path: reader, imports } of files.values())
    for (const { specifier } of imports) {
      if (specifier?.startsWith('.') !== true) continue
      const read = path.posix.join(path.posix.dirname(reader), specifier)
      readers.set(read, (readers.get(read) ?? new Set()).add(reader))
    }
  const linesOf = (file: string): number => files.get(file)?.source.split('\n').length ?? 0
  return [...files.keys()].flatMap((file) => {
    const [reader, another] = readers.get(file) ?? []
    if (isTest(file) || reader === undefined || another !== undefined || isTest(reader)) return []
    const folder = `${path.posix.dirname(file)}/`
    const isNear = `${path.posix.dirname(reader)}/` === folder
    const isShort = linesOf(file) <= SMALL_LINES_MAX && linesOf(file) + linesOf(reader) <= TOGETHER_LINES_MAX
    if (!isNear || !isShort || reader in KEPT_APART || folder in KEPT_APART) return []
    return [{ wall: 'folding', path: file, line: 1, what: `has one reader: it belongs in ${reader}` }]
  })
}
