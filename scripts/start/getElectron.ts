import { spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import path from 'node:path'
import { err, ok, type Result } from '../../shared/result.ts'
import { installedElectron } from './installedElectron.ts'

export interface GetOptions {
  /** The folder of the package `electron`. */
  readonly folder: string
  readonly env: NodeJS.ProcessEnv
  /** When aborted, the installer ends. */
  readonly signal: AbortSignal
}

const WHOLE_MINUTES = 10

/**
 * Gets Electron's program through electron's own install.js, with Electron's mirrors, cache, checksums and output.
 * @returns the program, or one line on why there is none
 */
export async function getElectron({ folder, env, signal }: GetOptions): Promise<Result<string, string>> {
  // Written last: one of an earlier program would vouch for half of this one.
  rmSync(path.join(folder, 'path.txt'), { force: true })
  const late = AbortSignal.timeout(WHOLE_MINUTES * 60_000)
  const child = spawn(process.execPath, ['install.js'], {
    cwd: folder,
    env: installerEnvironment(env),
    stdio: ['ignore', 'inherit', 'inherit'],
    signal: AbortSignal.any([signal, late]),
    killSignal: 'SIGKILL',
  })
  const failure = await new Promise<Error | undefined>((resolve) => {
    let error: Error | undefined
    child.once('error', (thrown) => (error = thrown))
    child.once('close', () => resolve(error))
  })
  if (signal.aborted) return err('it was stopped')
  if (late.aborted) return err(`it was not here after ${WHOLE_MINUTES} minutes`)
  const program = installedElectron(folder)
  if (program !== undefined) return ok(program)
  return err(failure?.message ?? 'its installer says above what went wrong')
}

function installerEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  // npm's own settings; a value that is no address is left to npm.
  const proxy = [env['npm_config_https_proxy'], env['npm_config_proxy']].find(
    (value) => value !== undefined && URL.canParse(value),
  )
  const {
    // These variables would put the program into another place than the one checked afterwards.
    ELECTRON_OVERRIDE_DIST_PATH: _dist,
    ELECTRON_INSTALL_PLATFORM: _platform,
    npm_config_platform: _npmPlatform,
    ...inherited
  } = env
  return {
    ...(proxy === undefined ? {} : { HTTPS_PROXY: proxy, HTTP_PROXY: proxy }),
    ...(env['npm_config_noproxy'] === undefined ? {} : { NO_PROXY: env['npm_config_noproxy'] }),
    ...inherited,
    NODE_USE_ENV_PROXY: '1',
  }
}
