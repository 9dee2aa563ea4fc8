import { err, ok, type Result } from '../../shared/result.ts'
import type { getElectron } from './getElectron.ts'
import { electronVersion, installedElectron } from './installedElectron.ts'
import { NO_DOWNLOAD_VARIABLE } from './noDownload.ts'
import { rootProblem, sandboxProblem, type SandboxFacts } from './chromiumSandbox.ts'

export interface Here {
  readonly say: (line: string) => void
  /** The folder of the package `electron`. */
  readonly folder: string
  readonly env: NodeJS.ProcessEnv
  readonly hasDisplay: boolean
  readonly signal: AbortSignal
  readonly get: typeof getElectron
  readonly sandbox: SandboxFacts
}

/**
 * Electron's program, downloaded if missing, and only if its sandbox works: without the sandbox a page would have the
 * user's full rights.
 * @returns the program, or lines on why the app opens without Electron
 */
export async function electronToOpen(here: Here): Promise<Result<string, readonly string[]>> {
  if (!here.hasDisplay) return err(['Electron needs a display, and this session has none.'])
  const asRoot = rootProblem(here.sandbox)
  if (asRoot !== undefined) return err([asRoot])
  const program = await programHere(here)
  if (!program.ok) return err([program.error])
  const problem = sandboxProblem(program.value, here.sandbox)
  return problem === undefined ? program : err(problem)
}

async function programHere(here: Here): Promise<Result<string, string>> {
  const { folder, env, signal, say } = here
  const installed = installedElectron(folder)
  if (installed !== undefined) return ok(installed)
  const version = electronVersion(folder)
  if (version === undefined) return err('Electron’s package is not installed; `npm ci` installs it.')
  const whyOffline = whyNoDownload(env)
  if (whyOffline !== undefined)
    return err(`Electron is not on this machine, and is not fetched: ${whyOffline}.`)
  say(
    `Tillside fetches Electron ${version}, once: more than 100 MB. Ctrl+C stops it; ${NO_DOWNLOAD_VARIABLE}=1 goes without.`,
  )
  const got = await here.get({ folder, env, signal })
  return got.ok
    ? got
    : err(`Electron could not be fetched: ${got.error}. \`npx install-electron\` tries again.`)
}

/** Electron's environment: two variables would change the program, one of them silently. */
export function electronEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  // Some editors set the first in their terminals. The second starts Electron with `--no-sandbox`.
  const { ELECTRON_RUN_AS_NODE: _asNode, ELECTRON_DISABLE_SANDBOX: _noSandbox, ...kept } = env
  return kept
}

function whyNoDownload(env: NodeJS.ProcessEnv): string | undefined {
  if (isSet(env[NO_DOWNLOAD_VARIABLE])) return `${NO_DOWNLOAD_VARIABLE} is set`
  return isSet(env['CI']) ? 'CI is set' : undefined
}

function isSet(value: string | undefined): boolean {
  return value !== undefined && !['', '0', 'false'].includes(value)
}
