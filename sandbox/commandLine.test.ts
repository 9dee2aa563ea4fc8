import { expect, test } from 'vitest'
import { sandboxHelp, sandboxOptionsOf } from './commandLine.ts'

test('the command line is read, and what it does not know is refused in words', () => {
  expect(sandboxOptionsOf([])).toEqual({ port: 4810, seed: 7, options: { answerDelayMs: 120 } })
  const line =
    '--port 1 --seed 2 --prefix acme --get-parameters body --settle-after-ms 3 --token-life-ms 4 --control-port 5'
  expect(sandboxOptionsOf(line.split(' '))).toEqual({
    port: 1,
    seed: 2,
    controlPort: 5,
    options: {
      answerDelayMs: 120,
      fieldPrefix: 'acme',
      getParameters: 'body',
      settleAfterMs: 3,
      tokenLifeMs: 4,
    },
  })
  expect(() => sandboxOptionsOf(['--port', '70000'])).toThrow('--port takes a whole number from 0 to 65535')
  expect(() => sandboxOptionsOf(['--get-parameters', 'header'])).toThrow(
    '--get-parameters takes query or body',
  )
  expect(() => sandboxOptionsOf(['--colour', 'red'])).toThrow('--colour')
})

test('help names every flag that the command line takes', () => {
  expect(sandboxOptionsOf(['--port', '1', '--help'])).toBe('help')
  const flags = [...sandboxHelp().matchAll(/^  --([a-z-]+) /gmu)].map(([, flag]) => flag ?? '')
  expect(flags).toHaveLength(12)
  const unknown = flags.filter((flag) => flag !== 'help').filter((flag) => isUnknown(`--${flag}=1`))
  expect(unknown).toEqual([])
})

function isUnknown(argument: string): boolean {
  try {
    return sandboxOptionsOf([argument]) === 'help'
  } catch (error) {
    return error instanceof Error && error.message.includes('Unknown option')
  }
}
