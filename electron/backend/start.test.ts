import { afterEach, expect, test } from 'vitest'
import { calls } from '../../shared/contract.ts'
import { todayTotal } from '../../shared/today.ts'
import { openCounter, type Counter } from '../testing/counter.ts'

let counter: Counter | undefined
afterEach(async () => {
  await counter?.close()
  counter = undefined
})

test('what the screen opens with is what each of its calls answers', async () => {
  counter = await openCounter()
  await counter.record('1500', { transactionId: 'A-1' })
  const { handlers } = counter.backend()
  const all = await handlers['app.start']({})
  if (!all.ok) throw new Error('no answer')
  const { app, session, connection, storage, queue, terminals, access, settings, viewPreferences } = all.value
  for (const [name, part] of [
    ['app.info', app],
    ['session.get', session],
    ['connection.get', connection],
    ['storage.get', storage],
    ['queue.get', queue],
    ['terminals.get', terminals],
    ['access.get', access],
    ['settings.get', settings],
    ['viewPreferences.get', viewPreferences],
  ] as const) {
    expect(await handlers[name]({}), name).toEqual({ ok: true, value: part })
  }
  expect(todayTotal(queue.todayParts).count).toBe(1)
  expect(calls['app.start'].response.parse(all.value)).toEqual(all.value)
})
