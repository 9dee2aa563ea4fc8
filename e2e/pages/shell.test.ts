import { expect, test } from 'vitest'
import { screens as own } from '../../renderer/core/types.ts'
import { strings } from '../../renderer/strings/strings.ts'
import { screens } from './shell.ts'

test('the specs visit every screen of the rail, in its order', () => {
  expect(screens).toEqual(own.map((screen) => strings.rail[screen]))
})
