import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase, salesFile, type Database } from '../../storage/database.ts'
import { migrate } from '../../storage/migrations.ts'
import { atOnce } from '../../work/slices.ts'
import { FindStore } from './findStore.ts'

const OWN = { environment: 'live', partnerUrl: 'https://bank.invalid', clientId: 'own' } as const
const OTHER = { ...OWN, clientId: 'other' } as const

let dir = ''
let file: Database
beforeAll(() => {
  dir = mkdtempSync(path.join(tmpdir(), 'tillside-find-'))
  file = openDatabase(salesFile(dir))
  migrate(file)
  // Every third sale is ours, on two terminals; every record but one can be read.
  file.run(
    `WITH RECURSIVE each (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM each WHERE n < 60)
     INSERT INTO sale (sequence, transaction_id, environment, partner_url, client_id, terminal_id, amount_kobo,
       amount_wire, note, state, version, recorded_at_ms, recorded_boot, recorded_awake_ms, due_awake_ms, record_json)
     SELECT n, 'SLIP-' || printf('%03d', n), 'live', 'https://bank.invalid', iif(n % 3 = 0, 'own', 'other'), 'T' || (n % 2),
       5000, '50.00', '', 'accepted', 2, n, 'boot', n, n,
       iif(n = 60, '{"serviceRef', '{"serviceReference":"PB' || n || '","accountEnding":"7788"}') FROM each`,
  )
})
afterAll(() => {
  file.close()
  rmSync(dir, { recursive: true, force: true })
})

test('only sales of the client and address are found, the newest first', () => {
  const store = new FindStore(file)
  const newest = ['SLIP-060', 'SLIP-057', 'SLIP-054']
  expect(atOnce(store.startingWith(OWN, 'slip-0', 3))).toEqual(newest)
  expect(store.ofAmount(OWN, 5_000, 3)).toEqual(newest)
  expect(store.slice(OWN, 61, 3).map(({ transactionId }) => transactionId)).toEqual(newest)
  expect(store.slice(OWN, 60, 50)).toHaveLength(19)
  expect(store.slice(OTHER, 61, 1)[0]?.transactionId).toBe('SLIP-059')
  for (const otherClient of [
    { ...OWN, environment: 'practice' as const },
    { ...OWN, partnerUrl: 'https://b.invalid' },
  ]) {
    expect(atOnce(store.startingWith(otherClient, 'SLIP', 3))).toEqual([])
    expect(store.ofAmount(otherClient, 5_000, 3)).toEqual([])
    expect(store.slice(otherClient, 61, 3)).toEqual([])
  }
})

test('thousands of another client’s sales with the same beginning hide none of ours', () => {
  file.run('SAVEPOINT many')
  file.run(
    `WITH RECURSIVE each (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM each WHERE n < 3000)
     INSERT INTO sale (sequence, transaction_id, environment, partner_url, client_id, terminal_id, amount_kobo,
       amount_wire, note, state, version, recorded_at_ms, recorded_boot, recorded_awake_ms, due_awake_ms)
     SELECT 1000 + n, 'SLIP-9' || n, 'live', 'https://bank.invalid', 'other', 'T1', 5000, '50.00', '', 'accepted', 2, n,
       'boot', n, n FROM each`,
  )
  const store = new FindStore(file)
  expect(atOnce(store.startingWith(OWN, 'slip', 3))).toEqual(['SLIP-060', 'SLIP-057', 'SLIP-054'])
  expect(atOnce(store.startingWith(OTHER, 'slip', 1))).toEqual(['SLIP-93000'])
  file.run('ROLLBACK TO many')
  file.run('RELEASE many')
})

test('of a record only the bank’s reference is read, and a damaged record ends no search', () => {
  const [damaged, readable] = new FindStore(file).slice(OWN, 61, 2)
  expect(damaged).toMatchObject({ transactionId: 'SLIP-060', bankReference: null })
  expect(readable).toMatchObject({ transactionId: 'SLIP-057', bankReference: 'PB57' })
  expect(JSON.stringify(readable)).not.toContain('7788')
})
