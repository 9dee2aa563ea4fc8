import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../../scripts/run.ts'
import { readOptions } from './options.ts'
import { copyWith, huntByOrder, mutants, verdictOnWitness } from './mutants.ts'
import { patchedFiles } from './patch.ts'
import { wrongOrder } from './wrongOrder.ts'

test('every wrong design still fits the sources that it changes, and has a name of its own', () => {
  const all = [...mutants, ...wrongOrder]
  for (const { edits } of all) expect(() => patchedFiles(edits)).not.toThrow()
  expect(new Set(all.map(({ name }) => name)).size).toBe(all.length)
})

test('a copy has the wrong design in it, the sources stay as they are, and the copy is removed', () => {
  const edit = { file: 'shared/result.ts', find: 'export function ok', replace: 'export  function ok' }
  const file = path.join(root, edit.file)
  const before = readFileSync(file, 'utf8')
  let where: string
  {
    using copy = copyWith([edit])
    where = copy.dir
    expect(readFileSync(path.join(where, edit.file), 'utf8')).toContain(edit.replace)
    expect(existsSync(path.join(where, 'node_modules', 'vitest'))).toBe(true)
    expect(existsSync(path.join(where, '.git'))).toBe(false)
  }
  expect(existsSync(where)).toBe(false)
  expect(readFileSync(file, 'utf8')).toBe(before)
})

test('"synchronous=NORMAL" is caught by the order of system calls, or it is reported why it was not tried', async () => {
  const [first] = wrongOrder
  if (first?.name !== 'synchronous=NORMAL') throw new Error('it is not the first')
  const verdict = await huntByOrder(first)
  if (verdict.outcome === 'notTried') expect(verdict.by).toMatch(/strace/u)
  else expect(verdict).toEqual({ outcome: 'killed', by: expect.stringContaining('was not on the disk when') })
})

const witnessed = (sends: number, inOrder: number): string => JSON.stringify({ witness: { sends, inOrder } })

test.each([
  ['Order witness: skipped, since strace is not installed\n{"witness":null}', 'notTried'],
  [`  out of order: A: why\n${witnessed(20, 19)}`, 'killed'],
  [witnessed(20, 20), 'survived'],
  [witnessed(0, 0), 'survived'],
  ['a build that failed', 'survived'],
])('a witness that says %j: judged as such', (output, outcome) => {
  expect(verdictOnWitness({ output }).outcome).toBe(outcome)
})

test('one level can be chosen', () => {
  expect(readOptions(['--mutants', '--level', 'strace'], 2)).toMatchObject({
    isMutants: true,
    level: 'strace',
  })
  expect(readOptions(['--mutants'], 2)).toMatchObject({ level: null })
  expect(() => readOptions(['--mutants', '--level', 'none'], 2)).toThrow('--level: ')
})
