import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { endWithin, isOpen, startProgram, waitFor, type Run, type Start } from './packedProgram.ts'
import { root } from '../../scripts/run.ts'

/** A start of the packed program takes seconds; after this it does not happen. */
const START_LIMIT_MS = 60_000

export interface Packed {
  readonly command: Start['command']
  /** The environment of each start, on top of this process's own. */
  readonly env: Readonly<Record<string, string | undefined>>
  /** A profile of Practice, so that no profile of this computer is used. */
  readonly profileFile: string
  readonly platform: NodeJS.Platform
  /** For a start; a test has less. */
  readonly limitMs?: number
}

export const practiceProfile = path.join(root, 'build', 'profiles', 'practice.json')

/** Without a sandbox helper of its own the packed copy takes the one that is named here. */
export function ownEnvironment(electron: string): Packed['env'] {
  const helper = path.join(path.dirname(electron), 'chrome-sandbox')
  const found = statSync(helper, { throwIfNoEntry: false })
  const named = found?.uid === 0 && process.platform === 'linux' ? { CHROME_DEVEL_SANDBOX: helper } : {}
  return { ELECTRON_RUN_AS_NODE: undefined, NODE_OPTIONS: undefined, ...named }
}

/** Throws where the program is not as it should be. @returns why this computer cannot show it */
type Check = (packed: Packed) => Promise<string | void>

/** The checks of docs/release.md that need only the packed program and its data folder. */
export const packedChecks: readonly (readonly [string, Check])[] = [
  ['the settings are sealed', settingsAreSealed],
  ['the renderer is in the sandbox', rendererIsInSandbox],
  ['a second start ends by itself', (packed) => secondStart(packed, [])],
  ['a link reaches the first', (packed) => secondStart(packed, ['tillside://transaction/x'])],
  ['debugging is refused', debuggingIsRefused],
  ['NODE_OPTIONS opens no port', nodeOptionsOpenNothing],
  ['it is no Node', isNoNode],
]

function failed(what: string, detail: string): never {
  throw new Error(`${what}\n${detail}`)
}

interface Opened {
  readonly run: Run
  readonly dataDir: string
  start(args: readonly string[], env?: Packed['env']): Run
  /** Whether Practice has opened its sales file within the limit. */
  opens(): Promise<boolean>
}

/** Starts the program on its own folder, and ends everything it started afterwards. */
async function withProgram(
  packed: Packed,
  first: { readonly args?: readonly string[]; readonly env?: Packed['env'] },
  look: (opened: Opened) => Promise<string | void>,
): Promise<string | void> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'tillside-verify-'))
  const runs: Run[] = []
  const start: Opened['start'] = (args, env = {}) => {
    const own = { TILLSIDE_DATA_DIR: dataDir, TILLSIDE_PROFILE: packed.profileFile }
    const run = startProgram({ command: packed.command, args, env: { ...packed.env, ...own, ...env } })
    runs.push(run)
    return run
  }
  const opens = async (): Promise<boolean> => {
    const sales = path.join(dataDir, 'practice', 'sales.db')
    return (await waitFor(() => existsSync(sales) || undefined, packed.limitMs ?? START_LIMIT_MS)) === true
  }
  try {
    return await look({ run: start(first.args ?? [], first.env), dataDir, start, opens })
  } finally {
    for (const run of runs) await run.end()
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
  }
}

/** It opens in Practice, and goes on. */
export function opensInPractice(packed: Packed): Promise<string | void> {
  return withProgram(packed, {}, async ({ run, opens }) => {
    if (!(await opens())) failed('it opened no sales file', run.output())
    const code = await endWithin(run, 0)
    if (code !== 'running') failed(`it ended with ${code}`, run.output())
  })
}

const PRACTICE_SECRET = 'practice-secret-key'

function settingsAreSealed(packed: Packed): Promise<string | void> {
  return withProgram(packed, {}, async ({ run, dataDir, opens }) => {
    if (!(await opens())) failed('it opened no sales file', run.output())
    // Only then is the sign-in of Practice encrypted.
    const file = path.join(dataDir, 'practice', 'settings.json')
    const sealed = await waitFor(() => sealedIn(textOf(file) ?? ''), (packed.limitMs ?? START_LIMIT_MS) / 2)
    const open = filesBelow(dataDir).filter((each) => readFileSync(each, 'latin1').includes(PRACTICE_SECRET))
    if (open.length > 0) failed('the secret stands in clear', open.join('\n'))
    if (sealed === undefined) return 'nothing was sealed: no key store answers here'
    // On Linux, text encrypted with the built-in key begins like this.
    const isFixed =
      packed.platform === 'linux' && Buffer.from(sealed, 'base64').subarray(0, 3).equals(FIXED_KEY)
    if (isFixed) failed('it is sealed with a key that everybody has', sealed.slice(0, 12))
    return undefined
  })
}

const FIXED_KEY = Buffer.from('v10')

function sealedIn(settings: string): string | undefined {
  return /"sealed":\s*"(?<text>[A-Za-z0-9+/=]+)"/u.exec(settings)?.groups?.['text']
}

function rendererIsInSandbox(packed: Packed): Promise<string | void> {
  if (packed.platform !== 'linux') return Promise.resolve('this system shows it in its own tools alone')
  return withProgram(packed, {}, async ({ run, opens }) => {
    await opens()
    const limitMs = packed.limitMs ?? START_LIMIT_MS
    const status = await waitFor(() => rendererStatus(run.pid), limitMs)
    if (status === undefined) return failed('there is no renderer', run.output())
    if (!/^Seccomp:\s+2$/mu.test(status)) failed('its system calls are not filtered', status)
    return undefined
  })
}

/** The status of the process group's renderer, which its zygote forked. */
function rendererStatus(group: number): string | undefined {
  for (const name of readdirSync('/proc').filter((each) => /^\d+$/u.test(each))) {
    const stat = textOf(`/proc/${name}/stat`) ?? ''
    const groupOf = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[2])
    if (groupOf !== group) continue
    if ((textOf(`/proc/${name}/cmdline`) ?? '').includes('--type=renderer'))
      return textOf(`/proc/${name}/status`)
  }
  return undefined
}

function secondStart(packed: Packed, args: readonly string[]): Promise<string | void> {
  return withProgram(packed, {}, async ({ run, start, opens }) => {
    if (!(await opens())) failed('the first opened no sales file', run.output())
    const second = start(args)
    const code = await endWithin(second, packed.limitMs ?? START_LIMIT_MS)
    if (code !== 0) failed(`the second: ${code}`, second.output())
    if ((await endWithin(run, 0)) !== 'running') failed('the first ended too', run.output())
  })
}

async function debuggingIsRefused(packed: Packed): Promise<void> {
  for (const option of ['--remote-debugging-port', '--inspect']) {
    const port = await freePort()
    await withProgram(packed, { args: [`${option}=${port}`] }, async ({ run }) => {
      const code = await endWithin(run, packed.limitMs ?? START_LIMIT_MS)
      if (code === 'running') failed(`${option} does not end it`, run.output())
      if (await isOpen(port)) failed(`${option} opens a port`, run.output())
    })
  }
}

async function nodeOptionsOpenNothing(packed: Packed): Promise<string | void> {
  const port = await freePort()
  const env = { NODE_OPTIONS: `--inspect=127.0.0.1:${port}` }
  return withProgram(packed, { env }, async ({ run, opens }) => {
    if (!(await opens())) failed('it opened no sales file', run.output())
    if (await isOpen(port)) failed('a port is open', run.output())
  })
}

function isNoNode(packed: Packed): Promise<string | void> {
  const args = ['-e', 'console.log(["this", "is", "node"].join(" "))']
  return withProgram(packed, { args, env: { ELECTRON_RUN_AS_NODE: '1' } }, async ({ run, opens }) => {
    // It opens normally, or ends; it must not run the given code.
    await Promise.race([opens(), run.exited])
    // Its words may come after its file; all are there once it has ended.
    await run.end()
    if (run.output().includes('this is node')) failed('it ran a script', run.output())
  })
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })
}

function filesBelow(dir: string): readonly string[] {
  return readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
}

function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

/** Changes a byte of the archive: on Windows and macOS the program does not start until it is restored. */
export async function changedArchive(packed: Packed, archive: string): Promise<void> {
  const whole = readFileSync(archive)
  const changed = Buffer.from(whole)
  // In the header, which is read at every start.
  changed[64] = (changed[64] ?? 0) ^ 1
  try {
    writeFileSync(archive, changed)
    await withProgram(packed, {}, async ({ run }) => {
      const code = await endWithin(run, packed.limitMs ?? START_LIMIT_MS)
      if (code === 'running') failed('it starts with a changed archive', run.output())
    })
  } finally {
    writeFileSync(archive, whole)
  }
  await opensInPractice(packed)
}
