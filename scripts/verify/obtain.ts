import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { err, ok, type Result } from '../../shared/result.ts'
import { run, type Finished } from '../run.ts'

export interface Here {
  readonly platform: NodeJS.Platform
  readonly hasDisplay: boolean
  /** The folder of the package `electron`. */
  readonly folder: string
  readonly install: () => Promise<Finished>
}

/** Long enough for the slowest line that is worth it. */
const INSTALL_LIMIT_MS = 10 * 60_000

export function hereWith(folder: string, hasDisplay: boolean): Here {
  return {
    platform: process.platform,
    hasDisplay,
    folder,
    // Electron's own, with its mirrors, its cache and its checksums.
    install: () =>
      run({
        args: [path.join(folder, 'install.js')],
        // The person's mirror, whatever the scripts of this project are otherwise run with.
        env: { NODE_USE_ENV_PROXY: '1', ELECTRON_MIRROR: process.env['ELECTRON_MIRROR'] },
        limitMs: INSTALL_LIMIT_MS,
      }),
  }
}

/** @returns Electron's program, fetched where it is not there yet; or one line on why there is none */
export async function obtainElectron(here: Here): Promise<Result<string, string>> {
  if (!here.hasDisplay) return err('Electron needs a display, and this session has none.')
  const there = programIn(here)
  if (there !== undefined) return ok(there)
  const { exitCode, output, timedOut } = await here.install()
  const got = programIn(here)
  if (got !== undefined) return ok(got)
  if (timedOut) return err('Electron could not be fetched: it took longer than ten minutes.')
  const said = output
    .split('\n')
    .find((line) => /error|cannot|not found/iu.test(line))
    ?.trim()
  const code = /\b(?:E[A-Z]{3,}(?:_[A-Z]+)*|UND_ERR_[A-Z_]+)\b/u.exec(output)?.[0]
  const cause = code === undefined || said?.includes(code) === true ? '' : ` (${code})`
  const why = said ?? `its installer ended with ${exitCode ?? 'a signal'}`
  return err(`Electron could not be fetched: ${why}${cause}.`)
}

/** install.js writes `path.txt` last, so that an unpacking that was cut off has none. */
function programIn({ folder }: Here): string | undefined {
  const textOf = (...names: readonly string[]): string | undefined => {
    const file = path.join(folder, ...names)
    return existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined
  }
  const name = textOf('path.txt')
  const version = textOf('dist', 'version')?.replace(/^v/u, '')
  const { version: wanted } = JSON.parse(textOf('package.json') ?? '{}') as { readonly version?: string }
  if (name === undefined || version === undefined || version !== wanted) return undefined
  const program = path.join(folder, 'dist', name)
  return existsSync(program) ? program : undefined
}
