import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { root } from './run.ts'

test('the table of rooms has a line for every room of electron/', () => {
  const page = readFileSync(path.join(root, 'docs/architecture.md'), 'utf8')
  const rooms = readdirSync(path.join(root, 'electron'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'testing')
    .map(({ name }) => `electron/${name}/`)
  expect(rooms.filter((room) => !page.includes(`| \`${room}\``))).toEqual([])
})
