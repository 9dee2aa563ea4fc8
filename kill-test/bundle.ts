import path from 'node:path'
import { build, type Plugin } from 'vite'

const here = import.meta.dirname
const storage = path.join(here, '..', 'electron', 'storage') + path.sep

/** Imports of the storage, with replacements that announce its steps. */
const STEPPED: ReadonlyMap<string, string> = new Map([
  ['node:fs', path.join(here, 'steppedFs.ts')],
  ['./database.ts', path.join(here, 'steppedDatabase.ts')],
])

const stepped: Plugin = {
  name: 'stepped-storage',
  enforce: 'pre',
  resolveId: (source, importer) =>
    importer !== undefined && path.normalize(importer).startsWith(storage) ? STEPPED.get(source) : undefined,
}

/** @returns the file to run */
export function bundleCounterProcess(outDir: string): Promise<string> {
  return bundle('counterProcess.ts', path.join(outDir, 'counter'), [])
}

/** @returns the file to run */
export function bundleOpeningProcess(outDir: string): Promise<string> {
  return bundle('openingProcess.ts', path.join(outDir, 'opening'), [stepped])
}

/** Bundles a process into one file, which starts in half the time: a kill test is mostly starts. */
async function bundle(entry: string, outDir: string, plugins: readonly Plugin[]): Promise<string> {
  await build({
    configFile: false,
    logLevel: 'warn',
    root: path.join(here, '..'),
    publicDir: false,
    plugins: [...plugins],
    ssr: { noExternal: true },
    build: {
      ssr: path.join(here, entry),
      outDir,
      emptyOutDir: true,
      target: 'node24',
      minify: false,
      reportCompressedSize: false,
      rolldownOptions: { output: { format: 'es', entryFileNames: 'process.mjs', codeSplitting: false } },
    },
  })
  return path.join(outDir, 'process.mjs')
}
