import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { APP_ID, LINK_SCHEME, TOAST_CLSID } from '../../build/identity.ts'
import { LINK_SCHEME as schemeThatIsRead } from '../../electron/shell/links.ts'
import { root } from '../run.ts'

test('the running program and its package have one identity', () => {
  expect(schemeThatIsRead).toBe(LINK_SCHEME)
  // It cannot be imported, since it imports Electron.
  const places = readFileSync(path.join(root, 'electron', 'shell', 'places.ts'), 'utf8')
  expect(places).toContain(`export const APP_ID = '${APP_ID}'`)
  expect(places).toContain(`export const TOAST_CLSID = '${TOAST_CLSID}'`)
  const installer = readFileSync(path.join(root, 'build', 'installer.nsh'), 'utf8')
  expect(installer).toContain(`DeleteRegKey HKCU "Software\\Classes\\CLSID\\${TOAST_CLSID}"`)
})
