import { expect, test } from 'vitest'
import type { RecordView } from '../../shared/record.ts'
import type { ExportProgress } from '../../shared/report.ts'
import { err, ok } from '../../shared/result.ts'
import type { SaleOfFile } from '../outbox/sales.ts'
import { SLICE_SIZE } from '../work/slices.ts'
import type { Files } from '../ports.ts'
import { createReports, type Reports, type SaleSlices } from './reports.ts'

/* A report may cover every sale ever, so reading, summing and writing its rows must let other work run in between. */

const ROWS = 4 * SLICE_SIZE + 3

interface Watched {
  readonly reports: Reports
  /** For each turn, how often an amount was read. All work on a row reads its amount. */
  readonly readsInTurn: number[]
  readonly texts: () => readonly string[]
  /** Rows written, as the screen is told. */
  readonly told: number[]
}

interface Watching {
  /** The client that is signed in at each slice. */
  readonly clientAt?: (slice: number) => string | null
  readonly onTurn?: (reports: Reports) => void
}

function watch({ clientAt = () => 'ADA', onTurn }: Watching = {}): Watched {
  const readsInTurn = [0]
  let texts: readonly string[] = []
  const noteRead = (): void => {
    readsInTurn.push((readsInTurn.pop() ?? 0) + 1)
  }
  const sales = Array.from(
    { length: ROWS },
    (_, index) =>
      ({
        transactionId: `S-${ROWS - index}`,
        sequence: ROWS - index,
        terminalId: 'T1',
        get amountKobo() {
          noteRead()
          return 150
        },
        state: 'queued',
        recordedAtMs: 0,
        note: '',
        fee: null,
        bankMessage: null,
        texts: {},
      }) as unknown as SaleOfFile,
  )
  const records = sales.map(
    ({ transactionId }) =>
      ({
        transactionId,
        terminalId: 'T1',
        get amount() {
          noteRead()
          return '1.50'
        },
        amountSettled: '1.50',
        feePercentage: '0',
        timeReceived: '2026-11-20T10:00:00',
        isPaid: false,
        datePaid: '0001-01-01T00:00:00',
        accountEnding: '6789',
        serviceReference: '',
        reason: null,
        responseCode: null,
        responseMessage: null,
      }) as unknown as RecordView,
  )
  const totals = {
    count: ROWS,
    gross: '1.50',
    paidGross: '0.00',
    fee: '0.00',
    net: '0.00',
    unpaidGross: '1.50',
  }
  const query = { basis: 'saleDate', terminalId: 'T1', dateFrom: '2026-11-20', dateTo: '2026-11-20' }
  const found = {
    query,
    readFrom: '2026-11-20',
    records,
    incompleteReason: null,
    undatedCount: 0,
    strayCount: 0,
  }
  const save: Files['save'] = async (name, content) => {
    const read: string[] = []
    try {
      for await (const part of content) read.push(String(part))
    } catch {
      return err('other')
    }
    texts = read
    return ok(name)
  }
  let slicesRead = 0
  let turns = 0
  const slice: SaleSlices['slice'] = (_, before, limit) => {
    slicesRead += 1
    return sales.filter(({ sequence }) => before === null || sequence < before.sequence).slice(0, limit)
  }
  const told: number[] = []
  const reports: Reports = createReports({
    profile: { name: 'Market', environment: 'live', serviceTimeZone: 'Africa/Lagos' },
    clock: { wallNowMs: () => 0 },
    breathe: () => {
      turns += 1
      readsInTurn.push(0)
      onTurn?.(reports)
      return Promise.resolve()
    },
    files: { save },
    clientId: () => clientAt(slicesRead + turns),
    onProgress: ({ rowCount }: ExportProgress) => told.push(rowCount),
    sales: { slice },
    records: {
      found: () =>
        Promise.resolve(
          ok({
            ...found,
            today: '2026-11-20',
            readAtMs: 0,
            totals: { ...totals, paidCount: 0, unpaidCount: ROWS, oddCount: 0, isFinerThanKobo: false },
          }),
        ),
    },
  } as unknown as Parameters<typeof createReports>[0])
  return { reports, readsInTurn, told, texts: () => texts }
}

function expectBounded({ readsInTurn, texts }: Watched): void {
  // The amount of each row is read a few times.
  expect(Math.max(...readsInTurn)).toBeLessThanOrEqual(3 * SLICE_SIZE)
  expect(readsInTurn.length).toBeGreaterThanOrEqual(ROWS / SLICE_SIZE)
  const lines = texts().map((text) => text.split('\r\n').length)
  expect(Math.max(...lines)).toBeLessThanOrEqual(SLICE_SIZE + 1)
}

test('many sales are read, summed and written at most a slice at a time', async () => {
  const watched = watch()
  const saved = await watched.reports.sales({ filter: 'all', search: '', format: 'csv' })
  expect(saved).toMatchObject({ ok: true, value: { rowCount: ROWS } })
  expectBounded(watched)
  expect(watched.told).toEqual([1, 2, 3, 4].map((slices) => slices * SLICE_SIZE).concat(ROWS))
  const lines = watched.texts().join('').split('\r\n')
  expect(lines.filter((line) => line.includes('"S-'))).toHaveLength(ROWS)
  const total = (1.5 * ROWS).toFixed(2)
  expect(lines.slice(ROWS + 1, ROWS + 6)).toEqual([
    '',
    `"Sales","${ROWS}"`,
    `"Total amount NGN","${total}"`,
    `"Recorded","${ROWS}"`,
    `"Recorded NGN","${total}"`,
  ])
})

test('many records are written at most a slice at a time', async () => {
  const watched = watch()
  const asked = { searchId: 'one', filter: { show: 'all', amountText: '' }, format: 'csv' } as const
  expect(await watched.reports.records(asked)).toMatchObject({ ok: true, value: { rowCount: ROWS } })
  expectBounded(watched)
  expect(watched.texts().join('').split('"S-')).toHaveLength(ROWS + 1)
})

test.each([null, 'BOLA'])(
  '%s is signed in before the last sale is read: no incomplete file is written',
  async (clientId) => {
    const watched = watch({ clientAt: (slice) => (slice === 0 ? 'ADA' : clientId) })
    expect(await watched.reports.sales({ filter: 'all', search: '', format: 'csv' })).toEqual({
      ok: false,
      error: { code: 'notSignedIn', reason: 'overtaken' },
    })
    expect(watched.texts()).toEqual([])
  },
)

test('another client signs in while records are written down: no file is saved', async () => {
  const watched = watch({ clientAt: (turn) => (turn === 0 ? 'ADA' : 'BOLA') })
  const asked = { searchId: 'one', filter: { show: 'all', amountText: '' }, format: 'csv' } as const
  expect(await watched.reports.records(asked)).toEqual({
    ok: false,
    error: { code: 'notSignedIn', reason: 'overtaken' },
  })
  expect(watched.texts()).toEqual([])
})

test('cancelled while it is written: no file is left, and that is no fault', async () => {
  const watched = watch({ onTurn: (reports) => reports.cancel() })
  expect(await watched.reports.sales({ filter: 'all', search: '', format: 'csv' })).toEqual({
    ok: true,
    value: { file: null, rowCount: 0 },
  })
  expect(watched.texts()).toEqual([])
})
