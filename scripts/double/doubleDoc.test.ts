import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

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

/** Where Electron is known, as text: the compiler holds the double against what is used there (tsconfig.double.json). */
const sources = ['electron/main.ts', 'electron/preload.ts', ...shellFiles()].map(read).join('\n')

function shellFiles(): readonly string[] {
  const names = readdirSync(path.join(projectDir, 'electron/shell'))
  return names.filter((name) => /(?<!\.test)\.ts$/u.test(name)).map((name) => `electron/shell/${name}`)
}

/** What is called on the module's own objects, such as `app.quit`. */
const MODULES =
  'app|clipboard|dialog|ipcMain|ipcRenderer|Menu|nativeTheme|net|powerMonitor|protocol|safeStorage|session|shell'

test('every member that our code uses of a module of Electron has its row', () => {
  const members = new Set(rows.flatMap((row) => row.members.map((member) => member.toLowerCase())))
  const used = new Set(
    [...sources.matchAll(new RegExp(`(?<![.\\w'/])(?:${MODULES})\\.(\\w+)\\(`, 'gu'))].flatMap(
      ([whole, name]) =>
        /\.(?:on|once|removeListener)\($/u.test(whole)
          ? []
          : [`${whole.slice(0, whole.indexOf('.'))}.${name}`],
    ),
  )
  expect(used.size).toBeGreaterThan(10)
  expect([...used].filter((member) => !members.has(member.toLowerCase()))).toEqual([])
})

test('no row is about a member that our code does not name, and none has two rows', () => {
  const members = rows.flatMap((row) => row.members)
  const isNamed = (member: string): boolean => {
    const name = /'([^']+)'$/u.exec(member)?.[1] ?? member.split(/[. ]/u).at(-1) ?? member
    return sources.includes(name)
  }
  expect(members.filter((member) => !isNamed(member))).toEqual([])
  expect(members.filter((member, index) => members.indexOf(member) !== index)).toEqual([])
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
