import { pairsOf, type Bar, type Measured } from '../bar.ts'
import type { Fixture } from '../fixtures.ts'
import { openRawInsert } from '../rawInsert.ts'
import { inTurn } from '../stats.ts'
import { openTill, timed, type Till } from '../till.ts'

const ROUNDS = { rounds: 11, tries: 15 }
/** By then V8 has compiled what a sale runs through. */
const WARM_SALES = 200
const FEW: Fixture = { settled: 10, waiting: 0 }

/** Measures only the write: the network is off, so that no send runs between two tries. */
async function openOffline(fixture: Fixture, say: (text: string) => void): Promise<Till> {
  const till = await openTill({ fixture, say })
  till.setOnline(false)
  for (let each = 0; each < WARM_SALES; each += 1) recordOnce(till)
  return till
}

let amount = 0
/** Each sale has another amount, so that no question about a second entry appears. */
export const recordOnce = (till: Till): number => {
  amount += 1
  return timed(() => till.record(`${(amount % 900) + 1}.00`))
}

async function againstRaw(say: (text: string) => void): Promise<Measured> {
  using raw = openRawInsert()
  const till = await openOffline(FEW, say)
  const pairs = await inTurn({ limit: raw.insert, ours: () => recordOnce(till) }, ROUNDS)
  await till.close()
  return pairsOf(pairs)
}

async function against(few: Fixture, many: Fixture, say: (text: string) => void): Promise<Measured> {
  const small = await openOffline(few, say)
  const large = await openOffline(many, say)
  const pairs = await inTurn({ limit: () => recordOnce(small), ours: () => recordOnce(large) }, ROUNDS)
  await small.close()
  await large.close()
  return pairsOf(pairs)
}

const GROWTH = { unit: 'ms', direction: 'atMost' } as const

/** Recording at the handler: the time that a person waits until "Saved" may be shown. */
export const recordBars: readonly Bar[] = [
  {
    ...GROWTH,
    name: 'record',
    limit: 'one raw durable INSERT',
    must: 2,
    aim: 1.3,
    measure: againstRaw,
  },
  ...[100_000, 1_000_000].map((settled): Bar => ({
    ...GROWTH,
    name: `record-settled-${settled}`,
    limit: 'the same at 10 settled',
    must: 1.2,
    aim: 1.05,
    measure: (say) => against(FEW, { settled, waiting: 0 }, say),
  })),
  {
    ...GROWTH,
    name: 'record-waiting-100000',
    limit: 'the same at 10 waiting',
    must: 1.3,
    aim: 1.05,
    measure: (say) => against({ settled: 0, waiting: 10 }, { settled: 0, waiting: 100_000 }, say),
  },
]
