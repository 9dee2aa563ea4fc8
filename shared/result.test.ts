import { expect, test } from 'vitest'
import { assertNever, err, ok } from './result.ts'

test('a result is told apart by its flag', () => {
  expect([ok(1), err('x')]).toEqual([
    { ok: true, value: 1 },
    { ok: false, error: 'x' },
  ])
})

test('a member that the types do not know throws', () => {
  expect(() => assertNever('odd' as never, 'state')).toThrow('unhandled state: odd')
})
