import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { rootProblem, sandboxProblem, type SandboxFacts } from './chromiumSandbox.ts'

const program = '/home/ada/tillside/node_modules/electron/dist/electron'
const helper = '/home/ada/tillside/node_modules/electron/dist/chrome-sandbox'
const RESTRICT = '/proc/sys/kernel/apparmor_restrict_unprivileged_userns'
const HELPER_READY = { uid: 0, mode: 0o104755 }
const AS_UNPACKED = { uid: 1000, mode: 0o100755 }
const COMMANDS = [
  'This system does not let Electron’s sandbox work from a checkout. These two commands repair it:',
  `  sudo chown root:root ${helper}`,
  `  sudo chmod 4755 ${helper}`,
]

interface Machine {
  readonly files?: Readonly<Record<string, string>>
  readonly helper?: { readonly uid: number; readonly mode: number } | undefined
  /** AppArmor's name for the profile that Electron's program runs under. */
  readonly label?: string
  /** The status of nested `unshare`; undefined if there is no such command. */
  readonly unshare?: number | undefined
}

function machine({ files = {}, label = 'unconfined\n', ...more }: Machine = {}): SandboxFacts {
  const unshare = 'unshare' in more ? more.unshare : 0
  return {
    platform: 'linux',
    userId: 1000,
    read: (file) => files[file],
    stat: (file) => (file === helper ? ('helper' in more ? more.helper : AS_UNPACKED) : undefined),
    run: (command, args, env) => {
      if (command === 'unshare') return unshare === undefined ? undefined : { status: unshare, output: '' }
      // Without this variable it would open a window.
      expect([command, env?.['ELECTRON_RUN_AS_NODE']]).toEqual([program, '1'])
      return { status: 0, output: args.join(' ').includes('attr/current') ? label : 'runs\n' }
    },
  }
}

test.each<readonly [string, Machine]>([
  ['user namespaces work, one in the other', {}],
  ['they do not, but the helper is root’s with mode 4755', { unshare: 1, helper: HELPER_READY }],
  ['Ubuntu 24.04, and the two commands were given', { files: { [RESTRICT]: '1\n' }, helper: HELPER_READY }],
  [
    'Ubuntu 24.04, and a profile allows it',
    { files: { [RESTRICT]: '1\n' }, label: 'tillside (unconfined)\n' },
  ],
  ['the restriction is switched off', { files: { [RESTRICT]: '0\n' } }],
  ['the system has no `unshare` to ask with, so that Electron may try', { unshare: undefined }],
])('it works: %s', (_case, facts) => {
  expect(sandboxProblem(program, machine(facts))).toBeUndefined()
})

test.each<readonly [string, Machine]>([
  // `unshare` has its own profile there, and may do what Electron may not.
  ['Ubuntu 24.04, as it comes', { files: { [RESTRICT]: '1\n' }, unshare: 0 }],
  ['a kernel or a container without user namespaces', { unshare: 1 }],
  ['the helper is root’s, but its mode is not 4755', { unshare: 1, helper: { uid: 0, mode: 0o100755 } }],
  ['the mode is 4755, but the helper is the person’s', { unshare: 1, helper: { uid: 1000, mode: 0o104755 } }],
  ['others may not run the helper', { unshare: 1, helper: { uid: 0, mode: 0o104750 } }],
  ['there is no helper', { unshare: 1, helper: undefined }],
])('it does not, and two commands fix it: %s', (_case, facts) => {
  expect(sandboxProblem(program, machine(facts))).toEqual(COMMANDS)
})

test('a folder with a space in it gives commands that can be pasted', () => {
  const place = "/home/ada/my till's/dist"
  const facts: SandboxFacts = {
    ...machine({ unshare: 1 }),
    stat: () => AS_UNPACKED,
    run: (command) => ({ status: command === 'unshare' ? 1 : 0, output: '' }),
  }
  expect(sandboxProblem(`${place}/electron`, facts)?.[2]).toBe(
    String.raw`  sudo chmod 4755 '/home/ada/my till'\''s/dist/chrome-sandbox'`,
  )
})

test('a program that lacks a library is reported with its message', () => {
  const said = `${program}: error while loading shared libraries: libnss3.so: cannot open shared object file`
  const facts: SandboxFacts = { ...machine(), run: () => ({ status: 127, output: `${said}\n` }) }
  expect(sandboxProblem(program, facts)).toEqual([`Electron’s program does not run here: ${said}`])
  expect(sandboxProblem(program, { ...facts, run: () => undefined })).toEqual([
    'Electron’s program does not run here.',
  ])
})

test.each(['win32', 'darwin'] as const)('on %s nothing is probed', (platform) => {
  const facts: SandboxFacts = {
    ...machine(),
    platform,
    userId: 0,
    run: () => {
      throw new Error('asked')
    },
  }
  expect([rootProblem(facts), sandboxProblem(program, facts)]).toEqual([undefined, undefined])
})

test('root gets the message before any download', () => {
  expect(rootProblem({ ...machine(), userId: 0 })).toBe(
    'Electron does not run as root, but as a person’s own user.',
  )
  expect(rootProblem(machine())).toBeUndefined()
})

test('no message of `npm start` suggests disabling the sandbox', () => {
  const files = ['../start.ts', ...globSync('*.ts', { cwd: import.meta.dirname })]
  const giving = files
    .filter((file) => !file.endsWith('.test.ts'))
    .filter((file) => /'--(?:no-sandbox|disable-setuid-sandbox)/u.test(readSource(file)))
  expect(giving).toEqual([])
})

function readSource(file: string): string {
  return readFileSync(path.join(import.meta.dirname, file), 'utf8')
}
