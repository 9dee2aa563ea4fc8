import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { root } from './run.ts'

const POINTS = 60
const ROW = /^(\d+)\. (\*\*Waits\*\*)?.+$/u
const TITLE = /['"`]ux (\d+(?: and \d+)?): /gu
const ROOMS = ['e2e', 'renderer', 'electron', 'shared'] as const

const listed = readFileSync(path.join(root, 'docs', 'ux-points.md'), 'utf8')
  .split('\n')
  .map((line) => ROW.exec(line))
  .filter((match) => match !== null)
  .map(([, point, waits]) => ({ point: Number(point), isTested: waits === undefined }))

function pointsInTitles(): ReadonlySet<number> {
  const points = new Set<number>()
  for (const room of ROOMS) {
    for (const file of globSync('**/*.{test,spec}.{ts,tsx}', { cwd: path.join(root, room) })) {
      const source = readFileSync(path.join(root, room, file), 'utf8')
      for (const [, numbers = ''] of source.matchAll(TITLE)) {
        for (const number of numbers.split(' and ')) points.add(Number(number))
      }
    }
  }
  return points
}

test('every point is in the list, once and in order', () => {
  expect(listed.map(({ point }) => point)).toEqual(Array.from({ length: POINTS }, (_, index) => index + 1))
})

test('the points without Waits are those in test titles', () => {
  const tested = listed.filter(({ isTested }) => isTested).map(({ point }) => point)
  expect(tested).toEqual([...pointsInTitles()].toSorted((left, right) => left - right))
})
