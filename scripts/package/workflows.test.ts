import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { workflowProblems } from './workflows.ts'

const dir = path.join(import.meta.dirname, '../../.github/workflows')
const GOOD = `name: CI
on:
  push:
permissions:
  contents: read
jobs:
  test:
    timeout-minutes: 5
    steps:
      - uses: actions/checkout@${'a'.repeat(40)} # v6.0.2
        with:
          persist-credentials: false
      - run: npm ci
      - run: |
          echo one
          echo "$NAME"
        env:
          NAME: \${{ secrets.NAME }}
`

test('there is a workflow for every change, two that look for vulnerabilities, and one for a release', () => {
  expect(readdirSync(dir).sort()).toEqual(['ci.yml', 'codeql.yml', 'prove.yml', 'release.yml'])
})

test('updates are proposed for libraries and for actions, and for nothing else', () => {
  const text = readFileSync(path.join(dir, '../dependabot.yml'), 'utf8')
  const ecosystems = [...text.matchAll(/package-ecosystem: (.+)$/gmu)].map(([, name]) => name)
  expect(ecosystems).toEqual(['npm', 'github-actions'])
  expect(text.match(/interval: weekly/gu)).toHaveLength(2)
})

test('CodeQL reads the sources of every change and the workflows themselves', () => {
  const text = readFileSync(path.join(dir, 'codeql.yml'), 'utf8')
  expect(text).toContain('language: [javascript-typescript, actions]')
  for (const when of ['push:', 'pull_request:', 'schedule:']) expect(text).toContain(`  ${when}`)
})

test.each(readdirSync(dir))('%s keeps the rules', (name) => {
  expect(workflowProblems(readFileSync(path.join(dir, name), 'utf8'))).toEqual([])
})

test('only the job that makes the draft may write, and CodeQL its findings', () => {
  const texts = readdirSync(dir).map((name) => readFileSync(path.join(dir, name), 'utf8'))
  const writes = texts.flatMap((text) => [...text.matchAll(/^ *([\w-]+): write$/gmu)].map(([, what]) => what))
  expect(writes).toEqual(['security-events', 'contents', 'id-token', 'attestations'])
})

test('the checks run on three systems, and so does real Electron', () => {
  const ci = readFileSync(path.join(dir, 'ci.yml'), 'utf8')
  for (const system of ['ubuntu', 'windows', 'macos']) {
    expect(ci.match(new RegExp(`\\b${system}-`, 'gu'))?.length).toBeGreaterThanOrEqual(2)
  }
  expect(ci).toContain('npx install-electron')
  expect(ci.match(/npm run verify:electron/gu)).toHaveLength(2)
})

describe('a workflow that breaks a rule is named', () => {
  test.each([
    [
      'permissions of the repository’s default',
      GOOD.replace(/permissions:\n.*\n/u, ''),
      'permissions at the top are not contents: read alone',
    ],
    [
      'permission to write at the top',
      GOOD.replace('contents: read', 'contents: write'),
      'permissions at the top are not contents: read alone',
    ],
    [
      'one permission more',
      GOOD.replace('contents: read', 'contents: read\n  packages: read'),
      'permissions at the top are not contents: read alone',
    ],
    [
      'all permissions',
      GOOD.replace(/permissions:\n.*\n/u, 'permissions: write-all\n'),
      'permissions at the top are not contents: read alone',
    ],
    ['an action by its tag', GOOD.replace(/@a+ /u, '@v6 '), 'line 10: the action is not pinned by a commit'],
    [
      'an action by a short commit',
      GOOD.replace(/@a+ /u, '@aaaaaaa '),
      'line 10: the action is not pinned by a commit',
    ],
    [
      'a commit that does not say its version',
      GOOD.replace(' # v6.0.2', ''),
      'line 10: the action is not pinned by a commit',
    ],
    [
      'strangers’ changes with the secrets',
      GOOD.replace('push:', 'pull_request_target:'),
      'line 3: runs a stranger’s change with our rights',
    ],
    [
      'another workflow’s end',
      GOOD.replace('push:', 'workflow_run:'),
      'line 3: runs a stranger’s change with our rights',
    ],
    [
      'a secret in a line',
      GOOD.replace('npm ci', 'deploy ${{ secrets.NAME }}'),
      'line 13: a command has an expression in it',
    ],
    [
      'a secret in a block',
      GOOD.replace('echo one', 'deploy ${{ secrets.NAME }}'),
      'line 15: a command has an expression in it',
    ],
    [
      'a title in a block',
      GOOD.replace('echo one', 'echo ${{ github.event.issue.title }}'),
      'line 15: a command has an expression in it',
    ],
    [
      'a token that is left in the folder',
      GOOD.replace('persist-credentials: false', 'fetch-depth: 1'),
      'line 10: the checkout keeps its token',
    ],
    ['a job without an end', GOOD.replace('    timeout-minutes: 5\n', ''), 'a job has no time limit'],
  ])('%s', (_what, text, problem) => {
    expect(text).not.toBe(GOOD)
    expect(workflowProblems(text)).toEqual([problem])
  })

  test('a workflow that breaks no rule is not named', () => {
    expect(workflowProblems(GOOD)).toEqual([])
  })
})
