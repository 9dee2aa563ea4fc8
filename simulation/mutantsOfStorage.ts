import type { MutantElsewhere } from './mutant.ts'

const MIGRATE_FILE = 'electron/storage/migrateFile.ts'
const SALES_FILE = 'electron/storage/salesFile.ts'
const REPLACE_FILE = 'electron/storage/replaceFile.ts'
const MIGRATION_TESTS = 'electron/storage/migrateFile.test.ts'
const ORDER_TESTS = 'electron/storage/migrationOrder.test.ts'
const DISASTER_TESTS = 'electron/storage/disasters.test.ts'
const OTHER_FILE_TESTS = 'electron/storage/otherFiles.test.ts'
const COMPARISON = `      assertSound(migrated)
      assertSame(before, contentsOf(migrated))
`

/** Wrong designs of the file: what an update, damage or a loss may do to earlier sales. */
export const mutantsOfStorage: readonly MutantElsewhere[] = [
  {
    name: 'a large file is migrated without a look at its pages',
    thought: 'what is copied is what is there, and the copy is checked',
    level: 'migration',
    tests: [MIGRATION_TESTS],
    edits: [
      {
        file: SALES_FILE,
        find: `isDamaged || (!isNew && version > 0 && !isOfToday)`,
        replace: `isDamaged`,
      },
    ],
  },
  {
    name: 'links are enforced while the copy is migrated',
    thought: 'a sale cannot correct one that is not there',
    level: 'migration',
    tests: [MIGRATION_TESTS],
    edits: [{ file: MIGRATE_FILE, find: `      migrated.exec('PRAGMA foreign_keys = OFF')\n`, replace: '' }],
  },
  {
    name: 'the version in the header decides what is verified',
    thought: 'a file of version 1 has nothing to compare with',
    level: 'migration',
    tests: ['scripts/audit-verify.test.ts'],
    edits: [
      {
        file: 'electron/storage/verifyFacts.ts',
        find: `  const areBound = columns.length > 0
`,
        replace: `  const areBound = version >= FACTS_SINCE_VERSION
`,
      },
    ],
  },
  {
    name: 'the lock on the sales file is the only one',
    thought: 'a second program meets it as soon as it opens the file',
    level: 'migration',
    tests: ['electron/storage/programLock.test.ts'],
    edits: [
      {
        file: SALES_FILE,
        find: `  const lock = takeProgramLock(options.dataDir)
`,
        replace: `  const lock = { release: () => undefined }
`,
      },
    ],
  },
  {
    name: 'a migration drops and creates anew',
    thought: 'the tables changed so much that they are better made again, and then nothing is the same',
    level: 'migration',
    tests: [MIGRATION_TESTS],
    edits: [
      {
        file: 'electron/storage/migrations.ts',
        find: `    for (const step of steps.slice(current)) database.exec(step.sql)
`,
        replace: `    if (current > 0) database.exec('DROP TABLE attempt; DROP TABLE audit; DROP TABLE sale; DROP TABLE meta')
    for (const step of steps) database.exec(step.sql)
`,
      },
      { file: MIGRATE_FILE, find: COMPARISON, replace: '' },
    ],
  },
  {
    name: 'migrated in place',
    thought: 'it is one transaction, and SQLite keeps it whole',
    level: 'migration',
    tests: [ORDER_TESTS],
    edits: [
      {
        file: SALES_FILE,
        find: `      migrateFile(file, database, { wallNowMs: options.wallNowMs, migrations: steps })
      return { database: openDatabase(file), isReadOnly: false }
`,
        replace: `      migrate(database, steps)
      return { database, isReadOnly: false }
`,
      },
    ],
  },
  {
    name: 'swapped before it is synced',
    thought: 'a rename is atomic',
    level: 'migration',
    tests: [ORDER_TESTS],
    edits: [{ file: MIGRATE_FILE, find: `    syncFile(copy)\n`, replace: '' }],
  },
  {
    name: 'swapped before it is checked',
    thought: 'it is looked at where it will be used',
    level: 'migration',
    tests: [MIGRATION_TESTS],
    edits: [
      { file: MIGRATE_FILE, find: COMPARISON, replace: '' },
      {
        file: MIGRATE_FILE,
        find: `    reached('swapped')
`,
        replace: `    reached('swapped')
    const taken = openDatabase(file)
    try {
      assertSound(taken)
      assertSame(before, contentsOf(taken))
    } finally {
      taken.close()
    }
`,
      },
    ],
  },
  {
    name: 'the migrated copy is not looked through',
    thought: 'it has been written this moment',
    level: 'migration',
    tests: [MIGRATION_TESTS],
    edits: [{ file: MIGRATE_FILE, find: `      assertSound(migrated)\n`, replace: '' }],
  },
  {
    name: 'copied without its log',
    thought: 'a copy of the file is a copy of the file',
    level: 'migration',
    tests: [ORDER_TESTS],
    edits: [
      {
        file: MIGRATE_FILE,
        find: `    database.run('VACUUM INTO ?', copy)
`,
        replace: `    copyDurably(file, copy)
`,
      },
      { file: MIGRATE_FILE, find: COMPARISON, replace: '' },
    ],
  },
  {
    name: 'no copy is kept',
    thought: 'the new file has all that the old one had',
    level: 'migration',
    tests: [MIGRATION_TESTS],
    edits: [{ file: MIGRATE_FILE, find: `    copyDurably(file, kept)\n`, replace: '' }],
  },
  {
    name: 'a migration forgets the audit chain',
    thought: 'the chain can begin again with the new version',
    level: 'migration',
    tests: [MIGRATION_TESTS],
    edits: [
      {
        file: MIGRATE_FILE,
        find: `      reached('migrated')
`,
        replace: `      migrated.exec('DROP TRIGGER audit_stays; DELETE FROM audit')
      reached('migrated')
`,
      },
      {
        file: MIGRATE_FILE,
        find: `    ...(entries as Pick<Contents, 'entries'>),
    headId: head?.id ?? 0,
    headHash: head?.hash ?? '',
`,
        replace: `    entries: 0,
    headId: 0,
    headHash: '',
`,
      },
    ],
  },
  {
    name: 'the audit chain is not compared',
    thought: 'sales and amounts are what counts',
    level: 'migration',
    tests: [MIGRATION_TESTS],
    edits: [
      {
        file: MIGRATE_FILE,
        find: `    ...(entries as Pick<Contents, 'entries'>),
    headId: head?.id ?? 0,
    headHash: head?.hash ?? '',
`,
        replace: `    entries: 0,
    headId: 0,
    headHash: '',
`,
      },
    ],
  },
  {
    name: 'a newer file is opened for writing',
    thought: 'it has all the columns that are written here',
    level: 'migration',
    tests: [OTHER_FILE_TESTS],
    edits: [
      {
        file: SALES_FILE,
        find: `      database.exec('PRAGMA query_only = ON')
      return { database, isReadOnly: true }
`,
        replace: `      return { database, isReadOnly: false }
`,
      },
    ],
  },
  {
    name: 'a damaged file is begun anew in silence',
    thought: 'a counter that does not start sells nothing',
    level: 'migration',
    tests: [DISASTER_TESTS],
    edits: [
      {
        file: REPLACE_FILE,
        find: `    if (!takeResetMarker(options)) {`,
        replace: `    if (options.dataDir === '') {`,
      },
    ],
  },
  {
    name: 'a missing file is begun anew in silence',
    thought: 'no file means that nothing was recorded',
    level: 'migration',
    tests: [DISASTER_TESTS],
    edits: [
      {
        file: SALES_FILE,
        find: `    if (!takeResetMarker(options)) throw new StorageError('missing', 'The sales file is missing', { file })
`,
        replace: '',
      },
    ],
  },
  {
    name: 'what waited in a damaged file is sent',
    thought: 'its row can be read, so it is as it was',
    level: 'migration',
    tests: [DISASTER_TESTS],
    edits: [
      {
        file: REPLACE_FILE,
        find: `    options.sales.doubtOpen(built, { wallMs: options.wallNowMs(), awakeMs: awakeMsOf(options, built) })
`,
        replace: '',
      },
    ],
  },
  {
    name: 'what waited in an older copy is sent',
    thought: 'a backup is as good as the file',
    level: 'migration',
    tests: [OTHER_FILE_TESTS],
    edits: [
      {
        file: REPLACE_FILE,
        find: `  const doubted = options.sales.doubtOpen(database, now)
`,
        replace: `  const doubted = 0
`,
      },
    ],
  },
  {
    name: "the damaged file's log is left behind",
    thought: 'the file was replaced, and its log belongs to it',
    level: 'migration',
    tests: [DISASTER_TESTS],
    edits: [
      {
        file: REPLACE_FILE,
        find: '  if (existsSync(logOf(file))) renameDurably(logOf(file), `${file}.old-log`)\n',
        replace: '',
      },
    ],
  },
]
