import type { MutantElsewhere } from './mutant.ts'

const SALE_STORE = 'electron/outbox/store/saleStore.ts'
const STOP = 'electron/outbox/worker/stop.ts'
const DELIVERY_TESTS = 'electron/outbox/worker/delivery.test.ts'
const STORE_TESTS = 'electron/outbox/store/saleStore.test.ts'
const ASK_TESTS = 'electron/outbox/worker/preSendQuery.test.ts'
const BOUND_TESTS = 'electron/outbox/worker/bounds.test.ts'

/** Only in the newest version of the table. */
const BEFORE_SALE_STAYS = `WHERE differing_open = 1;
`

/** Wrong designs of code that the model does not run: the store on its file, recording a sale, the engine's start. */
export const mutantsOfEngine: readonly MutantElsewhere[] = [
  {
    name: 'a resume under way undoes a later pause',
    thought: 'the file was just opened anew',
    level: 'real',
    tests: ['electron/outbox/worker/outboxWorker.test.ts'],
    edits: [
      {
        file: 'electron/outbox/worker/outboxWorker.ts',
        find: `if (isEnded || isPaused) return`,
        replace: `if (isEnded) return`,
      },
    ],
  },
  {
    name: 'version guard dropped in SQL',
    thought: 'there is one writer, so the row is what it was',
    level: 'real',
    tests: [STORE_TESTS],
    edits: [
      {
        file: 'electron/outbox/store/saleWriteStore.ts',
        find: 'WHERE sequence = ? AND version = ? AND state = ?',
        replace: "WHERE sequence = ? AND ? > 0 AND ? <> ''",
      },
    ],
  },
  {
    name: 'delete after N attempts',
    thought: 'what failed five times will never work',
    level: 'real',
    tests: [BOUND_TESTS],
    edits: [
      {
        file: SALE_STORE,
        find: `      if (result.ok && end !== undefined) endAttempt(this.#database, end)
`,
        replace: `      if (result.ok && end !== undefined) endAttempt(this.#database, end)
      if (result.ok && result.value.failureCount >= 5) {
        this.#database.run('DELETE FROM sale WHERE sequence = ?', sale.sequence)
      }
`,
      },
      {
        file: 'electron/storage/migrations.ts',
        find: `${BEFORE_SALE_STAYS}    CREATE TRIGGER sale_stays BEFORE DELETE ON sale
      BEGIN SELECT RAISE(ABORT, 'a sale is never deleted'); END;
`,
        replace: BEFORE_SALE_STAYS,
      },
      {
        file: 'electron/storage/database.ts',
        find: `{ name: 'foreign_keys', value: 'ON', readsBack: 1 }`,
        replace: `{ name: 'foreign_keys', value: 'OFF', readsBack: 0 }`,
      },
    ],
  },
  {
    name: 'id made at send time',
    thought: 'each request has a reference of its own',
    level: 'real',
    tests: [DELIVERY_TESTS],
    edits: [
      {
        file: 'electron/outbox/worker/service.ts',
        find: `    send: (generation, sale) => bank.logTransaction(generation, sale),
`,
        replace: `    send: (generation, sale) => {
      made += 1
      return bank.logTransaction(generation, { ...sale, transactionId: \`\${sale.transactionId}\${made}\` })
    },
`,
      },
      {
        file: 'electron/outbox/worker/service.ts',
        find: `const ONE_ROW =`,
        replace: `let made = 0
const ONE_ROW =`,
      },
    ],
  },
  {
    name: 'awake time goes back at a crash',
    thought: 'the heartbeat saves it often enough',
    level: 'real',
    tests: ['electron/outbox/worker/awakeAfterCrash.test.ts'],
    edits: [
      {
        file: SALE_STORE,
        find: `      this.#keepAwake(now)
      return ok({`,
        replace: '      return ok({',
      },
    ],
  },
  {
    name: 'the bound on unknown sales is ignored',
    thought: 'each of them is looked up anyway',
    level: 'real',
    tests: [BOUND_TESTS],
    edits: [
      {
        file: STOP,
        find: `  if (unknownCount >= UNKNOWN_MAX) return { kind: 'all' }
`,
        replace: '',
      },
    ],
  },
  {
    name: 'unknown sales in a row do not stop a terminal',
    thought: 'five in all are bound enough',
    level: 'real',
    tests: [DELIVERY_TESTS],
    edits: [
      {
        file: STOP,
        find: `  if (!newest.every(({ state }) => state === 'unknown')) return null
`,
        replace: `  if (newest.length <= UNKNOWN_IN_A_ROW_MAX) return null
`,
      },
    ],
  },
  {
    name: 'the gate is not asked again once the claim is durable',
    thought: 'it was open a moment ago',
    level: 'real',
    tests: ['electron/outbox/worker/gate.test.ts'],
    edits: [
      {
        file: 'electron/outbox/worker/send.ts',
        find: `  if (!mayLeave()) {`,
        replace: `  if (mayLeave === undefined) {`,
      },
    ],
  },
  {
    name: 'the gate goes by the monotonic clock alone',
    thought: 'a wall clock may be set',
    level: 'real',
    tests: ['electron/outbox/worker/gate.test.ts'],
    edits: [
      {
        file: 'electron/outbox/worker/gate.ts',
        find: `passedMs(clock, opened.at) < OPEN_FOR_MS`,
        replace: `clock.monotonicNowMs() - opened.at.monotonicMs < OPEN_FOR_MS`,
      },
    ],
  },
  {
    name: 'a typed reference is sent without a look',
    thought: 'it was recorded a second ago, so it cannot have been sent',
    level: 'real',
    tests: [DELIVERY_TESTS],
    edits: [
      {
        file: 'electron/outbox/worker/preSendQuery.ts',
        find: `(isDateDoubtful(sale) || isReferenceShared(sale) || wasInDoubt(sale)) && !isAnswered(sale)`,
        replace: `isDateDoubtful(sale) && !isAnswered(sale) && isReferenceShared !== undefined`,
      },
    ],
  },
  {
    name: 'the control counts from when it was begun',
    thought: 'the miss was answered just before',
    level: 'real',
    tests: [DELIVERY_TESTS],
    edits: [
      {
        file: 'electron/outbox/worker/notFound.ts',
        find: `    isBelieved: function* (miss) {
      if`,
        replace: `    isBelieved: function* (answered) {
      const at = { monotonicMs: clock.monotonicNowMs(), wallMs: clock.wallNowMs() }
      const miss = { ...answered, at }
      if`,
      },
    ],
  },
  {
    name: "a record's age by this computer's clock",
    thought: 'the sale was recorded by it',
    level: 'real',
    tests: ['electron/outbox/worker/recordMatcher.test.ts'],
    edits: [
      {
        file: 'electron/outbox/worker/judging.ts',
        find: `Math.min(recorded.recordedAtMs, now().wallMs) - aheadMs`,
        replace: `recorded.recordedAtMs + 0 * aheadMs * now().wallMs`,
      },
    ],
  },
  {
    name: 'words are "not found" before the call has found anything',
    thought: 'two references that cannot exist got them, and the lists work',
    level: 'real',
    tests: [ASK_TESTS],
    edits: [
      {
        file: 'electron/outbox/worker/notFound.ts',
        find: `      if (isYoung && isConfirmed) return`,
        replace: `      if (isYoung) return`,
      },
    ],
  },
  {
    name: 'what cannot be read about one slip holds everything back',
    thought: 'the bank is not well',
    level: 'real',
    tests: ['electron/outbox/worker/preSendQueryHost.test.ts'],
    edits: [
      {
        file: 'electron/outbox/worker/preSendQuery.ts',
        find: `    if (answer.evidence.httpStatus === null) breaker.failed(error)`,
        replace: `    if (missShape(answer) === null) breaker.failed(error)`,
      },
    ],
  },
  {
    name: 'a removed slip is forgotten',
    thought: 'the cashier says that it is another sale',
    level: 'real',
    tests: [ASK_TESTS],
    edits: [
      {
        file: 'electron/outbox/entryChecks.ts',
        find: `    if (removed === undefined) return undefined
`,
        replace: `    if (removed !== null) return undefined
`,
      },
    ],
  },
  {
    name: "a manager's word for a slip counts for ever",
    thought: 'it was decided',
    level: 'real',
    tests: [ASK_TESTS],
    edits: [
      {
        file: 'electron/outbox/worker/unclear.ts',
        find: `  return sale.askWaived && ageMs !== null && ageMs < WAIVED_FOR_MS`,
        replace: `  return sale.askWaived && ageMs !== null && ageMs > WAIVED_FOR_MS * -1`,
      },
    ],
  },
  {
    name: 'a look-up of before a night is as young as awake time says',
    thought: 'a minute is awake time',
    level: 'real',
    tests: ['electron/outbox/worker/afterNight.test.ts'],
    edits: [
      {
        file: 'electron/outbox/rules/change.ts',
        find: `lookedUpAwakeMs === null || lookedUpAwakeMs <= wokeAtMs ?`,
        replace: `lookedUpAwakeMs === null || lookedUpAwakeMs <= wokeAtMs - Infinity ?`,
      },
    ],
  },
  {
    name: 'the half minute of the gate runs from after the disk',
    thought: 'what the answer shows is written first',
    level: 'real',
    tests: ['electron/outbox/worker/gate.test.ts'],
    edits: [
      {
        file: 'electron/outbox/worker/gateReads.ts',
        find: `      gate.open(generation)
`,
        replace: `      if (searched.result.ok) yield* observeRecords(context, destination, searched.result.value.rows)
      gate.open(generation)
`,
      },
    ],
  },
]
