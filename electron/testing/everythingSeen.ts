import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Counter } from './counter.ts'

function filesOf(shop: Counter): readonly string[] {
  return readdirSync(shop.dataDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.name} ${readFileSync(path.join(entry.parentPath, entry.name), 'latin1')}`)
}

/** All that leaves the main process or is written: answers, events, log lines, files, settings and saved files. */
export function everythingSeen(shop: Counter, answers: readonly string[]): readonly string[] {
  return [
    ...answers,
    ...shop.events.map((event) => JSON.stringify(event)),
    ...shop.logLines,
    ...filesOf(shop),
    JSON.stringify([...shop.settings]),
    ...shop.desk.saved.map(({ name, text }) => `${name} ${text}`),
  ]
}
