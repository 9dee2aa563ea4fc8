import { renameSync } from 'node:fs'
import path from 'node:path'
import type { Log } from '../ports.ts'
import type { SideFile } from './database.ts'
import { clearScratch } from './files.ts'
import type { Migration } from './migrations.ts'
import { openSideFile } from './sideFile.ts'

const kept: Migration = {
  version: 1,
  sql: `
  CREATE TABLE list (
    id INTEGER PRIMARY KEY,
    destination TEXT NOT NULL,
    client_id TEXT NOT NULL,
    facts TEXT NOT NULL,
    row_count INTEGER NOT NULL,
    is_whole INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE INDEX list_of_client ON list (destination, client_id, id);
  CREATE TABLE terminal (
    list INTEGER NOT NULL,
    terminal_id TEXT NOT NULL,
    record_id TEXT NOT NULL,
    view TEXT NOT NULL,
    PRIMARY KEY (list, terminal_id, record_id)
  ) STRICT, WITHOUT ROWID;
`,
}
export const terminalMigrations: readonly Migration[] = [kept]

/** 200 MB: ten lists of 50,000 terminals. */
const PAGES_MAX = 50_000

/** The bank's lists of terminals, as they were last read (docs/decisions/0028). They can be read again. */
export function openTerminalsFile(dataDir: string, log: Log): SideFile {
  return openSideFile({
    file: path.join(dataDir, 'terminals.db'),
    name: 'terminalsFile',
    steps: terminalMigrations,
    pagesMax: PAGES_MAX,
    checkedBytesMax: Infinity,
    // A statement that is invalid for it meets other tables than ours.
    isLost: (failure) => ['damaged', 'newer', 'mistake'].includes(failure),
    setAside,
    log,
  })
}

/** At most one is kept, so that the cause can be found. */
function setAside(file: string): void {
  renameSync(file, file.replace(/\.db$/u, '.damaged.db'))
  clearScratch(file)
}
