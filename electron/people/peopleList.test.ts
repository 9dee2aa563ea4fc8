import { expect, test } from 'vitest'
import { CASHIERS_EVER_MAX, CASHIERS_MAX } from '../../shared/people.ts'
import { ADA_PIN, NGOZI_PIN, peopleBench } from './testing/peopleBench.ts'

const LIST = 'people:cashiers'

test.each([
  ['a screen of cashiers', CASHIERS_MAX, {}, 'tooMany'],
  ['a hundred screens of names, removed ones too', CASHIERS_EVER_MAX - 1, { pin: null }, 'tooManyEver'],
])('there is room for %s; the next one is refused, and no name is lost', async (_, count, part, problem) => {
  const bench = peopleBench()
  await bench.add('Ngozi', NGOZI_PIN)
  const [entry] = bench.settings.values.get(LIST) as object[]
  const entries = Array.from({ length: count }, (__, place) => {
    return { ...entry, ...part, name: `Cashier ${place}`, id: String(place).padStart(16, '0') }
  })
  const kept = problem === 'tooMany' ? entries : [entry, ...entries]
  bench.settings.values.set(LIST, kept)
  bench.restart()
  expect(await bench.people().add({ name: 'One more', pin: NGOZI_PIN })).toMatchObject({
    error: { fields: [{ field: 'name', problem }] },
  })
  bench.restart()
  expect([bench.people().view().state, bench.settings.values.get(LIST)]).toEqual(['on', kept])
})

test('each change of the list is asked in the audit, kept, and only then told there', async () => {
  const bench = peopleBench()
  const ngozi = await bench.add('Ngozi', NGOZI_PIN)
  bench.people().rename({ cashierId: ngozi, name: 'Ngozi O.' })
  await bench.people().resetPin({ cashierId: ngozi, pin: ADA_PIN })
  bench.people().remove({ cashierId: ngozi })
  expect(bench.audit).toEqual([
    'asked cashierAdded Ngozi',
    'cashierAdded Ngozi',
    'asked cashierRenamed Ngozi O.',
    'cashierRenamed Ngozi O.',
    'asked cashierPinReset Ngozi O.',
    'cashierPinReset Ngozi O.',
    'asked cashierRemoved Ngozi O.',
    'cashierRemoved Ngozi O.',
  ])
})

test('an audit that refuses changes nothing; a list that cannot be kept is told nowhere as changed', async () => {
  const bench = peopleBench()
  const ngozi = await bench.add('Ngozi', NGOZI_PIN)
  const before = bench.audit.length
  const remove = () => bench.people().remove({ cashierId: ngozi })
  bench.facts.auditTakes = 0
  expect(remove()).toMatchObject({ error: { code: 'notSaved' } })
  expect(bench.audit).toHaveLength(before)
  bench.facts.auditTakes = Infinity
  bench.settings.isBroken = true
  expect(remove()).toMatchObject({ error: { code: 'notSaved' } })
  expect(bench.people().view().state).toBe('on')
  expect(bench.audit.slice(before)).toEqual(['asked cashierRemoved Ngozi'])
})

test('a run that ends between the kept list and the audit leaves a change that was asked for', async () => {
  const bench = peopleBench()
  const ngozi = await bench.add('Ngozi', NGOZI_PIN)
  bench.facts.auditTakes = 1
  expect(bench.people().remove({ cashierId: ngozi })).toMatchObject({ ok: true, value: { state: 'off' } })
  bench.restart()
  expect(bench.people().view().state).toBe('off')
  expect(bench.audit.at(-1)).toBe('asked cashierRemoved Ngozi')
})
