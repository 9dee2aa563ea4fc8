import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { faultMeanings, sandboxHelp, sandboxOptionsOf } from './commandLine.ts'

test('the command line is read, and unknown arguments are refused in words', () => {
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

test('the habits of a bank are flags', () => {
  const line =
    '--date-to exclusive --expired-token declined --envelope-keys capitalised --text-values yes --not-found-says traced'
  expect(sandboxOptionsOf(line.split(' '))).toMatchObject({
    options: {
      dateToIncluded: false,
      expiredToken: 'declined',
      envelopeKeys: 'capitalised',
      textValues: true,
      notFoundSays: 'traced',
    },
  })
  expect(sandboxOptionsOf(['--date-to', 'inclusive', '--text-values', 'no'])).toMatchObject({
    options: { dateToIncluded: true, textValues: false },
  })
  expect(() => sandboxOptionsOf(['--date-to', 'never'])).toThrow('--date-to takes inclusive or exclusive')
})

test('fault rules are given as a list or in a file, and invalid ones are refused by path', () => {
  const rules = [{ on: 'logTransaction', times: 'always', fault: { kind: 'drop', committed: true } }]
  const text = JSON.stringify(rules)
  const readFile = (path: string): string => (path === 'rules.json' ? text : 'x')
  expect(sandboxOptionsOf(['--faults', text], readFile)).toMatchObject({ faults: rules })
  expect(sandboxOptionsOf(['--faults', 'rules.json'], readFile)).toMatchObject({ faults: rules })
  expect(() => sandboxOptionsOf(['--faults', 'other.json'], readFile)).toThrow('--faults takes a JSON list')
  expect(() => sandboxOptionsOf(['--faults', '[{"on":"any","fault":{"kind":"rain"}}]'], readFile)).toThrow(
    '--faults: 0.fault',
  )
})

test('help and README name every flag and every kind of fault', () => {
  const readme = readFileSync(new URL('README.md', import.meta.url), 'utf8')
  const kinds = Object.keys(faultMeanings)
  expect(kinds.length).toBeGreaterThan(20)
  expect(kinds.filter((kind) => !new RegExp(`^  ${kind} `, 'mu').test(sandboxHelp()))).toEqual([])
  expect(kinds.filter((kind) => !readme.includes(`\`${kind}\``))).toEqual([])
  const flags = [...sandboxHelp().matchAll(/^  (--[a-z-]+) /gmu)].map(([, flag]) => flag ?? '')
  expect(flags.filter((flag) => !readme.includes(`\`${flag}\``))).toEqual([])
})

test('help names every flag that the command line takes', () => {
  expect(sandboxOptionsOf(['--port', '1', '--help'])).toBe('help')
  const flags = [...sandboxHelp().matchAll(/^  --([a-z-]+) /gmu)].map(([, flag]) => flag ?? '')
  expect(flags).toHaveLength(20)
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
