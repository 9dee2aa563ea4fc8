import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { APP_ID, LINK_SCHEME } from '../../build/identity.ts'
import { LINK_SCHEME as schemeThatIsRead } from '../../electron/shell/links.ts'
import { root } from '../run.ts'

test('the running program and its package have one identity', () => {
  expect(schemeThatIsRead).toBe(LINK_SCHEME)
  // It cannot be imported, since it imports Electron.
  const places = readFileSync(path.join(root, 'electron', 'shell', 'places.ts'), 'utf8')
  expect(places).toContain(`export const APP_ID = '${APP_ID}'`)
})
