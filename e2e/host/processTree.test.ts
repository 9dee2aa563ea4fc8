import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { killTree } from './processTree.ts'

test('on Windows the program behind the shell is ended too', () => {
  const asked: (readonly string[])[] = []
  const ender = {
    signal: () => expect.unreachable('Windows has no groups'),
    taskkill: (args: readonly string[]) => void asked.push(args),
  }
  killTree(4711, 'win32', ender)
  expect(asked).toEqual([['/pid', '4711', '/T', '/F']])
})

test('a process that is already gone is no failure', () => {
  const ender = {
    signal: () => {
      throw new Error('ESRCH')
    },
    taskkill: () => undefined,
  }
  expect(() => killTree(4711, 'linux', ender)).not.toThrow()
})

test('a real program behind a real shell is gone when its output has ended', async () => {
  const isWindows = process.platform === 'win32'
  const script = `console.log(process.pid); setInterval(() => {}, 1000)`
  // The shell stays, as `cmd.exe` does, with a program behind it.
  const command = `"${process.execPath}" -e "${script}"${isWindows ? '' : '; exit 0'}`
  const shell = spawn(command, { shell: true, detached: !isWindows, stdio: ['ignore', 'pipe', 'ignore'] })
  const [pid] = (await once(shell.stdout, 'data')) as [Buffer]
  const inner = Number(pid.toString('utf8'))
  expect(inner).not.toBe(shell.pid)
  // Both hold the output open; it ends with the last of them.
  const gone = once(shell, 'close')
  killTree(shell.pid ?? 0)
  await gone
})
