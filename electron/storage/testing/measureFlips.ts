/**
 * `node electron/storage/testing/measureFlips.ts COUNT SEED`: flips one bit at a time, each in a sound file of its own,
 * and counts what a start does with it. It fails only on a defect: a hidden sale that is queued.
 */
import { existsSync, mkdtempSync, rmSync, writeFileSync, mkdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createSeededRandom } from '../../testing/virtualTime.ts'
import { salesFile } from '../database.ts'
import { flip } from './bitFlips.ts'
import { fillFile, open, queuedIn, salesIn, startOn, unreadableIn } from './filledFile.ts'

const SALES = 300
const MEMORY_DISK = '/dev/shm'
const [count = 4_000, seed = 1] = process.argv.slice(2).map(Number)
const random = createSeededRandom(seed)
const dir = mkdtempSync(path.join(existsSync(MEMORY_DISK) ? MEMORY_DISK : tmpdir(), 'tillside-flips-'))
const found = new Map<string, number>()
const note = (what: string): void => void found.set(what, (found.get(what) ?? 0) + 1)

fillFile(dir, SALES)
const sound = readFileSync(salesFile(dir))
const before = open(dir)
const recorded = salesIn(before)
const queued = JSON.stringify(queuedIn(before))
before.close()

for (let each = 0; each < count; each += 1) {
  const dataDir = path.join(dir, 'case')
  rmSync(dataDir, { recursive: true, force: true })
  mkdirSync(dataDir)
  writeFileSync(salesFile(dataDir), sound)
  const place = { offset: Math.floor(random.next() * sound.length), bit: Math.floor(random.next() * 8) }
  flip(salesFile(dataDir), place)
  note(outcome(dataDir, `${place.offset}.${place.bit}`))
}
rmSync(dir, { recursive: true, force: true })
for (const [what, times] of found) console.log(`${times} × ${what}`)

function outcome(dataDir: string, where: string): string {
  let file: ReturnType<typeof open>
  try {
    file = open(dataDir)
  } catch {
    return 'found: none of it can be read, and it is left as it is'
  }
  try {
    const isFoundAtOnce = unreadableIn(file) !== null
    const now = isFoundAtOnce ? 'salvaged' : startOn(file)
    const sales = salesIn(file)
    const kept = new Map(sales.map((sale) => [sale.sequence, sale]))
    const lost = recorded.filter(({ sequence }) => !kept.has(sequence)).length
    if (now === 'salvaged') {
      if (unreadableIn(file) !== lost)
        console.log(`untold loss at ${where}: ${lost}, told ${unreadableIn(file)}`)
      return `found: by ${isFoundAtOnce ? 'the pages' : 'the comparison'}, ${lost === 0 ? 'nothing' : 'some'} lost`
    }
    if (JSON.stringify(queuedIn(file)) !== queued) {
      console.log(`hidden at ${where}`)
      return 'DEFECT: queued sales hidden'
    }
    const changed = recorded.flatMap((sale) =>
      Object.keys(sale).filter((column) => sale[column] !== kept.get(sale.sequence)?.[column]),
    )
    return changed.length === 0 ? 'harmless' : `not found: ${changed.join(' ')}`
  } finally {
    file.close()
  }
}
