import { expect, test } from 'vitest'
import type { TransactionRecord } from '../gateway/answer.ts'
import { record } from '../session/testing/fakes.ts'
import { createSeededRandom } from '../testing/virtualTime.ts'
import { DAY, OWNER, recordBench, TERMINAL } from './testing/recordBench.ts'

/** What the same reads come to, folded by hand. */
interface Folded {
  readonly contents: string[]
  lastReadAtMs: number
  isLacked: boolean
}

const FACTS: readonly Partial<TransactionRecord>[] = [
  {},
  { isPaid: false, datePaid: '0001-01-01T00:00:00' },
  { amount: '1500.5075' },
  { accountNumber: '9123456789' },
  { datePaid: '2026-11-22T00:00:00' },
  { reason: 'R', responseCode: '00' },
  { timeReceived: '2026-11-21T00:00:01' },
]

test.each(Array.from({ length: 40 }, (_, seed) => seed + 1))(
  'any reads in any order, repeated and shifted, give the records and versions of a fold: seed %i',
  async (seed) => {
    const random = createSeededRandom(seed)
    const between = (low: number, high: number): number => low + Math.floor(random.next() * (high - low + 1))
    const bench = recordBench()
    const fold = new Map<string, Folded>()
    /** The bank's books; a reference may be used twice. */
    let books = Array.from({ length: between(1, 9) }, (_, at) => made(at + 1, {}))
    let isListed = false

    function made(recordId: number, facts: Partial<TransactionRecord>): TransactionRecord {
      return record(recordId, { transactionId: `T-${recordId % 6}`, ...facts })
    }
    const contentOf = ({ timeReceived, isPaid, amount, ...other }: TransactionRecord): string =>
      JSON.stringify([timeReceived, isPaid, amount, other.datePaid, other.reason, other.accountNumber])
    function read(rows: readonly TransactionRecord[]): void {
      for (const row of rows) {
        const key = `${row.recordId} ${row.transactionId}`
        const known = fold.get(key) ?? { contents: [], lastReadAtMs: 0, isLacked: false }
        fold.set(key, known)
        known.isLacked = false
        known.lastReadAtMs = bench.clock.wallMs
        if (known.contents.at(-1) !== contentOf(row)) known.contents.push(contentOf(row))
      }
    }
    function listed(rows: readonly TransactionRecord[]): void {
      const shown = new Set(rows.map(({ recordId, transactionId }) => `${recordId} ${transactionId}`))
      for (const [key, known] of fold) {
        const isOfDay = known.contents.at(-1)?.startsWith(`["${DAY}`) === true
        if (isOfDay && !shown.has(key)) known.isLacked = true
      }
      isListed = true
    }

    for (let each = 0; each < 30; each += 1) {
      const at = between(0, books.length - 1)
      switch (between(0, 5)) {
        case 0:
          books = books.map((row, place) =>
            place === at ? made(Number(row.recordId), FACTS[between(0, FACTS.length - 1)] ?? {}) : row,
          )
          break
        case 1:
          books = [made(books.length + 1, {}), ...books]
          break
        case 2: {
          const rows = books.toSorted(() => random.next() - 0.5).filter(() => random.next() < 0.9)
          await bench.list(rows, { pageSize: 50 })
          read(rows)
          listed(rows)
          break
        }
        case 3: {
          // A page in the middle of a list that is never read to its end.
          await bench.page(books, 2, { pageSize: 3 })
          read(books.slice(3, 6))
          break
        }
        default: {
          const row = books[at] ?? made(1, {})
          await bench.lookUp(row.transactionId, row)
          read([row])
        }
      }
    }

    const kept = [...new Set([...fold.keys()].map((key) => key.split(' ')[1] ?? ''))].flatMap(
      (reference) => bench.kept.ofReference(OWNER, reference) ?? [],
    )
    expect(kept).toHaveLength(fold.size)
    for (const { row, newest, versionCount, lackedAtMs, lastReadAtMs } of kept) {
      const known = fold.get(`${newest.view.recordId} ${newest.view.transactionId}`)
      const versions = bench.kept.versions(row) ?? []
      expect(versionCount).toBe(versions.length)
      expect(
        versions.map(({ view }) => [view.timeReceived, view.isPaid, view.amount, view.datePaid]),
      ).toEqual(known?.contents.map((text) => (JSON.parse(text) as unknown[]).slice(0, 4)))
      expect(lackedAtMs !== null).toBe(known?.isLacked)
      // A list that is not complete may leave an earlier time, never a later one.
      expect(lastReadAtMs).toBeLessThanOrEqual(known?.lastReadAtMs ?? 0)
    }
    expect(bench.kept.coverage(OWNER, { terminalId: TERMINAL, day: DAY })?.completeAsOfMs !== null).toBe(
      isListed,
    )
  },
)
