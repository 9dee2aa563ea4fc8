import path from 'node:path'
import { beforeEach, expect, test, vi } from 'vitest'
import { APP_ID, TOAST_CLSID, dataDirOf, placeData, nextProfileHere, takeIdentity } from './places.ts'

/** Behaves like Electron: an unpackaged program has its manifest's name, and so the installed program's folder. */
const electron = vi.hoisted(() => ({ isPackaged: true, userData: '', ids: [] as string[] }))
const INSTALLED = path.join(path.sep, 'home', 'ada', '.config', 'Tillside')

const RESOURCES = path.join(path.sep, 'opt', 'tillside', 'resources')

vi.mock('electron', () => ({
  app: {
    get isPackaged() {
      return electron.isPackaged
    },
    getPath: () => electron.userData,
    getAppPath: () => path.join(RESOURCES, 'app.asar'),
    setPath: (_name: string, place: string) => {
      electron.userData = place
    },
    setAppUserModelId: (id: string) => electron.ids.push(id),
    setToastActivatorCLSID: (id: string) => electron.ids.push(id),
    setName: (name: string) => electron.ids.push(name),
    setDesktopName: (name: string) => electron.ids.push(name),
  },
}))

beforeEach(() => {
  Object.assign(electron, { isPackaged: true, userData: INSTALLED, ids: [] })
})

test('an installed program has the default folder and the app id; a chosen profile goes where it decides', () => {
  placeData({})
  takeIdentity()
  expect(dataDirOf('live')).toBe(path.join(INSTALLED, 'live'))
  expect(electron.ids).toEqual([APP_ID, ...(process.platform === 'win32' ? [TOAST_CLSID] : [])])
  expect(nextProfileHere(null)).toBe(path.join(INSTALLED, 'profile.json'))
  // The file that decides is replaced; the package's own never.
  expect(nextProfileHere('/etc/tillside/profile.json')).toBe(path.resolve('/etc/tillside/profile.json'))
  expect(nextProfileHere(path.join(RESOURCES, 'profile.json'))).toBe(path.join(INSTALLED, 'profile.json'))
})

test('a checkout has its own folder and so its own lock, its own name, and no app id', () => {
  electron.isPackaged = false
  placeData({})
  takeIdentity()
  expect(dataDirOf('live')).toBe(path.join(`${INSTALLED} (checkout)`, 'live'))
  const entry = process.platform === 'linux' ? ['tillside-checkout.desktop'] : []
  expect(electron.ids).toEqual(['Tillside checkout', ...entry])
  expect(nextProfileHere(null)).toBe(path.join(`${INSTALLED} (checkout)`, 'profile.json'))
})

test.each([true, false])('TILLSIDE_DATA_DIR is used unchanged (packaged: %s)', (isPackaged) => {
  electron.isPackaged = isPackaged
  placeData({ TILLSIDE_DATA_DIR: INSTALLED })
  expect(electron.userData).toBe(path.resolve(INSTALLED))
})
