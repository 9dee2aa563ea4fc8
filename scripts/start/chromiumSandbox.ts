import { spawnSync } from 'node:child_process'
import { readFileSync, statSync, type Stats } from 'node:fs'
import path from 'node:path'

/** This machine's answers; a test replaces them. */
export interface SandboxFacts {
  readonly platform: NodeJS.Platform
  /** Undefined if the system has no such number. */
  readonly userId: number | undefined
  /** A file below `/proc`; undefined if missing. */
  readonly read: (file: string) => string | undefined
  readonly stat: (file: string) => Pick<Stats, 'uid' | 'mode'> | undefined
  /** Runs a command; undefined if it could not be started. */
  readonly run: (
    command: string,
    args: readonly string[],
    env?: NodeJS.ProcessEnv,
  ) => { readonly status: number | null; readonly output: string } | undefined
}

/** As root, Electron runs only without its sandbox, so it is not started. */
export function rootProblem({ platform, userId }: SandboxFacts): string | undefined {
  const isRoot = platform === 'linux' && userId === 0
  return isRoot ? 'Electron does not run as root, but as a person’s own user.' : undefined
}

/**
 * Whether Chromium's sandbox works here, checked before Electron would crash without it. As in Chromium's
 * `ZygoteHostImpl::Init` and `Credentials::CanCreateProcessInNewUserNS`: with nested, privileged user namespaces, or
 * with the helper beside the program, owned by root with mode 4755.
 * @returns undefined if it works; otherwise lines on why not and how to fix it
 */
export function sandboxProblem(program: string, facts: SandboxFacts): readonly string[] | undefined {
  if (facts.platform !== 'linux') return undefined
  const started = facts.run(program, ['-p', '"runs"'], { ...process.env, ELECTRON_RUN_AS_NODE: '1' })
  if (started?.status !== 0) {
    const said = started?.output.trim().split('\n')[0]
    return [`Electron’s program does not run here${said === undefined || said === '' ? '.' : `: ${said}`}`]
  }
  const helper = path.join(path.dirname(program), 'chrome-sandbox')
  if (isHelperReady(facts.stat(helper)) || mayUseNamespaces(program, facts)) return undefined
  return [
    'This system does not let Electron’s sandbox work from a checkout. These two commands repair it:',
    `  sudo chown root:root ${quoted(helper)}`,
    `  sudo chmod 4755 ${quoted(helper)}`,
  ]
}

const SET_USER_ID = 0o4000
const ANYONE_RUNS = 0o001

function isHelperReady(helper: Pick<Stats, 'uid' | 'mode'> | undefined): boolean {
  if (helper === undefined) return false
  return helper.uid === 0 && (helper.mode & SET_USER_ID) !== 0 && (helper.mode & ANYONE_RUNS) !== 0
}

function mayUseNamespaces(program: string, { read, run }: SandboxFacts): boolean {
  const isRestricted = read('/proc/sys/kernel/apparmor_restrict_unprivileged_userns')?.trim() === '1'
  if (isRestricted) {
    // Ubuntu allows namespaces to programs that an AppArmor profile names. `unshare` has its own.
    const script = "fs.readFileSync('/proc/self/attr/current', 'utf8')"
    const label = run(program, ['-p', script], { ...process.env, ELECTRON_RUN_AS_NODE: '1' })?.output.trim()
    return label !== undefined && label !== '' && label !== 'unconfined'
  }
  const nested = ['--user', '--map-root-user', 'unshare', '--user', 'true']
  // Without the command nothing is known, and Electron may try.
  return (run('unshare', nested)?.status ?? 0) === 0
}

function quoted(file: string): string {
  return /^[\w/.@+-]+$/u.test(file) ? file : `'${file.replaceAll("'", String.raw`'\''`)}'`
}

const PROBE_LIMIT_MS = 20_000

export const sandboxHere: SandboxFacts = {
  platform: process.platform,
  userId: process.getuid?.(),
  read: (file) => {
    try {
      return readFileSync(file, 'utf8')
    } catch {
      return undefined
    }
  },
  stat: (file) => statSync(file, { throwIfNoEntry: false }),
  run: (command, args, env = process.env) => {
    const { error, status, stdout, stderr } = spawnSync(command, args, {
      env,
      encoding: 'utf8',
      timeout: PROBE_LIMIT_MS,
    })
    return error === undefined ? { status, output: stdout + stderr } : undefined
  },
}
