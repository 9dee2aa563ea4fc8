import { expect, test } from 'vitest'
import { createNotSaved, type NotSaved } from './notSaved.ts'

const KEY = 'notSaved'

/** Settings that can refuse writes, and the list as each start reads it. */
function open(kept?: unknown) {
  const stored = new Map<string, unknown>(kept === undefined ? [] : [[KEY, kept]])
  const disk = { isFull: false }
  const settings = {
    get: (key: string) => stored.get(key),
    set: (key: string, value: unknown) => {
      if (disk.isFull) throw new Error('no space')
      stored.set(key, structuredClone(value))
    },
  }
  const start = (): NotSaved => createNotSaved(settings, () => undefined)
  return { start, disk, stored }
}

test('a report outlives the program, in any letter case, until it is settled', () => {
  const { start } = open()
  start().add('GHOST')
  start().add('ghost')
  expect(start().all()).toEqual(['GHOST'])
  expect(start().has('Ghost')).toBe(true)
  expect(start().drop(['gHOST'])).toBe(true)
  expect(start().all()).toEqual([])
})

test('a list that cannot be stored lasts for the run', () => {
  const { start, disk } = open()
  disk.isFull = true
  const list = start()
  list.add('GHOST')
  expect(list.has('GHOST')).toBe(true)
  expect(start().all()).toEqual([])
})

test('an entry that cannot be removed from the stored list stays on it, and on the run’s list', () => {
  const { start, disk } = open(['GHOST', 'OTHER'])
  const list = start()
  disk.isFull = true
  expect(list.drop(['GHOST'])).toBe(false)
  expect(list.all()).toEqual(['GHOST', 'OTHER'])
  // It is not listed, so nothing has to be written.
  expect(list.drop(['THIRD'])).toBe(true)
})

test('the stored list is bounded, and the newest entries stay', () => {
  const { start, stored } = open()
  const list = start()
  for (let each = 0; each < 250; each += 1) list.add(`S${each}`)
  expect(stored.get(KEY)).toHaveLength(200)
  expect([start().has('S249'), start().has('S0'), list.has('S0')]).toEqual([true, false, true])
})

test.each([
  ['rubbish', []],
  [null, []],
  [{ 0: 'GHOST' }, []],
  [[7, '', null, 'X'.repeat(65), 'GHOST'], ['GHOST']],
])('a damaged list gives what can still be read: %j', (kept, read) => {
  expect(open(kept).start().all()).toEqual(read)
})

test('unreadable settings give no entry', () => {
  const get = (): never => {
    throw new Error('damaged')
  }
  expect(createNotSaved({ get, set: () => undefined }, () => undefined).all()).toEqual([])
})
