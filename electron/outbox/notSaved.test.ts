import { expect, test } from 'vitest'
import { createNotSaved, type NotSaved } from './notSaved.ts'

const KEY = 'notSaved'

/** Settings that can be made to refuse, and the list on them as each start reads it. */
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

test('what was said outlives the program, in any letters, until it is settled', () => {
  const { start } = open()
  start().add('GHOST')
  start().add('ghost')
  expect(start().all()).toEqual(['GHOST'])
  expect(start().has('Ghost')).toBe(true)
  expect(start().drop(['gHOST'])).toBe(true)
  expect(start().all()).toEqual([])
})

test('a list that cannot be kept holds for the run', () => {
  const { start, disk } = open()
  disk.isFull = true
  const list = start()
  list.add('GHOST')
  expect(list.has('GHOST')).toBe(true)
  expect(start().all()).toEqual([])
})

test('what cannot be taken off the kept list stays on it, and on the list of the run', () => {
  const { start, disk } = open(['GHOST', 'OTHER'])
  const list = start()
  disk.isFull = true
  expect(list.drop(['GHOST'])).toBe(false)
  expect(list.all()).toEqual(['GHOST', 'OTHER'])
  // Nothing of it is listed, so nothing has to be written.
  expect(list.drop(['THIRD'])).toBe(true)
})

test('the kept list is bounded, and the newest stay', () => {
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
])('a damaged list names what can still be read: %j', (kept, read) => {
  expect(open(kept).start().all()).toEqual(read)
})

test('settings that cannot be read name nothing', () => {
  const get = (): never => {
    throw new Error('damaged')
  }
  expect(createNotSaved({ get, set: () => undefined }, () => undefined).all()).toEqual([])
})
