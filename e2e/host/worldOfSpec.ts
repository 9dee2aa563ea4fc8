import { mkdir, realpath, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'

const projectDir = path.resolve(import.meta.dirname, '../..')

/** Real Electron's arguments, after Playwright's own. */
export function argumentsOf(script: string): readonly string[] {
  return ['-r', script, projectDir]
}

let made: Promise<string> | undefined

/** @returns the script that real Electron loads before main: `beforeMain.ts` as one CommonJS file, built once a process */
export function scriptBeforeMain(): Promise<string> {
  made ??= makeScript()
  return made
}

async function makeScript(): Promise<string> {
  // Electron cannot strip types this early. On the stand-in the bundler is not loaded at all.
  const { build } = await import('vite')
  const built = await build({
    configFile: false,
    root: projectDir,
    logLevel: 'warn',
    publicDir: false,
    ssr: { noExternal: true, external: ['electron'] },
    build: {
      ssr: 'e2e/host/beforeMain.ts',
      write: false,
      target: 'node24',
      minify: false,
      rolldownOptions: {
        external: ['electron', /^node:/u],
        output: { format: 'cjs', entryFileNames: 'beforeMain.cjs', codeSplitting: false },
      },
    },
  })
  const [script] = [built].flat().flatMap((each) => ('output' in each ? each.output : []))
  if (script?.type !== 'chunk') throw new Error('nothing came out of e2e/host/beforeMain.ts')
  const dir = path.join(await realpath(path.join(projectDir, 'node_modules')), '.cache/tillside')
  await mkdir(dir, { recursive: true })
  // Renamed into place, so that another worker never loads half of it.
  const draft = path.join(dir, `beforeMain-${process.pid}.cjs`)
  const file = path.join(dir, 'beforeMain.cjs')
  await writeFile(draft, script.code)
  await rename(draft, file)
  return file
}
