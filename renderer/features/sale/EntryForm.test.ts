import { expect, test } from 'vitest'
import { callError } from '../../../shared/callError.ts'
import { ok } from '../../../shared/result.ts'
import { appInfo, saleOf } from '../../testing/fixtures.ts'
import { openApp, type Opened } from '../../testing/openApp.ts'
import { isExtraShown } from './EntryForm.tsx'

const shown = ({ store }: Opened): readonly string[] =>
  (['transactionId', 'note'] as const).filter((field) => isExtraShown(store.getState(), field))

async function record(open: Opened): Promise<void> {
  open.double.answerNext('sales.record', ok(saleOf({ transactionId: 'NEW', sequence: 9 })))
  open.store.getState().setDraft({ amountText: '15' })
  await open.store.getState().submitEntry()
}

test('slip number and note are behind their links until they are used, and an emptied field stays', async () => {
  const open = await openApp()
  expect(shown(open)).toEqual([])
  open.store.getState().openField('note')
  expect(shown(open)).toEqual(['note'])
  expect(open.store.getState().entry.asked).toEqual({ field: 'note' })
  open.store.getState().setDraft({ transactionId: 'S' })
  open.store.getState().setDraft({ transactionId: '' })
  expect(shown(open)).toEqual(['transactionId', 'note'])
})

test('after a sale only the fields that it used stay open for the next one', async () => {
  const open = await openApp()
  open.store.getState().openField('note')
  open.store.getState().setDraft({ transactionId: 'SLIP-1' })
  await record(open)
  expect(shown(open)).toEqual(['transactionId'])
  expect(open.store.getState().entry.draft.transactionId).toBe('')
  await record(open)
  expect(shown(open)).toEqual([])
})

test('a problem opens its field by itself, and a correction opens both', async () => {
  const open = await openApp()
  open.double.answerNext(
    'sales.record',
    callError('invalid', { fields: [{ field: 'transactionId', problem: 'empty' }] }),
  )
  open.store.getState().setDraft({ amountText: '15' })
  await open.store.getState().submitEntry()
  expect(shown(open)).toEqual(['transactionId'])
  open.store.getState().startCorrection(saleOf({ transactionId: 'NO-1', sequence: 2, state: 'refused' }))
  expect(shown(open)).toEqual(['transactionId', 'note'])
  open.store.getState().cancelCorrection()
  expect(shown(open)).toEqual([])
})

test('where the bank’s pattern needs a slip number, its field is always there', async () => {
  expect(shown(await openApp({ app: { ...appInfo, makesReferences: false } }))).toEqual(['transactionId'])
})

test('its key opens the field from any screen', async () => {
  const open = await openApp()
  open.store.getState().show('settings')
  open.store.getState().run('slipNumber')
  expect(open.store.getState().screen).toBe('sale')
  expect(shown(open)).toEqual(['transactionId'])
})

test('the counter view shows the last sale; any other command or a scan leaves it', async () => {
  const { store } = await openApp({ sales: [saleOf({ transactionId: 'LAST', sequence: 4 })] })
  const id = (): string | null => store.getState().counterViewId
  store.getState().run('counterView')
  expect(id()).toBe('LAST')
  store.getState().run('counterView')
  expect(id()).toBeNull()
  store.getState().run('counterView')
  store.getState().run('newSale')
  expect(id()).toBeNull()
  store.getState().run('counterView')
  store.getState().takeScan('CODE-1')
  expect(id()).toBeNull()
})

test('without a sale there is no counter view', async () => {
  const { store } = await openApp()
  store.getState().run('counterView')
  expect(store.getState().counterViewId).toBeNull()
})
