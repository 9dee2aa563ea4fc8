import { makeTransactionId } from '../../../shared/transactionId.ts'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SaleFilter, SaleOrder } from '../../../shared/sale.ts'
import { BackupStore } from '../../backup/backupStore.ts'
import { DiagnosticsStore } from '../../reports/diagnosticsStore.ts'
import { appendAudit } from '../../storage/audit.ts'
import { openDatabase, salesFile, type Database } from '../../storage/database.ts'
import { indexesOf } from '../../storage/indexes.ts'
import { MetaStore } from '../../storage/metaStore.ts'
import { migrate } from '../../storage/migrations.ts'
import { atOnce } from '../../work/slices.ts'
import { CloseStore, openSets } from '../../dayClose/closeStore.ts'
import { DayStore } from './dayStore.ts'
import { FindStore } from './findStore.ts'
import { by, CONDITIONS } from './saleIndexStore.ts'
import { RangeTotalsStore } from './rangeTotalsStore.ts'
import { SaleListStore } from './saleListStore.ts'
import { SaleReadStore } from './saleReadStore.ts'
import { SaleStore } from './saleStore.ts'
import { TodoStore } from './todoStore.ts'
import { DisputeStore } from '../../disputes/disputeStore.ts'
import type { DisputeFacts } from '../../../shared/dispute.ts'
import { TillStore } from '../../tills/tillStore.ts'
import { TotalsStore } from './totalsStore.ts'

const DESTINATION = { environment: 'live', partnerUrl: 'https://bank.invalid', clientId: 'merchant' } as const
const SETTLED = 100_000
const LIMITS = { lateBeforeMs: 1, lateAfterMs: 1, nowMs: 1 }
const NOW = { wallMs: 1, awakeMs: 1 }
const EVIDENCE = {
  httpStatus: 200,
  phase: 'response',
  elapsedMs: 1,
  bodySha256: null,
  bodyExcerpt: null,
  serverDate: null,
} as const

let dir = ''
let file: Database
/** Every statement that a store runs, with its place in the source. */
const seen = new Set<string>()
let watched: Database

beforeAll(() => {
  dir = mkdtempSync(path.join(tmpdir(), 'tillside-plans-'))
  file = openDatabase(salesFile(dir))
  migrate(file)
  file.transaction(() => {
    file.run(
      `WITH RECURSIVE each (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM each WHERE n < ${SETTLED})
       INSERT INTO sale (sequence, transaction_id, environment, partner_url, client_id, terminal_id, amount_kobo,
         amount_wire, note, state, version, recorded_at_ms, recorded_boot, recorded_awake_ms, due_awake_ms, send_count,
         sent_awake_ms, accepted_at_ms, date_paid)
       SELECT n, 'OLD-' || n, 'live', 'https://bank.invalid', 'merchant', 'T1', 100 * (n % 1000 + 1), '1.00', '',
         'accepted', 2, n, 'boot', n, n, 1, n, n, '2026-01-02T10:00:00' FROM each`,
    )
    for (const kind of ['recorded', 'accepted'])
      appendAudit(file, { saleSequence: 1, atMs: 1, kind, fromState: null, toState: 'queued', detail: null })
  })
  watched = watching(file)
})
afterAll(() => {
  file.close()
  rmSync(dir, { recursive: true, force: true })
})

function watching(database: Database): Database {
  const noted =
    <Rest extends unknown[], Value>(act: (sql: string, ...rest: Rest) => Value) =>
    (sql: string, ...rest: Rest): Value => {
      seen.add(sql)
      return act(sql, ...rest)
    }
  return {
    ...database,
    run: noted(database.run),
    get: noted(database.get),
    all: noted(database.all),
  }
}

type Calls<Store> = Readonly<Record<string, (store: Store) => unknown>>

/** Every public method is called, so that a new one cannot be left out. */
function expectComplete(store: object, calls: Calls<never>): void {
  const methods = Object.getOwnPropertyNames(Object.getPrototypeOf(store)).filter(
    (name) => name !== 'constructor',
  )
  expect(Object.keys(calls).toSorted()).toEqual(methods.toSorted())
}

const oldest = () => {
  const sale = new SaleStore(file).byTransactionId('OLD-1')
  if (sale === undefined) throw new Error('the file is empty')
  return sale
}

const reads: Calls<SaleReadStore> = {
  leftSending: (store) => store.leftSending(),
  notYetAnswered: (store) => store.notYetAnswered(),
  nextQueued: (store) => store.nextQueued(DESTINATION, 1),
  nextQueuedElsewhere: (store) => store.nextQueuedElsewhere(DESTINATION, 'T1', 1),
  nextRecordedSince: (store) =>
    store.nextRecordedSince(DESTINATION, { boot: 'boot', sinceAwakeMs: 1, otherThanTerminalId: null }, 1),
  nextTrial: (store) => store.nextTrial(DESTINATION, 'T1', 1),
  nextLookUp: (store) => store.nextLookUp(DESTINATION, 1),
  knownAtBank: (store) => store.knownAtBank(DESTINATION),
  held: (store) => store.held(),
  hasSale: (store) => store.hasSale(DESTINATION, 'SALE-1'),
  nextFollowUp: (store) => store.nextFollowUp(DESTINATION, 1),
  followUpsUntil: (store) => store.followUpsUntil(DESTINATION, 'T1', 1),
  recentlyPaid: (store) => store.recentlyPaid(DESTINATION),
  nextOpenDueMs: (store) => store.nextOpenDueMs(DESTINATION, 1),
  earliestFollowUpDueMs: (store) => store.earliestFollowUpDueMs(DESTINATION),
  backlog: (store) => store.backlog(DESTINATION, 'T1'),
  hasOpen: (store) => store.hasOpen(),
  isTyped: (store) => store.isTyped({ sequence: 1, transactionId: makeTransactionId(1, new Uint8Array(10)) }),
  unknownCount: (store) => store.unknownCount(DESTINATION),
  unknownOf: (store) => store.unknownOf(DESTINATION),
  unknownDestinations: (store) => store.unknownDestinations(),
  unmarkedUnknownCount: (store) => store.unmarkedUnknownCount(DESTINATION),
  terminalOfUnknown: (store) => store.terminalOfUnknown(DESTINATION, 1),
  newestSent: (store) => store.newestSent(DESTINATION, 'T1', 1),
  sameAmount: (store) => store.sameAmount(DESTINATION, { terminalId: 'T1', amountKobo: 100 }, null),
  alike: (store) => store.alike(DESTINATION, 'OLD-1', null),
  removedSlip: (store) => store.removedSlip(DESTINATION, { terminalId: 'T1', amountKobo: 100 }, 1),
  timeline: (store) => store.timeline(1, 1),
  differenceTold: (store) => store.differenceTold(1, 'x'),
  sentBetweenMs: (store) => store.sentBetweenMs(1),
  isTaken: (store) => store.isTaken(DESTINATION, { terminalId: 'T1', amountKobo: 100 }, 'SALE'),
  correctionsOf: (store) => store.correctionsOf(1),
  handedBy: (store) => store.handedBy({ sequence: 1 }),
}

/** A quarter of an hour with few sales, and days with all of them. */
const SHORT = { fromMs: 900_000, untilMs: 1_800_000 }
const LONG = { fromMs: 0, untilMs: 86_400_000 }
const BEFORE = { recordedAtMs: 500, sequence: 500 }

const lists: Calls<SaleListStore> = {
  page: (store) => {
    for (const filter of SaleFilter.options)
      for (const order of [undefined, ...SaleOrder.options])
        for (const reference of ['', 'OLD-77'])
          for (const span of [null, SHORT, LONG])
            store.page(DESTINATION, {
              ...LIMITS,
              filter,
              order,
              reference,
              amountKobo: 100,
              span,
              offset: 0,
              limit: 5,
            })
  },
  slice: (store) => {
    for (const filter of SaleFilter.options)
      for (const reference of ['', 'OLD-77'])
        for (const span of [null, SHORT])
          store.slice(DESTINATION, { ...LIMITS, filter, span, reference, amountKobo: 100, limit: 5 }, BEFORE)
  },
}

const totals: Calls<TotalsStore> = {
  queueTotals: (store) => [
    store.queueTotals(DESTINATION),
    store.queueTotals({ ...DESTINATION, clientId: null }),
  ],
  elsewhereCount: (store) => store.elsewhereCount(DESTINATION),
  todayParts: (store) => store.todayParts(DESTINATION, LONG),
  paidNet: (store) => [store.paidNet(DESTINATION, LONG, ANY), store.paidNet(DESTINATION, LONG, ANY)],
  usualPayMs: (store) => store.usualPayMs(DESTINATION, 1),
  dueSince: (store) => [
    store.dueSince('late', DESTINATION, LIMITS),
    store.dueSince('notChecked', DESTINATION, LIMITS),
  ],
  justSaved: (store) => store.justSaved(DESTINATION, 1),
}

const rangeTotals: Calls<RangeTotalsStore> = {
  quarters: (store) => store.quarters(DESTINATION, LONG),
  ofNone: (store) => [null, LONG].map((span) => store.ofNone(DESTINATION, span)),
  recorded: (store) => [null, LONG].map((span) => store.recorded(DESTINATION, span)),
  ofFilter: (store) =>
    SaleFilter.options.flatMap((filter) =>
      [null, LONG].map((span) => store.ofFilter(DESTINATION, filter, span, LIMITS)),
    ),
}

const NONE = { count: 0, kobo: 0 }
const ANY = { count: 10, kobo: 10 }
const todo: Calls<TodoStore> = {
  page: (store) => {
    const sections = { needsYou: ANY, refused: ANY, late: ANY, checking: ANY, notSent: ANY, notChecked: ANY }
    const query = { ...LIMITS, nowMs: 1, limit: 100 }
    store.page(DESTINATION, sections, { ...query, offset: 0 })
    store.page(DESTINATION, { ...sections, needsYou: NONE }, { ...query, offset: 5 })
  },
}

const writes: Calls<SaleStore> = {
  insert: (store) =>
    store.insert(
      {
        transactionId: 'NEW-1',
        destination: DESTINATION,
        terminalId: 'T1',
        amountKobo: 100,
        amountWire: '1.00',
        note: '',
        recordedAtMs: 1,
        recordedBoot: 'boot',
        recordedAwakeMs: 1,
        corrects: null,
      },
      NOW,
    ),
  byTransactionId: (store) => store.byTransactionId('OLD-1'),
  compareFacts: (store) => store.compareFacts(oldest()),
  claim: (store) => {
    const sale = store.byTransactionId('NEW-1')
    return sale === undefined ? undefined : store.claim(sale, 'boot', NOW)
  },
  apply: (store) => {
    const sale = store.byTransactionId('NEW-1')
    return sale === undefined
      ? undefined
      : store.apply(sale, 'outcomeUnknown', {}, NOW, null, { attemptId: 1, evidence: EVIDENCE, verdict: 'x' })
  },
  mayRestore: (store) => store.mayRestore(oldest()),
  restore: (store) => store.restore(oldest(), {}, NOW, ''),
  noteRefusal: (store) => store.noteRefusal(oldest(), NOW),
  noteReceipt: (store) => store.noteReceipt(oldest(), NOW),
  holdUnsaid: (store) => store.holdUnsaid(oldest().sequence, NOW),
  note: (store) => store.note(oldest(), {}, NOW),
  makeOpenDue: (store) => store.makeOpenDue(DESTINATION, 1),
  markStop: (store) => store.markStop(DESTINATION),
  together: (store) => store.together([oldest()], (sale) => store.note(sale, {}, NOW)),
  beginAttempt: (store) => store.beginAttempt(oldest(), { kind: 'search', boot: 'boot', startedAt: NOW }),
}

const HANDED = {
  ...DESTINATION,
  tillId: 'till',
  key: 'k',
  terminalId: 'T1',
  amountKobo: 100,
  slip: 'S-1',
  soldAtMs: 1,
  handedAtMs: 1,
  note: '',
  from: 'Till',
  reason: null,
}
const tills: Calls<TillStore> = {
  tills: (store) => store.tills(),
  keepTill: (store) =>
    store.keepTill(
      {
        ...DESTINATION,
        id: 'till',
        name: 'Till',
        level: 'fill',
        terminalIds: ['T1'],
        maxKobo: 0,
        perHour: 0,
        isConnected: true,
        keyEnding: 'x',
        keyMadeAtMs: 1,
        keyMadeBy: '',
      },
      'connected',
      '',
      1,
    ),
  add: (store) => store.add(HANDED),
  addWithin: (store) => store.addWithin({ ...HANDED, key: 'k2' }),
  end: (store) => store.end(HANDED, { state: 'recorded', saleSequence: 1 }, 1),
  endWithin: (store) => store.endWithin({ ...HANDED, key: 'k2' }, { state: 'sentBack' }, 1),
  byKey: (store) => store.byKey('till', 'k'),
  byId: (store) => store.byId(1),
  waitingWithSlip: (store) => store.waitingWithSlip(DESTINATION, 'S-1'),
  waiting: (store) => store.waiting(DESTINATION, 5),
  waitingCount: (store) => store.waitingCount(DESTINATION),
  callingCount: (store) => store.callingCount(DESTINATION, 1),
  page: (store) => store.page('till', { handedAtMs: 0, id: 0 }, 5),
  recordedTimes: (store) => store.recordedTimes('till', 0),
  recordedSince: (store) => store.recordedSince('till', 0),
  last: (store) => store.last('till'),
  referenceOf: (store) => store.referenceOf(1),
}

const CASE: DisputeFacts = {
  disputeId: 'case',
  about: [{ transactionId: 'OLD-7', terminalId: 'T1', amount: '1', settled: null }],
  reason: 'notPaid',
  atStake: '1',
  caseNumber: '',
  reportedHow: '',
  answerBy: '',
  state: 'toReport',
  recovered: null,
  payment: '',
  reportedAtMs: null,
}
const FILTERS = ['open', 'due', 'closed'] as const
const disputes: Calls<DisputeStore> = {
  keep: (store) =>
    store.keep(DESTINATION, { dispute: CASE, step: { kind: 'opened', text: '', file: null }, by: '' }, 1),
  byId: (store) => store.byId(DESTINATION, 'case'),
  page: (store) => FILTERS.map((show) => store.page(DESTINATION, show, '2026-11-20', 200)),
  count: (store) => FILTERS.map((show) => store.count(DESTINATION, show, '2026-11-20')),
  money: (store) => FILTERS.map((show) => store.money(DESTINATION, show, '2026-11-20')),
  openAbout: (store) => store.openAbout(DESTINATION, 'OLD-7'),
  steps: (store) => store.steps('case'),
  proof: (store) => atOnce(store.proof(DESTINATION, CASE, 'x')),
}

const diagnostics: Calls<DiagnosticsStore> = {
  open: (store) => [store.open(DESTINATION), store.open({ ...DESTINATION, clientId: null })],
  elsewhere: (store) => store.elsewhere(DESTINATION),
  newestRecords: (store) => store.newestRecords(DESTINATION),
  health: (store) => store.health(),
}

const finds: Calls<FindStore> = {
  startingWith: (store) => atOnce(store.startingWith(DESTINATION, 'OLD-7', 11)),
  ofAmount: (store) => store.ofAmount(DESTINATION, 100, 11),
  slice: (store) => store.slice(DESTINATION, 500, 250),
}

const days: Calls<DayStore> = {
  salesOf: (store) => store.salesOf(DESTINATION, { fromMs: 0, untilMs: NOW.wallMs }, null),
  byReference: (store) => store.byReference(DESTINATION, 'OLD-7'),
}

const closes: Calls<CloseStore> = {
  closes: (store) => store.closes(null, 60),
  withDigits: (store) => store.withDigits('0123456789abcdef'),
  salesAfter: (store) => store.salesAfter(DESTINATION, 0, 1_000),
  sale: (store) => store.sale(DESTINATION, 1),
  newestSequence: (store) => store.newestSequence(),
  entriesAfter: (store) => store.entriesAfter(0),
  head: (store) => store.head(),
  keep: (store) => store.keep('{}', '2026-11-20', NOW.wallMs),
  openPart: (store) => openSets.map((set) => store.openPart(DESTINATION, set, null)),
  entriesOf: (store) => store.entriesOf(1, 100),
  ranges: (store) => store.ranges(DESTINATION, null),
}

const backups: Calls<BackupStore> = {
  lastAtMs: (store) => store.lastAtMs(),
  noteMade: (store) => store.noteMade(NOW.wallMs),
  firstSaleAtMs: (store) => store.firstSaleAtMs(),
  givenAwayAtMs: (store) => store.givenAwayAtMs(),
}

/** Read completely, because all rows are needed or because there are only a few that wait for a person. */
const WHOLE = [
  // One row for each client and facet.
  'sale_total',
  // All open sales, of any destination: after damage, for Diagnostics, and to know whether there are any.
  'sale USING INDEX sale_open',
  'sale USING COVERING INDEX sale_open',
  'sale USING INDEX sale_sending',
  'sale USING INDEX sale_held',
  // Every till that was ever connected.
  'till',
  // The row numbers of one page.
  'json_each VIRTUAL TABLE',
  // Subqueries, whose own steps are checked.
  'few',
  '(subquery',
  'CONSTANT ROW',
]

/** An index of all sales of a client, searched by the client alone. */
const EVERY_SALE =
  /USING (?:COVERING )?INDEX sale_(?:own|amount) \(environment=\? AND partner_url=\? AND client_id=\?\)/u
/** A page of it, read from its end and in its order. */
const LIST_OF_ALL =
  /^SELECT \* FROM sale INDEXED BY sale_own .* ORDER BY recorded_at_ms(?:, sequence| DESC, sequence DESC) LIMIT \? OFFSET \?$/su
/** Or sorted, where there are at most `SORTED_MAX` in it, or `FEW_MAX` in partial indexes. */
const FEW = /^WITH few AS \(/u

/** Sorted in spite of an index, each for few rows. */
const SORTED: readonly RegExp[] = [
  // Open sales of one amount on one terminal, those most likely at the bank first.
  /INDEXED BY sale_open_alike/u,
  /sequence IN \(/u,
  FEW,
  // Unknown sales of a destination by terminal: at most as many as stop it.
  /GROUP BY terminal_id/u,
  // Diagnostics, for a person, of what is open.
  /GROUP BY (?:state|environment)/u,
  /SELECT DISTINCT kind FROM audit/u,
]

function planOf(sql: string): readonly string[] {
  const marks = sql.match(/\?\d*/gu) ?? []
  const numbered = marks.filter((mark) => mark.length > 1).map((mark) => Number(mark.slice(1)))
  const count = Math.max(marks.length - numbered.length, ...numbered, 0)
  const rows = file.all(`EXPLAIN QUERY PLAN ${sql}`, ...Array.from({ length: count }, () => 1)) as {
    detail: string
  }[]
  return rows.map(({ detail }) => detail)
}

test('every statement of the stores finds its rows by an index, and sorts nothing that grows with the file', () => {
  const stores = [
    [new SaleReadStore(watched), reads],
    [new SaleListStore(watched), lists],
    [new TotalsStore(watched), totals],
    [new TodoStore(watched), todo],
    [new RangeTotalsStore(watched), rangeTotals],
    [new SaleStore(watched), writes],
    [new DiagnosticsStore(watched), diagnostics],
    [new FindStore(watched), finds],
    [new DayStore(watched), days],
    [new CloseStore(watched), closes],
    [new BackupStore(watched), backups],
    [new TillStore(watched), tills],
    [new DisputeStore(watched), disputes],
  ] as const
  for (const [store, calls] of stores) {
    expectComplete(store, calls as Calls<never>)
    for (const call of Object.values(calls)) (call as (one: unknown) => unknown)(store)
  }
  const meta = new MetaStore(watched)
  meta.set('plan', 'yes')
  meta.get('plan')
  expect(seen.size).toBeGreaterThan(80)
  const wrong = [...seen].flatMap((sql) =>
    // The newest entry, by its own number.
    /^\s*(?:PRAGMA|SAVEPOINT)|FROM audit ORDER BY id DESC LIMIT 1$/u.test(sql)
      ? []
      : planOf(sql)
          .filter(
            (step) =>
              (EVERY_SALE.test(step) && !LIST_OF_ALL.test(sql)) ||
              (step.startsWith('SCAN ') && !WHOLE.some((name) => step.startsWith(`SCAN ${name}`))) ||
              (step.includes('TEMP B-TREE') && !SORTED.some((known) => known.test(sql))),
          )
          .map((step) => `${step}: ${sql}`),
  )
  expect(wrong).toEqual([])
})

test('the number of sales of an amount is read from an index alone, at any size', () => {
  const counting = [...seen].filter((sql) =>
    /^SELECT COUNT.* INDEXED BY sale_amount .* amount_kobo = \?$/u.test(sql),
  )
  expect(counting.map(planOf)).toEqual([[expect.stringContaining('USING COVERING INDEX sale_amount')]])
})

test('a page of the sales of an amount is read from the index in its order, up to the end of the page', () => {
  const listing = [...seen].filter((sql) => sql.startsWith(by('sale_amount', 'sequence')))
  expect(listing.length).toBeGreaterThan(1)
  for (const sql of listing) {
    expect(sql).toMatch(/ORDER BY sequence (?:ASC|DESC) LIMIT \?$/u)
    expect(planOf(sql)).toEqual([
      expect.stringMatching(/SEARCH .* COVERING INDEX sale_amount .*sequence<\?/u),
    ])
  }
})

test('the condition of each index is the one that the statements repeat', () => {
  const told = new Map(indexesOf(file, 'sale').map(({ name, condition }) => [name, condition]))
  const plain = (text: string | null): string | null => text?.replace(/\s+/gu, ' ') ?? null
  for (const [name, condition] of Object.entries(CONDITIONS)) {
    expect(told.has(name), name).toBe(true)
    expect(plain(told.get(name) ?? null), name).toBe(condition)
  }
})

test('a statement that names an index without its condition is refused, not answered slowly', () => {
  expect(() => file.get("SELECT 1 FROM sale INDEXED BY sale_held WHERE state = 'queued'")).toThrow(
    'no query solution',
  )
})

test('late and unchecked sales of what there is to do are read in the order of their index, however many they are', () => {
  const pages = [...seen].filter((sql) => sql.startsWith(by('sale_unpaid_since')))
  expect(pages).toHaveLength(2)
  for (const sql of pages) {
    expect(sql).toMatch(/ LIMIT \? OFFSET \?$/u)
    expect(planOf(sql)).toEqual([
      expect.stringMatching(/^SEARCH sale USING INDEX sale_unpaid_since .*accepted_at_ms<\?/u),
    ])
  }
})

test('the search of Find reads the newest sales from an index in its order, a bounded slice at a time', () => {
  const slices = [...seen].filter((sql) => sql.includes('$.serviceReference'))
  expect(slices).toHaveLength(1)
  for (const sql of slices) {
    expect(sql).toMatch(/ORDER BY recorded_at_ms DESC, sequence DESC LIMIT \?$/u)
    expect(planOf(sql)).toEqual([expect.stringMatching(/SEARCH .* INDEX sale_own .*recorded_at_ms<\?/u)])
  }
  const starts = [...seen].filter((sql) => sql.includes('AS isOwn FROM sale'))
  expect(starts).toHaveLength(1)
  for (const sql of starts) {
    expect(sql).toMatch(/ORDER BY transaction_id DESC LIMIT \?$/u)
    expect(planOf(sql)).toEqual([expect.stringMatching(/SEARCH .* INDEX sqlite_autoindex_sale_1/u)])
  }
})
