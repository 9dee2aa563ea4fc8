import type { MutantElsewhere } from './mutantList.ts'

const SALE_STORE = 'electron/outbox/saleStore.ts'
const DELIVERY = 'electron/outbox/delivery.ts'
const DELIVERY_TESTS = 'electron/outbox/delivery.test.ts'
const STORE_TESTS = 'electron/outbox/saleStore.test.ts'
const BOUND_TESTS = 'electron/outbox/bounds.test.ts'

/** Wrong designs of what the model does not run: the store on its file, the entry of a sale, the start of the engine. */
export const mutantsOfEngine: readonly MutantElsewhere[] = [
  {
    name: 'version guard dropped in SQL',
    thought: 'there is one writer, so the row is what it was',
    level: 'real',
    tests: [STORE_TESTS],
    edits: [
      {
        file: SALE_STORE,
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
        find: `      if (result.ok && end !== undefined) this.#endAttempt(end)
`,
        replace: `      if (result.ok && end !== undefined) this.#endAttempt(end)
      if (result.ok && result.value.failureCount >= 5) {
        this.#database.run('DELETE FROM sale WHERE sequence = ?', sale.sequence)
      }
`,
      },
      {
        file: 'electron/storage/migrations.ts',
        find: `    CREATE TRIGGER sale_stays BEFORE DELETE ON sale
      BEGIN SELECT RAISE(ABORT, 'a sale is never deleted'); END;
`,
        replace: '',
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
        file: 'electron/outbox/service.ts',
        find: `    send: (token, sale) => api.logTransaction(token, sale),
`,
        replace: `    send: (token, sale) => {
      made += 1
      return api.logTransaction(token, { ...sale, transactionId: \`\${sale.transactionId}\${made}\` })
    },
`,
      },
      {
        file: 'electron/outbox/service.ts',
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
    tests: ['electron/outbox/awakeAfterCrash.test.ts'],
    edits: [
      {
        file: SALE_STORE,
        find: `      new MetaStore(this.#database).set(AWAKE_MS, String(now.awakeMs))
`,
        replace: '',
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
        file: DELIVERY,
        find: `    if (reads.unknownCount(destination) >= UNKNOWN_MAX) return true
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
        file: DELIVERY,
        find: `    return newest.length === UNKNOWN_IN_A_ROW_MAX && newest.every((state) => state === 'unknown')
`,
        replace: `    return newest.length > UNKNOWN_IN_A_ROW_MAX
`,
      },
    ],
  },
  {
    name: 'the gate is not asked again once the claim is durable',
    thought: 'it was open a moment ago',
    level: 'real',
    tests: [DELIVERY_TESTS],
    edits: [
      {
        file: 'electron/outbox/send.ts',
        find: `  if (!mayLeave()) {`,
        replace: `  if (mayLeave === undefined) {`,
      },
    ],
  },
  {
    name: 'the gate goes by the monotonic clock alone',
    thought: 'a wall clock may be set',
    level: 'real',
    tests: ['electron/outbox/gate.test.ts'],
    edits: [
      {
        file: 'electron/outbox/gate.ts',
        find: `passedMs(clock, opened.at) < OPEN_FOR_MS`,
        replace: `clock.monotonicNowMs() - opened.at.monotonicMs < OPEN_FOR_MS`,
      },
    ],
  },
  {
    name: 'a typed reference is sent without a look',
    thought: 'it was recorded a second ago, so nobody can have sent it',
    level: 'real',
    tests: [DELIVERY_TESTS],
    edits: [
      {
        file: 'electron/outbox/askFirst.ts',
        find: `(isDateDoubtful(sale) || isReferenceShared(sale)) && !isAsked(sale)`,
        replace: `isDateDoubtful(sale) && !isAsked(sale) && isReferenceShared !== undefined`,
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
        file: 'electron/outbox/notFound.ts',
        find: `      if (shape !== learned) yield* learn(destination.clientId)
`,
        replace: `      missedAt = { monotonicMs: clock.monotonicNowMs(), wallMs: clock.wallNowMs() }
      if (shape !== learned) yield* learn(destination.clientId)
`,
      },
    ],
  },
  {
    name: "a record's age by this computer's clock",
    thought: 'the sale was recorded by it',
    level: 'real',
    tests: ['electron/outbox/evidence.test.ts'],
    edits: [
      {
        file: 'electron/outbox/evidence.ts',
        find: `Math.min(sale.recordedAtMs, now().wallMs) - aheadMs`,
        replace: `sale.recordedAtMs + 0 * aheadMs * now().wallMs`,
      },
    ],
  },
]
