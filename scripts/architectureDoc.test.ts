import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { root } from './run.ts'
import { EVERY_ROOM, EVERY_ROOM_OF_MAIN, ROOMS, type Room } from './walls/roomTable.ts'

const page = readFileSync(path.join(root, 'docs/architecture.md'), 'utf8')

/** Room and last cell of each row of the table under "Rooms". */
const rows = (page.split('\n## Rooms\n')[1]?.split('\n## ')[0] ?? '')
  .split('\n')
  .map((line) => /^\| `([^`]+)`[^|]*\|[^|]*\| +(.+?) +\|$/u.exec(line))
  .filter((match) => match !== null)
  .map(([, room, imports]) => ({ room, imports }))

function quoted(paths: readonly string[]): string {
  return paths.map((each) => `\`${each}\``).join(', ')
}

function importsOf({ imports }: Room): string {
  if (imports === 'everything') return imports
  return imports.length === 0 ? '—' : quoted(imports)
}

test('the table of rooms has a line for every room of electron/', () => {
  const rooms = readdirSync(path.join(root, 'electron'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'testing')
    .map(({ name }) => `electron/${name}/`)
  expect(rooms.filter((room) => !rows.some((row) => row.room === room))).toEqual([])
})

test('the table of rooms says what the walls check', () => {
  expect(rows).toEqual(ROOMS.map((room) => ({ room: room.paths[0], imports: importsOf(room) })))
})

test('the imports of every room are listed once, beside the table', () => {
  expect(page.replaceAll(/\s+/gu, ' ')).toContain(
    `Every room may import ${quoted(EVERY_ROOM)}, and every room of \`electron/\` ${quoted(EVERY_ROOM_OF_MAIN)} as well`,
  )
})
