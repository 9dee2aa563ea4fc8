import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { DiagnosticsStore } from '../../reports/diagnosticsStore.ts'
import { SaleState } from '../../../shared/sale.ts'
import { openDatabase, salesFile, type Database } from '../../storage/database.ts'
import { migrate } from '../../storage/migrations.ts'
import { LOOKED_UP_STATES } from './statusQuery.ts'
import { transitions } from '../rules/machine.ts'
import { LOOKED_UP, OPEN } from '../store/saleConditions.ts'
import { SaleListStore } from '../store/saleListStore.ts'
import { SaleReadStore } from '../store/saleReadStore.ts'
import { SaleStore } from '../store/saleStore.ts'
import { timelineEntry } from '../rules/saleView.ts'
import { TotalsStore } from '../store/totalsStore.ts'

const DESTINATION = { environment: 'live', partnerUrl: 'https://bank.invalid', clientId: 'merchant' } as const
const LIST = {
  span: null,
  lateBeforeMs: 0,
  lateAfterMs: 0,
  nowMs: 0,
  reference: '',
  amountKobo: null,
  offset: 0,
  limit: 10,
}

let dir = ''
let database: Database
beforeEach(() => {
  dir = mkdtempSync(path.join(tmpdir(), 'tillside-states-'))
  database = openDatabase(salesFile(dir))
  migrate(database)
})
afterEach(() => {
  database.close()
  rmSync(dir, { recursive: true, force: true })
})

/** Puts a sale into a state without the machine. */
function putInto(state: SaleState): void {
  const inserted = new SaleStore(database).insert(
    {
      transactionId: 'ONE-1',
      destination: DESTINATION,
      terminalId: 'T1',
      amountKobo: 150_000,
      amountWire: '1500.00',
      note: '',
      recordedAtMs: 0,
      recordedBoot: 'boot',
      recordedAwakeMs: 0,
      corrects: null,
    },
    { wallMs: 0, awakeMs: 0 },
  )
  if (!inserted.ok) throw new Error(inserted.error)
  database.run('UPDATE sale SET state = ?, due_awake_ms = 10', state)
}

const matches = (condition: string): boolean =>
  database.get(`SELECT 1 FROM sale WHERE ${condition}`) !== undefined

test.each(SaleState.options)('%s is open, or settled and still looked up, or accepted', (state) => {
  putInto(state)
  expect(matches(OPEN) || matches(LOOKED_UP) || state === 'accepted').toBe(true)
})

test.each(SaleState.options)('%s: an open sale is in the list, in one total, and in Diagnostics', (state) => {
  putInto(state)
  const lists = new SaleListStore(database)
  const { waiting, checking, needsPerson } = new TotalsStore(database).queueTotals(DESTINATION)
  const listed = (filter: 'waiting' | 'needsPerson'): number =>
    lists.page(DESTINATION, { ...LIST, filter }).all.count
  const isOpen = Number(matches(OPEN))
  expect([listed('waiting'), waiting.count + checking.count + needsPerson.count]).toEqual([isOpen, isOpen])
  expect(new DiagnosticsStore(database).open(DESTINATION)).toHaveLength(isOpen)
  const isUnseenRefusal = Number(state === 'refused')
  expect(listed('needsPerson')).toBe(needsPerson.count + isUnseenRefusal)
})

test.each(SaleState.options)(
  '%s: a sale that is looked up automatically falls due and is taken up',
  (state) => {
    putInto(state)
    const reads = new SaleReadStore(database)
    // A held sale is looked up only if unreadable answers hold it.
    const isLookedUp = matches(LOOKED_UP) && state !== 'held'
    expect(reads.nextOpenDueMs(DESTINATION, 0)).toBe(isLookedUp ? 10 : null)
    const isTaken = reads.nextLookUp(DESTINATION, 10) !== undefined
    expect(isTaken).toBe(isLookedUp && state !== 'queued')
    if (isTaken) expect(LOOKED_UP_STATES).toContain(state)
  },
)

test('every step of the machine has its line in a timeline', () => {
  for (const { event } of transitions) {
    expect(timelineEntry({ at_ms: 0, kind: event, detail: null, content: null }), event).toBeDefined()
  }
})
