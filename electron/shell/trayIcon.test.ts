import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { TRAY_ICON } from './trayIcon.ts'

test('the sign beside the clock is the icon of the package', () => {
  const file = path.resolve(import.meta.dirname, '../../build/icons/png/32x32.png')
  expect(TRAY_ICON).toBe(`data:image/png;base64,${readFileSync(file).toString('base64')}`)
})
