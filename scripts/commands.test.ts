import { spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { commandsOf, LONGER, PROVE, TEST, type Part } from './parts.ts'
import { root } from './run.ts'

/** What no part runs, and the test that does, or else why none can. */
const NOT_PARTS: Readonly<Record<string, { readonly by: string } | { readonly because: string }>> = {
  test: { because: 'it runs the parts, and .ci/run runs it' },
  prove: { because: 'it runs the parts of PROVE' },
  demo: { by: 'scripts/start.ts' },
  sandbox: { by: 'scripts/commands.test.ts' },
  'audit:verify': { by: 'scripts/audit-verify.test.ts' },
  'profile:check': { by: 'scripts/profileFile.test.ts' },
  'profile:schema': { because: 'it writes a file that profileSchema.test.ts compares with the rules' },
  pictures: { because: 'it writes what the same spec compares in every other run' },
  format: { because: 'it writes what check asks for' },
  package: { by: 'scripts/package-check.ts' },
  'verify:electron': { because: 'it needs Electron’s binary and a desktop; its checks have tests' },
  'build/icons/draw.ts': { because: 'it writes the icons, which icons.test.ts compares' },
  'scripts/nodeCheck.js': { by: 'scripts/nodeCheck.test.ts' },
}

const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
  readonly scripts: Readonly<Record<string, string>>
}
const parts: readonly Part[] = [...TEST, ...LONGER, ...PROVE].flat()

/** The scripts of package.json and the files for node that a text names, each with the place. */
function commandsIn(file: string): readonly (readonly [command: string, place: string])[] {
  return readFileSync(path.join(root, file), 'utf8')
    .split('\n')
    .flatMap((line, index) => {
      const named = [
        ...line.matchAll(
          /\bnpm run (?:--silent )?([\w:-]+)|\bnpm (test|start)\b|\bnode ([\w./-]+\.[jt]s)\b/gu,
        ),
        // The table of CONTRIBUTING, which leaves `npm run` out.
        ...(file === 'CONTRIBUTING.md'
          ? (/^\| (`(?!npm).*?) +\|/u.exec(line)?.[1] ?? '').matchAll(/`([\w:-]+)/gu)
          : []),
      ]
      return named
        .map(([, script, short, program]) => script ?? short ?? fileToScript(program ?? ''))
        .map((command) => [command, `${file}:${index + 1}`] as const)
    })
}

/** A workflow may run the file behind a script. */
function fileToScript(program: string): string {
  const found = Object.entries(scripts).find(([, text]) => text.endsWith(`node ${program}`))
  return found?.[0] ?? program
}

function namesOf(folder: string, ending: string): readonly string[] {
  return readdirSync(path.join(root, folder))
    .filter((name) => name.endsWith(ending))
    .map((name) => `${folder}/${name}`)
}

const documents = ['README.md', 'CONTRIBUTING.md', 'sandbox/README.md', ...namesOf('docs', '.md')]
const named = [...documents, ...namesOf('.github/workflows', '.yml'), '.ci/run'].flatMap(commandsIn)

test('every command that a document or a workflow names exists, and a part or a test runs it', () => {
  const run = new Set([...parts.map(({ script }) => script), ...Object.keys(NOT_PARTS)])
  const isThere = (command: string): boolean => command in scripts || command.includes('/')
  expect(named.filter(([command]) => !isThere(command))).toEqual([])
  expect(named.filter(([command]) => !run.has(command))).toEqual([])
  // The reading itself: what it must have found.
  for (const command of ['start', 'test', 'check', 'demo', 'kill-test', 'build/icons/draw.ts', 'package'])
    expect(named.map(([each]) => each)).toContain(command)
})

test('every exception is named somewhere, no part runs it, and its test names its file', () => {
  for (const [command, reason] of Object.entries(NOT_PARTS)) {
    expect(
      named.map(([each]) => each),
      command,
    ).toContain(command)
    if (command !== 'demo') expect(parts.map(({ script }) => script)).not.toContain(command)
    if (!('by' in reason)) continue
    const file =
      (scripts[command] ?? command)
        .split(' ')
        .find((word) => /\.[jt]s$/u.test(word) && !word.endsWith('nodeCheck.js')) ?? command
    expect(readFileSync(path.join(root, reason.by), 'utf8'), command).toContain(path.basename(file))
  }
})

test('every script of package.json is named in a document', () => {
  expect(Object.keys(scripts).filter((script) => !named.some(([command]) => command === script))).toEqual([])
})

test('the parts of a stage have different names, and what one needs is before it or in another lane', () => {
  for (const stage of [TEST, LONGER, PROVE]) {
    const names = stage.flat().map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
  }
  for (const lane of [...TEST, ...PROVE])
    expect(lane.filter(({ needs }) => needs !== undefined).length === 0 || lane[0]?.name === 'build').toBe(
      true,
    )
})

test('a part runs what package.json says, without what only prepares it', () => {
  const [e2e] = commandsOf({ name: 'e2e', script: 'e2e', reads: 'playwright' })
  expect(e2e?.slice(1)).toEqual(['test', '-c', 'e2e/playwright.config.ts'])
  expect(commandsOf({ name: 'build', script: 'build', reads: 'status' })).toHaveLength(3)
  const simulate = commandsOf({ name: 'x', script: 'simulate', args: ['--mutants'], reads: 'status' })
  expect(simulate).toEqual([['proof/simulation/simulate.ts', '--mutants']])
  expect(() => commandsOf({ name: 'x', script: 'nothing', reads: 'status' })).toThrow('no script nothing')
  for (const part of parts) expect(commandsOf(part).length, part.name).toBeGreaterThan(0)
})

test('npm run sandbox says where it serves, and answers there', async () => {
  const child = spawn(process.execPath, [path.join(root, 'sandbox/serve.ts'), '--port', '0'])
  try {
    const said = await new Promise<string>((resolve, reject) => {
      let text = ''
      child.stdout.on('data', (chunk: Buffer) => {
        text += chunk.toString('utf8')
        if (/127\.0\.0\.1:\d+/u.test(text)) resolve(text)
      })
      child.once('close', () => reject(new Error(`it ended: ${text}`)))
    })
    const address = /http:\/\/127\.0\.0\.1:\d+/u.exec(said)?.[0] ?? ''
    expect((await fetch(address)).status).toBe(404)
  } finally {
    child.kill()
  }
})
