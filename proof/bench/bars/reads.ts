import { rmSync } from 'node:fs'
import { SaleReadStore } from '../../../electron/outbox/store/saleReadStore.ts'
import { SaleStore } from '../../../electron/outbox/store/saleStore.ts'
import { openDatabase, salesFile } from '../../../electron/storage/database.ts'
import { PRACTICE_TERMINAL_ID } from '../../../sandbox/options.ts'
import { once, pairsOf, type Bar } from '../bar.ts'
import { AMOUNTS, copyOfFixture, DESTINATION, referenceOf, type Fixture } from '../fixtures.ts'
import { inTurn, type Pair } from '../stats.ts'
import { answered, openTill, timed, type Till } from '../till.ts'

const FEW: Fixture = { settled: 10_000, waiting: 0 }
const MANY: Fixture = { settled: 1_000_000, waiting: 0 }
const ROUNDS = { rounds: 21, tries: 25 }
const CLAIM_ROUNDS = { rounds: 11, tries: 11 }
/** An amount that no fixture has, so that both files have the same number of sales with it. */
const RARE = '7777.00'
const RARE_COUNT = 10

export interface Side {
  readonly till: Till
  /** The references of some sales, spread over the file. */
  readonly references: readonly string[]
}

/** A till without a network, on a copy of the fixture. */
export async function openSide(fixture: Fixture, say: (text: string) => void): Promise<Side> {
  const till = await openTill({ fixture, say })
  till.setOnline(false)
  for (let each = 0; each < RARE_COUNT; each += 1) till.record(RARE)
  /** On a page behind the sales with the rare amount, which are the newest. */
  const page = (place: number): string => {
    const offset = RARE_COUNT + place
    const read = till.backend.handlers['sales.page']({ filter: 'all', search: '', offset, limit: 1 })
    return answered<{ sales: readonly { transactionId: string }[] }>(read).sales[0]?.transactionId ?? ''
  }
  const places = Array.from({ length: 7 }, (_, each) => Math.floor(((each + 1) / 8) * fixture.settled))
  return { till, references: places.map(page) }
}

export type Read = (side: Side, turn: number) => unknown

const pageOf =
  (search: (side: Side, turn: number) => string, limit = 50): Read =>
  (side, turn) =>
    answered(
      side.till.backend.handlers['sales.page']({
        filter: 'all',
        search: search(side, turn),
        offset: 0,
        limit,
      }),
    )
const referenceIn = ({ references }: Side, turn: number): string => references[turn % references.length] ?? ''

export const READS = {
  'look-up': (side, turn) =>
    answered(side.till.backend.handlers['sales.get']({ transactionId: referenceIn(side, turn) })),
  totals: (side) => side.till.queue(),
  'first-page': pageOf(() => ''),
  'search-reference': pageOf((side, turn) => referenceIn(side, turn).slice(0, 16)),
  'search-amount': pageOf(() => RARE),
  /**
   * The number of sales with this amount grows with the file: a person may search for the commonest amount. Both sides
   * show as many of them as the small file has.
   */
  'search-common-amount': pageOf(() => '500.00', FEW.settled / AMOUNTS),
} as const satisfies Record<string, Read>
type ReadName = keyof typeof READS

const measured = once(async (say): Promise<Readonly<Record<ReadName, readonly Pair[]>>> => {
  const few = await openSide(FEW, say)
  const many = await openSide(MANY, say)
  const pairs: Partial<Record<ReadName, readonly Pair[]>> = {}
  for (const [name, read] of Object.entries(READS) as [ReadName, Read][]) {
    let turn = 0
    const side = (of: Side) => (): number => {
      turn += 1
      return timed(() => read(of, turn))
    }
    // Warms up the compiler.
    await inTurn({ limit: side(few), ours: side(many) }, { rounds: 1, tries: 50 })
    pairs[name] = await inTurn({ limit: side(few), ours: side(many) }, ROUNDS)
  }
  await few.till.close()
  await many.till.close()
  return pairs as Readonly<Record<ReadName, readonly Pair[]>>
})

/** Claims the next sale, as the worker does, on a file that no other program has open. */
function openClaims(fixture: Fixture): { claim: () => number; close: () => void } {
  const dataDir = copyOfFixture(fixture)
  const database = openDatabase(salesFile(dataDir))
  const store = new SaleStore(database)
  const reads = new SaleReadStore(database)
  let awakeMs = 1_000_000_000_000
  let number = fixture.settled
  return {
    claim: () => {
      number += 1
      awakeMs += 1
      const now = { wallMs: Date.now(), awakeMs }
      store.insert(
        {
          transactionId: referenceOf(number, now.wallMs),
          destination: DESTINATION,
          terminalId: PRACTICE_TERMINAL_ID,
          amountKobo: 100,
          amountWire: '1.00',
          note: '',
          recordedAtMs: now.wallMs,
          recordedBoot: 'boot',
          recordedAwakeMs: awakeMs,
          corrects: null,
        },
        now,
      )
      return timed(() => {
        const sale = reads.nextQueued(DESTINATION, awakeMs)
        if (sale === undefined || !store.claim(sale, 'boot', now).ok) throw new Error('nothing was claimed')
      })
    },
    close: () => {
      database.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

const GROWTH = { unit: 'ms', direction: 'atMost', limit: 'the same at 10,000', must: 1.5, aim: 1.1 } as const

/** Reads from a file of a million sales, and the worker's claims in it. */
export const readBars: readonly Bar[] = [
  {
    ...GROWTH,
    name: 'claim',
    measure: async () => {
      const few = openClaims(FEW)
      const many = openClaims(MANY)
      const pairs = await inTurn({ limit: few.claim, ours: many.claim }, CLAIM_ROUNDS)
      few.close()
      many.close()
      return pairsOf(pairs)
    },
  },
  ...(Object.keys(READS) as ReadName[]).map((name): Bar => ({
    ...GROWTH,
    name,
    measure: async (say) => pairsOf((await measured(say))[name]),
  })),
]
