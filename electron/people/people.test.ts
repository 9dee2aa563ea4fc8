import { expect, test } from 'vitest'
import { PeopleView } from '../../shared/people.ts'
import { parseUnknown } from '../../shared/parse.ts'
import { ADA_PIN, NGOZI_PIN, peopleBench } from './testing/peopleBench.ts'

const MINUTE_MS = 60_000
const LIST = 'people:cashiers'
const TRIES = 'people:tries'

test('without cashiers no name is asked for or kept, and no call is refused', () => {
  const { people } = peopleBench()
  expect(people().view()).toEqual({ state: 'off', cashiers: [], currentId: null })
  expect(people().cashier()).toBeNull()
  expect(people().refusal()).toBeUndefined()
})

test('with cashiers no one is in until a PIN opens the counter; a switch names the next one', async () => {
  const bench = peopleBench()
  const ngozi = await bench.add('Ngozi', NGOZI_PIN)
  const ada = await bench.add('Ada', ADA_PIN)
  expect(bench.people().refusal()).toMatchObject({ error: { code: 'needsCashier' } })
  expect(bench.people().cashier()).toBeNull()
  expect(await bench.enter(ngozi, ADA_PIN)).toBe('wrongPin')
  expect(await bench.enter(ngozi, NGOZI_PIN)).toBe('Ngozi')
  expect(bench.people().refusal()).toBeUndefined()
  expect(await bench.enter(ada, ADA_PIN)).toBe('Ada')
  expect(bench.people().cashier()).toEqual({ id: ada, name: 'Ada' })
  expect(bench.facts.entered).toBe(2)
  bench.people().lock()
  expect(bench.told.at(-1)).toMatchObject({ state: 'on', currentId: null })
  expect(bench.people().refusal()).toMatchObject({ error: { code: 'needsCashier' } })
})

test('a wrong PIN leaves the one who is in; a restart starts locked', async () => {
  const bench = peopleBench()
  const ngozi = await bench.add('Ngozi', NGOZI_PIN)
  const ada = await bench.add('Ada', ADA_PIN)
  await bench.enter(ngozi, NGOZI_PIN)
  expect(await bench.enter(ada, NGOZI_PIN)).toBe('wrongPin')
  expect(bench.people().cashier()?.name).toBe('Ngozi')
  bench.restart()
  expect(bench.people().view()).toMatchObject({ state: 'on', currentId: null })
  expect(await bench.enter(ngozi, NGOZI_PIN)).toBe('Ngozi')
})

test('from the third wrong try a cashier waits, also after a restart; others do not', async () => {
  const bench = peopleBench()
  const ngozi = await bench.add('Ngozi', NGOZI_PIN)
  const ada = await bench.add('Ada', ADA_PIN)
  for (let tries = 0; tries < 3; tries += 1) expect(await bench.enter(ngozi, '1313')).toBe('wrongPin')
  expect(await bench.enter(ngozi, NGOZI_PIN)).toBe('tooManyTries')
  bench.restart()
  expect(await bench.enter(ngozi, NGOZI_PIN)).toBe('tooManyTries')
  expect(await bench.enter(ada, ADA_PIN)).toBe('Ada')
  expect(bench.people().view().cashiers).toMatchObject([{ wrongTries: 3, waitMs: 30_000 }, { waitMs: 0 }])
  await bench.pass(30_000)
  expect(await bench.enter(ngozi, '1313')).toBe('wrongPin')
  expect(bench.people().view().cashiers[0]).toMatchObject({ wrongTries: 4, waitMs: MINUTE_MS })
})

test('a try counts on the disk before it is checked; where the disk refuses, there is no try', async () => {
  const bench = peopleBench()
  const ngozi = await bench.add('Ngozi', NGOZI_PIN)
  const checking = bench.people().enter({ cashierId: ngozi, pin: '1313' })
  expect(bench.settings.values.get(TRIES)).toMatchObject({ [ngozi]: { wrongTries: 1 } })
  await checking
  bench.settings.isBroken = true
  for (const pin of ['1313', NGOZI_PIN]) expect(await bench.enter(ngozi, pin)).toBe('notSaved')
  expect(bench.people().view().cashiers[0]).toMatchObject({ wrongTries: 1, waitMs: 0 })
  bench.settings.isBroken = false
  expect(await bench.enter(ngozi, NGOZI_PIN)).toBe('Ngozi')
})

test('two tries at once count as two, and only one is checked', async () => {
  const bench = peopleBench()
  const ngozi = await bench.add('Ngozi', NGOZI_PIN)
  const found = await Promise.all([bench.enter(ngozi, '1313'), bench.enter(ngozi, NGOZI_PIN)])
  expect(found).toEqual(['wrongPin', 'tooManyTries'])
})

test('a manager sets a new PIN: the old one opens nothing, and the wait ends', async () => {
  const bench = peopleBench()
  const ngozi = await bench.add('Ngozi', NGOZI_PIN)
  for (let tries = 0; tries < 3; tries += 1) await bench.enter(ngozi, '1313')
  expect(await bench.people().resetPin({ cashierId: ngozi, pin: ADA_PIN })).toMatchObject({ ok: true })
  expect(await bench.enter(ngozi, NGOZI_PIN)).toBe('wrongPin')
  expect(await bench.enter(ngozi, ADA_PIN)).toBe('Ngozi')
})

test('a lock that comes while a PIN is checked wins, and the PIN counts as no wrong try', async () => {
  const bench = peopleBench()
  const ngozi = await bench.add('Ngozi', NGOZI_PIN)
  const entering = bench.people().enter({ cashierId: ngozi, pin: NGOZI_PIN })
  bench.people().lock()
  expect(await entering).toMatchObject({ value: { currentId: null, cashiers: [{ wrongTries: 0 }] } })
  expect(bench.people().cashier()).toBeNull()
  expect(await bench.enter(ngozi, NGOZI_PIN)).toBe('Ngozi')
})

test('a PIN that a manager replaces, or a cashier removed, while it is checked opens nothing', async () => {
  const bench = peopleBench()
  const ngozi = await bench.add('Ngozi', NGOZI_PIN)
  await bench.add('Ada', ADA_PIN)
  const entering = bench.enter(ngozi, NGOZI_PIN)
  bench.people().remove({ cashierId: ngozi })
  expect(await entering).toBe('notFound')
  expect(bench.people().cashier()).toBeNull()
})

test.each([
  ['', 'empty'],
  ['   ', 'empty'],
  ['x'.repeat(41), 'tooLong'],
  ['Ngozi\u202E', 'notPlain'],
  ['Ngozi', 'nameUsed'],
  [' nGOZI ', 'nameUsed'],
  ['Ngo\u200Bzi', 'notPlain'],
  ['Ngozi\u00AD', 'notPlain'],
  ['\u3164', 'notPlain'],
  // Capital Latin I and small Latin l; Cyrillic o; Greek omicron; full-width letters.
  ['NgozI', 'nameUsed'],
  ['Ng\u043Ezi', 'nameUsed'],
  ['Ng\u03BFzi', 'nameUsed'],
  ['Ng0zi', 'nameUsed'],
  ['ＮＧＯＺＩ', 'nameUsed'],
])('the name %j is refused: %s', async (name, problem) => {
  const bench = peopleBench()
  const ngozi = await bench.add('Ngozi', NGOZI_PIN)
  const ada = await bench.add('Ada', ADA_PIN)
  const refused = { error: { code: 'invalid', fields: [{ field: 'name', problem }] } }
  expect(await bench.people().add({ name, pin: '3816' })).toMatchObject(refused)
  expect(bench.people().rename({ cashierId: ada, name })).toMatchObject(refused)
  expect(
    bench
      .people()
      .view()
      .cashiers.map(({ name: known }) => known),
  ).toEqual(['Ngozi', 'Ada'])
  // Their own name, written otherwise, is not taken by another.
  expect(bench.people().rename({ cashierId: ngozi, name: 'NGOZI' })).toMatchObject({ ok: true })
})

test('two equal names added at once: one is refused', async () => {
  const bench = peopleBench()
  const both = await Promise.all([
    bench.people().add({ name: 'Ngozi', pin: NGOZI_PIN }),
    bench.people().add({ name: 'Ngozi', pin: ADA_PIN }),
  ])
  expect(both.map(({ ok }) => ok)).toEqual([true, false])
})

test.each(['', '258', '25801', '1111', '1234', 'abcd'])(
  'the PIN %j is refused, naming its field',
  async (pin) => {
    const bench = peopleBench()
    const ngozi = await bench.add('Ngozi', NGOZI_PIN)
    const refused = { error: { code: 'invalid', fields: [{ field: 'pin' }] } }
    expect(await bench.people().add({ name: 'Ada', pin })).toMatchObject(refused)
    expect(await bench.people().resetPin({ cashierId: ngozi, pin })).toMatchObject(refused)
    expect(await bench.enter(ngozi, NGOZI_PIN)).toBe('Ngozi')
  },
)

test('a removed cashier is out at once, keeps an entry without a PIN, and frees the name for another id', async () => {
  const bench = peopleBench()
  const ngozi = await bench.add('Ngozi', NGOZI_PIN)
  await bench.add('Ada', ADA_PIN)
  await bench.enter(ngozi, NGOZI_PIN)
  bench.people().remove({ cashierId: ngozi })
  expect(bench.people().cashier()).toBeNull()
  expect(bench.people().refusal()).toMatchObject({ error: { code: 'needsCashier' } })
  expect(await bench.enter(ngozi, NGOZI_PIN)).toBe('notFound')
  expect(bench.settings.values.get(LIST)).toMatchObject([{ id: ngozi, name: 'Ngozi', pin: null }, {}])
  expect(await bench.add('Ngozi', NGOZI_PIN)).not.toBe(ngozi)
})

test('once the last cashier is removed, no name is asked for', async () => {
  const bench = peopleBench()
  const ngozi = await bench.add('Ngozi', NGOZI_PIN)
  await bench.enter(ngozi, NGOZI_PIN)
  bench.people().remove({ cashierId: ngozi })
  expect(bench.people().view()).toEqual({ state: 'off', cashiers: [], currentId: null })
  expect(bench.people().refusal()).toBeUndefined()
  bench.restart()
  expect(bench.people().view().state).toBe('off')
})

test.each([
  ['a text', () => 'x'],
  ['one entry is not ours', (kept: unknown[]) => [...kept, { id: 'x' }]],
  ['a hash is cut', ([first]: unknown[]) => [{ ...(first as object), pin: { algorithm: 'scrypt' } }]],
  ['an id twice', ([first]: unknown[]) => [first, first]],
  ['gone, with the sales file remembering it', () => undefined],
])('a damaged list (%s): no call is refused, and who records is not known', async (_, damage) => {
  const bench = peopleBench()
  await bench.add('Ngozi', NGOZI_PIN)
  const damaged = damage(bench.settings.values.get(LIST) as unknown[])
  if (damaged === undefined) bench.settings.values.delete(LIST)
  else bench.settings.values.set(LIST, damaged)
  bench.restart()
  expect(bench.people().view()).toEqual({ state: 'damaged', cashiers: [], currentId: null })
  expect(bench.people().refusal()).toBeUndefined()
  expect(bench.people().cashier()).toEqual({ id: '', name: '' })
  // A manager begins a new list.
  const ngozi = await bench.add('Ngozi', NGOZI_PIN)
  expect(await bench.enter(ngozi, NGOZI_PIN)).toBe('Ngozi')
})

test('a sales file that cannot say whether there were cashiers stops no sale', () => {
  const bench = peopleBench()
  bench.facts.isWitnessBroken = true
  bench.restart()
  expect(bench.people().refusal()).toBeUndefined()
  expect(bench.people().cashier()).toEqual({ id: '', name: '' })
})

test('damaged counts of tries cost the first wait, not an hour without sales', async () => {
  const bench = peopleBench()
  const ngozi = await bench.add('Ngozi', NGOZI_PIN)
  bench.settings.values.set(TRIES, { [ngozi]: -1 })
  bench.restart()
  expect(await bench.enter(ngozi, NGOZI_PIN)).toBe('tooManyTries')
  await bench.pass(30_000)
  expect(await bench.enter(ngozi, NGOZI_PIN)).toBe('Ngozi')
})

test('by itself it does not lock; with minutes set it does, unless someone works; and when they go away', async () => {
  const bench = peopleBench()
  const ngozi = await bench.add('Ngozi', NGOZI_PIN)
  await bench.enter(ngozi, NGOZI_PIN)
  await bench.pass(10 * 60 * MINUTE_MS)
  bench.desk.goAway()
  expect(bench.people().cashier()?.name).toBe('Ngozi')
  bench.people().touch()
  bench.facts.lockMinutes = 2
  await bench.pass(1.5 * MINUTE_MS)
  expect(bench.people().refusal()).toBeUndefined()
  await bench.pass(1.5 * MINUTE_MS)
  expect(bench.people().cashier()?.name).toBe('Ngozi')
  await bench.pass(MINUTE_MS)
  expect(bench.told.at(-1)).toMatchObject({ currentId: null })
  await bench.enter(ngozi, NGOZI_PIN)
  bench.desk.goAway()
  expect(bench.people().cashier()).toBeNull()
})

test('neither a PIN nor its hash is in a view, an event or the log; the list holds no PIN, the log no name', async () => {
  const bench = peopleBench()
  const ngozi = await bench.add('Ngozi', NGOZI_PIN)
  await bench.enter(ngozi, '7391')
  await bench.enter(ngozi, NGOZI_PIN)
  const seen = JSON.stringify([bench.told, bench.people().view()])
  const [kept] = bench.settings.values.get(LIST) as { pin: { salt: string; hash: string } }[]
  const { salt = '', hash = '' } = kept?.pin ?? {}
  expect(hash).toHaveLength(64)
  for (const secret of [salt, hash, 'scrypt']) expect(seen).not.toContain(secret)
  for (const view of bench.told) expect(parseUnknown(PeopleView, view).ok).toBe(true)
  expect(JSON.stringify(bench.logLines)).not.toMatch(/Ngozi|2580|7391/u)
})
