import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { DESKTOP_NAME } from '../../build/identity.ts'
import { err, ok, type Result } from '../../shared/result.ts'
import { root, run, tool } from '../run.ts'

/** Kept of the project's manifest; the rest is for developers and would reveal their setup. */
const MANIFEST_KEYS = [
  'name',
  'productName',
  'version',
  'description',
  'author',
  'homepage',
  'license',
  'type',
  'main',
]

/** Each with its output folder. */
const BUNDLES = [
  { config: ['-c', 'vite.main.config.ts'], folder: 'main' },
  { config: ['-c', 'vite.preload.config.ts'], folder: 'preload' },
  { config: [], folder: 'renderer' },
]

const BUNDLE_LIMIT_MS = 2 * 60_000

/**
 * Builds the app into its own folder, with the layout of development. Only staged files can be packed. The bundles
 * never mention their source maps, which are beside them, unless the maps are to be packed too.
 * @returns the output of a failed build
 */
export async function stageApp(appDir: string, withSourceMaps: boolean): Promise<Result<null, string>> {
  rmSync(appDir, { recursive: true, force: true })
  mkdirSync(appDir, { recursive: true })
  for (const { config, folder } of BUNDLES) {
    const built = await run({
      args: [
        tool('vite'),
        'build',
        ...config,
        '--outDir',
        path.join(appDir, 'out', folder),
        '--emptyOutDir',
        ...(withSourceMaps ? ['--sourcemap'] : ['--sourcemap', 'hidden']),
        '--logLevel',
        'warn',
      ],
      // Otherwise packing from a test would include React's development build.
      env: { NODE_ENV: 'production' },
      limitMs: BUNDLE_LIMIT_MS,
    })
    if (built.exitCode !== 0) return err(`The bundle of ${folder} could not be built.\n${built.output}`)
  }
  writeFileSync(path.join(appDir, 'package.json'), manifestText())
  return ok(null)
}

function manifestText(): string {
  const project = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as Record<string, unknown>
  const kept = MANIFEST_KEYS.map((key) => [key, project[key]])
  return `${JSON.stringify({ ...Object.fromEntries(kept), desktopName: DESKTOP_NAME }, null, 2)}\n`
}
