import path from 'node:path'
import { build, type Plugin } from 'vite'

const here = import.meta.dirname
const storage = path.join(here, '..', 'electron', 'storage') + path.sep

const stepped: Plugin = {
  name: 'stepped-files',
  enforce: 'pre',
  resolveId: (source, importer) => {
    const isOfStorage = importer !== undefined && path.normalize(importer).startsWith(storage)
    return isOfStorage && source === './files.ts' ? path.join(here, 'steppedFiles.ts') : undefined
  },
}

/** @returns the file to run */
export function bundleCounterProcess(outDir: string): Promise<string> {
  return bundle('counterProcess.ts', path.join(outDir, 'counter'), [])
}

/** @returns the file to run */
export function bundleSalvagingProcess(outDir: string): Promise<string> {
  return bundle('salvagingProcess.ts', path.join(outDir, 'salvaging'), [stepped])
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
