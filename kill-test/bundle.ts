import path from 'node:path'
import { build } from 'vite'

/**
 * Puts the counter process into one file, as the app itself is built: it then starts in half the time, and a kill test
 * is mostly starts.
 * @returns the file to run
 */
export async function bundleCounterProcess(outDir: string): Promise<string> {
  await build({
    configFile: false,
    logLevel: 'warn',
    root: path.join(import.meta.dirname, '..'),
    publicDir: false,
    ssr: { noExternal: true },
    build: {
      ssr: path.join(import.meta.dirname, 'counterProcess.ts'),
      outDir,
      emptyOutDir: true,
      target: 'node24',
      minify: false,
      reportCompressedSize: false,
      rolldownOptions: { output: { format: 'es', entryFileNames: 'counter.mjs', codeSplitting: false } },
    },
  })
  return path.join(outDir, 'counter.mjs')
}
