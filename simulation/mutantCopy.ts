import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { root } from '../scripts/run.ts'
import { patchedFiles, type Edit } from './patch.ts'

/** Not copied: files that are no sources, or are linked. Browser specs may write some of them meanwhile. */
const LEFT_OUT: ReadonlySet<string> = new Set(['.git', 'node_modules', 'out', 'dist', 'test-results'])

/** A copy of the sources with a wrong design in it. */
export interface MutantCopy extends Disposable {
  readonly dir: string
  /** For files that its tests write. */
  readonly tempDir: string
}

/** Copies the sources into the temporary folder and changes them there; tests and their processes load the copy. */
export function copyWith(edits: readonly Edit[]): MutantCopy {
  const dir = mkdtempSync(path.join(tmpdir(), 'tillside-mutant-'))
  const tempDir = path.join(dir, 'temp')
  const remove = (): void => rmSync(dir, { recursive: true, force: true, maxRetries: 3 })
  try {
    // A test of a read-only folder runs as another user, who must be able to read the sources.
    chmodSync(dir, 0o755)
    cpSync(root, dir, {
      recursive: true,
      filter: (source) => !LEFT_OUT.has(path.relative(root, source)),
    })
    linkPackages(dir)
    mkdirSync(tempDir)
    for (const [file, text] of patchedFiles(edits)) {
      writeFileSync(path.join(dir, path.relative(root, file)), text)
    }
  } catch (error) {
    remove()
    throw error
  }
  return { dir, tempDir, [Symbol.dispose]: remove }
}

/** Links package by package, so that files that tools write to `node_modules` here are removed with the copy. */
function linkPackages(dir: string): void {
  const [from, to] = [path.join(root, 'node_modules'), path.join(dir, 'node_modules')]
  mkdirSync(to)
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    if (!entry.isDirectory() || entry.name.startsWith('.')) continue
    symlinkSync(path.join(from, entry.name), path.join(to, entry.name), 'junction')
  }
}
