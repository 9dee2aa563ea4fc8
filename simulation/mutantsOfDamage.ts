import type { MutantElsewhere } from './mutant.ts'

const SALES_FILE = 'electron/storage/salesFile.ts'
const HIDDEN_TESTS = 'electron/storage/hiddenDamage.test.ts'

/** Wrong designs of the checks of a file that looks valid, and of the sales that wait for them. */
export const mutantsOfDamage: readonly MutantElsewhere[] = [
  {
    name: 'indexes are not compared with their tables',
    thought: "SQLite's quick check has looked at every page",
    level: 'migration',
    tests: [HIDDEN_TESTS],
    edits: [
      {
        file: 'electron/storage/comparison.ts',
        find: `    yield* missingFrom(database, index)
    yield* surplusIn(database, index, rows)
`,
        replace: `    if (index.name === '') yield* missingFrom(database, index)
    if (index.name === '') yield* surplusIn(database, index, rows)
`,
      },
      {
        file: 'electron/storage/check.ts',
        find: `database.all('PRAGMA integrity_check(1)')`,
        replace: `database.all('PRAGMA quick_check(1)')`,
      },
    ],
  },
  {
    name: 'entries that lead nowhere are not looked for',
    thought: 'every row is found by its index, so the index is whole',
    level: 'migration',
    tests: ['electron/storage/comparison.test.ts'],
    edits: [
      {
        file: 'electron/storage/comparison.ts',
        find: `    yield* surplusIn(database, index, rows)
`,
        replace: `    if (index.name === '') yield* surplusIn(database, index, rows)
`,
      },
    ],
  },
  {
    name: 'sent before the sales are looked through',
    thought: 'the check ends in a moment, and what it finds is mended then',
    level: 'migration',
    tests: [HIDDEN_TESTS],
    edits: [
      {
        file: 'electron/storage/databaseHealth.ts',
        find: `      if (database.isSound()) later(CHECK_AFTER_MS, check.run)
`,
        replace: `      if (database.isSound()) later(CHECK_AFTER_MS, check.run)
      timers.after(0, options.onSalesChecked)
`,
      },
    ],
  },
  {
    name: 'the size of the file is taken by reading it',
    thought: 'it is only read, and closed at once',
    level: 'migration',
    tests: ['electron/storage/held.test.ts'],
    edits: [
      {
        file: SALES_FILE,
        find: `else if (sizeOf(file) + sizeOf(logOf(file)) <= PAGES_CHECKED_BYTES_MAX) assertPagesSound(database)`,
        replace: `else if (readFileSync(file).length <= PAGES_CHECKED_BYTES_MAX) assertPagesSound(database)`,
      },
      {
        file: SALES_FILE,
        find: `import { auditHead, hasAuditEntry } from './audit.ts'
`,
        replace: `import { readFileSync } from 'node:fs'
import { auditHead, hasAuditEntry } from './audit.ts'
`,
      },
    ],
  },
  {
    name: 'a row that an index leads to is taken as it is',
    thought: 'the line holds what is queued, so what it holds is queued',
    level: 'migration',
    tests: ['electron/outbox/worker/ledAstray.test.ts'],
    edits: [
      {
        file: 'electron/outbox/store/saleReadStore.ts',
        find: `byReference?.sequence === sale.sequence && asked(sale)`,
        replace: `byReference?.sequence !== -1 || asked(sale)`,
      },
    ],
  },
]
