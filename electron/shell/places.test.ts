import path from 'node:path'
import { beforeEach, expect, test, vi } from 'vitest'
import { APP_ID, dataDirOf, placeData, profilePlaceHere, takeIdentity } from './places.ts'

/** As Electron: an unpackaged program has the name of its manifest, and so the folder of the installed one. */
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

test('an installed program has the folder, the name and the profile of the whole computer', () => {
  placeData({})
  takeIdentity()
  expect(dataDirOf('live')).toBe(path.join(INSTALLED, 'live'))
  expect(electron.ids).toEqual([APP_ID])
  expect(profilePlaceHere()).toMatch(/profile\.json$/u)
})

test('one from a checkout has a folder of its own, and so a lock, and neither name nor profile of the installed one', () => {
  electron.isPackaged = false
  placeData({})
  takeIdentity()
  expect(dataDirOf('live')).toBe(path.join(`${INSTALLED} (checkout)`, 'live'))
  expect(electron.ids).toEqual([])
  expect(profilePlaceHere()).toBeNull()
})

test.each([true, false])('a folder that was named is taken as it is (packaged: %s)', (isPackaged) => {
  electron.isPackaged = isPackaged
  placeData({ TILLSIDE_DATA_DIR: INSTALLED })
  expect(electron.userData).toBe(path.resolve(INSTALLED))
})
