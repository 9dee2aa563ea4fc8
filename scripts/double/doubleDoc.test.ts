import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { electronUses } from './electronUses.ts'

const projectDir = path.resolve(import.meta.dirname, '../..')
const read = (name: string): string => readFileSync(path.join(projectDir, name), 'utf8')
const page = read('docs/electron-double.md')

interface Row {
  readonly members: readonly string[]
  readonly says: string
  readonly double: string
  readonly heldBy: readonly string[]
}

/** The lines of every table of the page, after its head. */
const rows: readonly Row[] = page
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) => {
    const [members = '', says = '', double = '', heldBy = ''] = line.split('|').slice(1, -1)
    return { members: named(members), says: says.trim(), double: double.trim(), heldBy: named(heldBy) }
  })

function named(cell: string): readonly string[] {
  return [...cell.matchAll(/`([^`]+)`/gu)].map(([, name = '']) => name)
}

let uses: ReadonlyMap<string, ReadonlySet<string>>
beforeAll(() => {
  uses = electronUses(projectDir)
})

test('every member of Electron that our code uses has its row, and only one', () => {
  const members = rows.flatMap((row) => row.members)
  const missing = [...uses].filter(([member]) => !members.includes(member))
  expect(missing.map(([member, files]) => `${member} in ${[...files].join(', ')}`)).toEqual([])
  expect(members.filter((member, index) => members.indexOf(member) !== index)).toEqual([])
})

test('no row is about a member that our code does not use', () => {
  expect(rows.flatMap((row) => row.members).filter((member) => !uses.has(member))).toEqual([])
})

test('each row says what Electron says, what the double does, and what proves it', () => {
  expect(rows.length).toBeGreaterThan(60)
  for (const { members, says, double, heldBy } of rows) {
    expect({ members, says: says !== '', double: double !== '', isHeld: heldBy.length > 0 }).toEqual({
      members,
      says: true,
      double: true,
      isHeld: true,
    })
    for (const file of heldBy) expect(existsSync(path.join(projectDir, file)), file).toBe(true)
  }
})

test('the page is about the installed version of Electron', () => {
  const { version } = JSON.parse(read('node_modules/electron/package.json')) as { version: string }
  expect(page).toContain(`**Electron ${version}**`)
})

test('the scan finds an access, an event, a passed object, and the members of our ports', () => {
  expect([...uses.keys()]).toEqual(
    expect.arrayContaining([
      'App.setPath',
      "BrowserWindow 'ready-to-show'",
      'WebPreferences.contextIsolation',
      // Only ports name these: LoginItemPort, LinkPort, ContentsPort in a listener, and EventTarget behind a function.
      'App.setLoginItemSettings',
      "App 'open-url'",
      'WebContents.setWebRTCIPHandlingPolicy',
      'WebContents.send',
      'IpcMain.removeAllListeners',
      'DecryptStringAsyncReturnValue.result',
    ]),
  )
})
