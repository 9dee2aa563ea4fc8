import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { salesFile } from '../../electron/storage/database.ts'
import { fillFile } from '../../electron/storage/testing/filledFile.ts'
import { ruinIndex } from '../../electron/testing/editedFile.ts'
import { startCounter, type Ending } from './counter.ts'
import { readSalesFile, type SalesFile } from './salesFileStore.ts'
import { bothBreaches, NO_BREACHES, type Breaches } from './verdict.ts'

/**
 * Where a process that salvages a damaged file is killed, as steppedFiles.ts names it. The next start must find every
 * sale, whichever of the files is there by then.
 */
const CASES = [
  'before copy to sales.damaged-1970-01-01T000000.db',
  'after copy to sales.damaged-1970-01-01T000000.db',
  'before rename to sales.db.salvaged',
  'after rename to sales.db.salvaged',
  'before rename to sales.db',
  'after rename to sales.db',
] as const

const SALES = 40
/** A salvage takes a fifth of a second; one that has not ended by then hangs. */
const SALVAGE_MS_MAX = 60_000

export interface SalvageResult {
  readonly kills: number
  readonly breaches: Breaches
}

interface Work {
  readonly program: string
  readonly workDir: string
}

/** Kills a salvage once in each case, and starts again. */
export async function killSalvages(work: Work, say: (line: string) => void): Promise<SalvageResult> {
  let kills = 0
  let breaches = NO_BREACHES
  for (const [index, step] of CASES.entries()) {
    const dataDir = path.join(work.workDir, 'salvages', String(index))
    mkdirSync(dataDir, { recursive: true })
    fillFile(dataDir, SALES)
    const before = readSalesFile(dataDir)
    ruinIndex({ dataDir }, 'sale_own')
    const killed = await salvage({ ...work, dataDir }, step)
    if (killed.signal === 'SIGKILL') kills += 1
    const again = await salvage({ ...work, dataDir }, null)
    const found = judge(before, dataDir)
    const trouble = [
      ...found.trouble,
      ...(killed.signal === 'SIGKILL' ? [] : ['it was not killed there']),
      ...(again.exitCode === 0 ? [] : [`it was not opened again: ${again.complaint}`]),
    ].map((what) => `${what} (${step})`)
    breaches = bothBreaches(breaches, { ...NO_BREACHES, ...found, trouble })
    for (const what of [...found.missing, ...found.integrity, ...found.auditBroken, ...trouble])
      say(`salvage, ${step}: ${what}`)
    if (trouble.length === 0) rmSync(dataDir, { recursive: true })
  }
  say(`Killed in ${kills} of ${CASES.length} cases of a salvage`)
  return { kills, breaches }
}

/** Every sale is there with its amount and count of sends, the chain goes on, and the damaged file is kept. */
function judge(
  before: SalesFile,
  dataDir: string,
): Pick<Breaches, 'missing' | 'integrity' | 'auditBroken' | 'trouble'> {
  const after = readSalesFile(dataDir)
  const rows = new Map(after.sales.map((sale) => [sale.transactionId, sale]))
  const missing = before.sales.filter(({ transactionId, amountKobo, sendCount }) => {
    const row = rows.get(transactionId)
    return row?.amountKobo !== amountKobo || row.sendCount !== sendCount
  })
  const lost = before.entries.findIndex((hash, index) => after.entries[index] !== hash)
  const isKept = readdirSync(dataDir).some((name) => /^sales\.damaged-[^.]*\.db$/u.test(name))
  return {
    missing: missing.map(({ transactionId }) => transactionId),
    integrity: after.integrity === 'ok' ? [] : [after.integrity],
    auditBroken: [
      ...(lost === -1 ? [] : [`audit entry ${lost + 1} is not what it was`]),
      ...(after.brokenAuditEntry === null ? [] : [`audit entry ${after.brokenAuditEntry}`]),
    ],
    trouble: isKept ? [] : [`no copy of ${path.basename(salesFile(dataDir))} as it was found is kept`],
  }
}

/** @param stopAt null: to its end */
async function salvage(
  { program, dataDir }: Pick<Work, 'program'> & { readonly dataDir: string },
  stopAt: string | null,
): Promise<Ending> {
  const salvaging = startCounter(program, { dataDir, stopAt }, (message) => {
    if (message.kind === 'halted') salvaging.kill()
  })
  const limit = setTimeout(salvaging.kill, SALVAGE_MS_MAX)
  const ending = await salvaging.ended
  clearTimeout(limit)
  return ending
}
