import { readFileSync, writeFileSync } from 'node:fs'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { salesFile } from '../storage/database.ts'
import type { Counter } from './counter.ts'

/** Edits the sales file from outside while the program is off: even changes that our own triggers refuse. */
export function editFile(
  { dataDir }: Pick<Counter, 'dataDir'>,
  sql: string,
  ...parameters: SQLInputValue[]
): void {
  const database = new DatabaseSync(salesFile(dataDir), { enableForeignKeyConstraints: false })
  try {
    const triggers = database
      .prepare("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'")
      .all() as unknown as readonly { readonly name: string; readonly sql: string }[]
    for (const { name } of triggers) database.exec(`DROP TRIGGER ${name}`)
    const { changes } = database.prepare(sql).run(...parameters)
    if (Number(changes) === 0) throw new Error('nothing in the file was changed')
    for (const trigger of triggers) database.exec(trigger.sql)
  } finally {
    database.close()
  }
}

/** Flips bits of one byte of the file, at the end of a text that occurs exactly once before certain bytes. */
export function flipAfter(
  { dataDir }: Pick<Counter, 'dataDir'>,
  [text, next]: readonly [string, Buffer],
  bits: number,
): void {
  const file = salesFile(dataDir)
  const bytes = readFileSync(file)
  const sought = Buffer.concat([Buffer.from(text), next])
  const at = bytes.indexOf(sought)
  if (at < 0 || bytes.includes(sought, at + 1)) throw new Error(`"${text}" is not once in the file`)
  const last = at + Buffer.byteLength(text) - 1
  bytes.writeUInt8(bytes.readUInt8(last) ^ bits, last)
  writeFileSync(file, bytes)
}

/** Overwrites the first page of an index: the tables stay readable, and the file is damaged. */
export function ruinIndex({ dataDir }: Pick<Counter, 'dataDir'>, index: string): void {
  const file = salesFile(dataDir)
  const database = new DatabaseSync(file)
  const { rootpage } = database
    .prepare('SELECT rootpage FROM sqlite_schema WHERE name = ?')
    .get(index) as unknown as { readonly rootpage: number }
  const { page_size: size } = database.prepare('PRAGMA page_size').get() as unknown as {
    readonly page_size: number
  }
  database.close()
  writeFileSync(file, readFileSync(file).fill(0xab, (rootpage - 1) * size, rootpage * size))
}
