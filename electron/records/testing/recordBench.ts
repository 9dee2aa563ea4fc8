import { err, ok } from '../../../shared/result.ts'
import type { Answer, GatewayError, SettlementApi, TransactionRecord } from '../../gateway/answer.ts'
import type { Destination } from '../../gateway/destination.ts'
import { createSignedInApi } from '../../session/signedInApi.ts'
import { evidence, fakeLog, FakeClock, FakeSettings, FakeVault, pageOf } from '../../session/testing/fakes.ts'
import { createMacKey } from '../../session/macKey.ts'
import { recordMigrations } from '../../storage/recordsFile.ts'
import { sideFileInMemory, type SideFileDouble } from '../../storage/testing/sideFileInMemory.ts'
import type { SideFile } from '../../storage/database.ts'
import { createSeededRandom } from '../../testing/virtualTime.ts'
import { keptReads } from '../keptReads.ts'
import { createRecordKeeper } from '../recordKeeper.ts'
import { RecordReadStore } from '../recordReadStore.ts'

export const OWNER: Destination = { environment: 'live', partnerUrl: 'https://bank', clientId: 'ADA' }
export const TERMINAL = '2070A001'

type Rows = readonly TransactionRecord[]

export interface DaysAsked {
  readonly terminalId?: string
  readonly dateFrom?: string
  readonly dateTo?: string
  readonly pageSize?: number
}

/** Waiting is over at once, after what is due before. */
const timers = {
  after: (_delayMs: number, run: () => void) => {
    const handle = setImmediate(run)
    return () => clearImmediate(handle)
  },
}

/** The room of records on a file in memory, and a bank whose answers a test gives. */
export function recordBench(
  reuse: { readonly file?: SideFile; readonly settings?: FakeSettings; readonly seed?: number } = {},
) {
  const file = reuse.file ?? sideFileInMemory(recordMigrations)
  const settings = reuse.settings ?? new FakeSettings()
  const clock = new FakeClock()
  const { log, lines } = fakeLog()
  const told: boolean[] = []
  const random = createSeededRandom(reuse.seed ?? 1)
  const macKey = createMacKey({ vault: new FakeVault(), settings, random, timers, log })
  const keeper = createRecordKeeper({
    file,
    macKey,
    clock,
    timers,
    log,
    onKept: (areKept) => void told.push(areKept),
  })
  let answer: Answer<unknown> = { result: ok(null), evidence }
  const state = { owner: OWNER as Destination | null }
  const unused = (): never => {
    throw new Error('no record comes from this call')
  }
  const answering = () => Promise.resolve(answer as never)
  const bank = createSignedInApi({
    api: {
      settlementStatus: answering,
      searchTransactions: answering,
    } as Partial<SettlementApi> as SettlementApi,
    session: {
      clientId: () => 'ADA',
      generation: () => 1,
      token: () => 'token',
      renew: async (token) => ok(token),
      freshToken: unused,
      helped: () => undefined,
    },
    firstPage: 1,
    listeners: [keptReads({ keeper, clock, owner: () => state.owner })],
    log: (...line) => {
      throw new Error(line.join(' '))
    },
  })

  async function say<Value>(value: Value | { readonly error: GatewayError }, ask: () => Promise<unknown>) {
    clock.wallMs += 1_000
    const isError = typeof value === 'object' && value !== null && 'error' in value
    answer = { result: isError ? err(value.error) : ok(value), evidence }
    await ask()
    await keeper.idle()
  }

  return {
    file,
    database: (file as SideFileDouble).database,
    settings,
    clock,
    lines,
    told,
    keeper,
    bank,
    state,
    kept: new RecordReadStore(file),
    /** The bank answers a question about a reference. */
    lookUp: (transactionId: string, record: TransactionRecord | { readonly error: GatewayError }) =>
      say(record, () => bank.settlementStatus(transactionId)),
    /** One page of a list. */
    page: (rows: Rows, pageNumber: number, days: DaysAsked = {}) => {
      const asked = { ...DAYS, ...days, pageNumber }
      return say(pageOf(rows, asked), () => bank.searchTransactions(asked))
    },
    /** A list to its end. */
    list: async (rows: Rows, days: DaysAsked = {}) => {
      const { pageSize } = { ...DAYS, ...days }
      const pages = Math.max(1, Math.ceil(rows.length / pageSize))
      for (let pageNumber = 1; pageNumber <= pages; pageNumber += 1) {
        const asked = { ...DAYS, ...days, pageNumber }
        await say(pageOf(rows, asked), () => bank.searchTransactions(asked))
      }
    },
    failed: (error: GatewayError, days: DaysAsked = {}) =>
      say({ error }, () => bank.searchTransactions({ ...DAYS, ...days, pageNumber: 1 })),
  }
}

export const DAY = '2026-11-20'
const DAYS = { terminalId: TERMINAL, dateFrom: '2026-11-19', dateTo: '2026-11-21', pageSize: 2 }
