import path from 'node:path'
import { beforeEach, expect, test, vi } from 'vitest'
import { APP_ID, dataDirOf, placeData, profilePlaceHere, takeIdentity } from './places.ts'

/** Behaves like Electron: an unpackaged program has its manifest's name, and so the installed program's folder. */
const electron = vi.hoisted(() => ({ isPackaged: true, userData: '', ids: [] as string[] }))
const INSTALLED = path.join(path.sep, 'home', 'ada', '.config', 'Tillside')

vi.mock('electron', () => ({
  app: {
    get isPackaged() {
      return electron.isPackaged
    },
    getPath: () => electron.userData,
    setPath: (_name: string, place: string) => {
      electron.userData = place
    },
    setAppUserModelId: (id: string) => electron.ids.push(id),
  },
}))

beforeEach(() => {
  Object.assign(electron, { isPackaged: true, userData: INSTALLED, ids: [] })
})

test('an installed program has the default folder, the app id and the machine-wide profile', () => {
  placeData({})
  takeIdentity()
  expect(dataDirOf('live')).toBe(path.join(INSTALLED, 'live'))
  expect(electron.ids).toEqual([APP_ID])
  expect(profilePlaceHere()).toMatch(/profile\.json$/u)
})

test('a checkout has its own folder and so its own lock, and neither the app id nor the machine-wide profile', () => {
  electron.isPackaged = false
  placeData({})
  takeIdentity()
  expect(dataDirOf('live')).toBe(path.join(`${INSTALLED} (checkout)`, 'live'))
  expect(electron.ids).toEqual([])
  expect(profilePlaceHere()).toBeNull()
})

test.each([true, false])('TILLSIDE_DATA_DIR is used unchanged (packaged: %s)', (isPackaged) => {
  electron.isPackaged = isPackaged
  placeData({ TILLSIDE_DATA_DIR: INSTALLED })
  expect(electron.userData).toBe(path.resolve(INSTALLED))
})
