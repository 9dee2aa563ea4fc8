import type { Mutant, MutantElsewhere } from './mutant.ts'

const SALE_STORE = 'electron/outbox/store/saleStore.ts'
const CHANGED_TESTS = 'electron/outbox/worker/factsChanged.test.ts'
const RESTORED_TESTS = 'electron/outbox/worker/factsRestored.test.ts'

/** Wrong designs of recorded facts that the model shows: how far a row changed from outside is trusted. */
export const mutantsOfFacts: readonly Mutant[] = [
  {
    name: 'a changed sale is sent as it stands',
    thought: 'the file is ours, so its row is what was recorded',
    edits: [
      {
        file: 'simulation/modelStore.ts',
        find: `      if (compareFacts(sale).kind !== 'same') return err('factsChanged')
`,
        replace: '',
      },
    ],
  },
  {
    name: 'a record is held against what the row says',
    thought: 'the row is the sale',
    edits: [
      {
        file: 'electron/outbox/worker/judging.ts',
        find: `  const recorded = asRecorded(store, sale)
  const recordedAtMs`,
        replace: `  const recorded = store === undefined ? asRecorded(store, sale) : sale
  const recordedAtMs`,
      },
    ],
  },
]

/** The same for the store, the audit and the table, which the model lacks. */
export const mutantsOfFactsElsewhere: readonly MutantElsewhere[] = [
  {
    name: 'the claim does not compare',
    thought: 'what was recorded never changes, a trigger sees to that',
    level: 'real',
    tests: [CHANGED_TESTS],
    edits: [
      {
        file: SALE_STORE,
        find: `      if (found.kind !== 'same') return err('factsChanged')
      const claimed`,
        replace: `      if (found.kind === 'unproven') return err('factsChanged')
      const claimed`,
      },
      {
        file: SALE_STORE,
        find: `        sale: withFacts(claimed.value, found.facts),
`,
        replace: `        sale: claimed.value,
`,
      },
    ],
  },
  {
    name: 'a sale without its entry is sent',
    thought: 'there is nothing that speaks against it',
    level: 'real',
    tests: [CHANGED_TESTS],
    edits: [
      {
        file: SALE_STORE,
        find: `      if (found.kind !== 'same') return err('factsChanged')
      const claimed`,
        replace: `      if (found.kind === 'changed') return err('factsChanged')
      const claimed`,
      },
      {
        file: SALE_STORE,
        find: `        sale: withFacts(claimed.value, found.facts),
`,
        replace: `        sale: claimed.value,
`,
      },
    ],
  },
  {
    name: 'absence is proven at the terminal that the row says',
    thought: 'that is where the sale is',
    level: 'real',
    tests: [CHANGED_TESTS],
    edits: [
      {
        file: 'electron/outbox/worker/statusQuery.ts',
        find: `  const { terminalId, recordedAtMs, transactionId } = asRecorded(store, sale)
`,
        replace: `  const { terminalId, recordedAtMs, transactionId } = store === undefined ? asRecorded(store, sale) : sale
`,
      },
    ],
  },
  {
    name: 'facts not in the hash',
    thought: 'the chain holds the entries together, and what they say stands beside it',
    level: 'real',
    tests: [CHANGED_TESTS],
    edits: [
      {
        file: 'electron/storage/audit.ts',
        find: `const hashed = content === null ? plain : [WITH_CONTENT, ...plain, content]`,
        replace: `const hashed = content === null || WITH_CONTENT !== '' ? plain : [content]`,
      },
    ],
  },
  {
    name: 'factsChanged is released by itself',
    thought: 'its reference and its amount pass the rules of sending',
    level: 'real',
    tests: [RESTORED_TESTS],
    edits: [
      {
        file: 'electron/outbox/worker/recovery.ts',
        find: `    if (sale.heldReason === 'factsChanged') continue
`,
        replace: '',
      },
      {
        file: 'electron/outbox/rules/machine.ts',
        find: `event: 'released', to: 'queued', onlyIf: 'mendable' }`,
        replace: `event: 'released', to: 'queued' }`,
      },
    ],
  },
  {
    name: 'anything may be written over what was recorded',
    thought: 'only the store writes, and it writes what the audit says',
    level: 'real',
    tests: [RESTORED_TESTS],
    edits: [
      {
        file: 'electron/storage/migrations.ts',
        find: `      WHEN NOT (OLD.state IS 'held' AND OLD.held_reason IS 'factsChanged' AND EXISTS (SELECT 1 FROM audit
        WHERE sale_sequence = OLD.sequence AND kind IN ('recorded', 'bound')`,
        replace: `      WHEN NOT (OLD.state IS 'held' AND OLD.held_reason IS 'factsChanged' OR EXISTS (SELECT 1 FROM audit
        WHERE sale_sequence = OLD.sequence AND kind IN ('recorded', 'bound')`,
      },
    ],
  },
  {
    name: 'an older file is migrated and not bound',
    thought: 'its sales were recorded without it',
    level: 'migration',
    tests: ['electron/storage/migrateFile.test.ts'],
    edits: [
      {
        file: 'electron/storage/migrateFile.ts',
        find: `version < FACTS_SINCE_VERSION`,
        replace: `version < FACTS_SINCE_VERSION - 1`,
      },
    ],
  },
  {
    name: 'every migration binds what it finds',
    thought: 'then no sale is ever without',
    level: 'migration',
    tests: ['electron/storage/migrateFile.test.ts'],
    edits: [
      {
        file: 'electron/storage/migrateFile.ts',
        find: `version < FACTS_SINCE_VERSION`,
        replace: `version < FACTS_SINCE_VERSION + 1`,
      },
    ],
  },
  {
    name: 'what was saved from a damaged file is not bound',
    thought: 'the audit was taken over with it',
    level: 'migration',
    tests: [CHANGED_TESTS],
    edits: [
      {
        file: 'electron/storage/replaceFile.ts',
        find: `      bindAsFound(built, options.wallNowMs())
`,
        replace: '',
      },
    ],
  },
]
