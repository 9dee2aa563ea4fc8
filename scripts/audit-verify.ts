import { createHash } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import process, { argv, stderr, stdout } from 'node:process'
import * as z from 'zod/mini'
import type { AuditHead, AuditReport } from '../electron/storage/audit.ts'
import { verifyFile } from '../electron/storage/auditFile.ts'
import type { FactsProblem } from '../electron/storage/verifyFacts.ts'
import { CloseFile, digitsOf, digitsTyped } from '../shared/dayClose.ts'
import { printLine } from './commandLine.ts'

/**
 * `npm run audit:verify -- FILE [HEAD]`: walks the audit chain of a sales file and compares every sale with what the
 * chain says was recorded, without changing a byte of it. It names the first broken entry and each fact that differs,
 * lists the closes with the digits of their papers, then prints the head of the chain, which a person can note for a
 * later run as HEAD; so can the digits of a paper. The last line counts. A close that was saved as a file is checked by
 * itself. Exit code 1 if anything differs from what was written, or the file cannot be read. A text of the file cannot
 * move the cursor.
 */
function main(file: string | undefined, head: string | undefined): number {
  const noted = head === undefined ? null : headFrom(head)
  if (file === undefined || noted === undefined || argv.length > ARGUMENTS_MAX) {
    printLine(
      stderr,
      'usage: npm run audit:verify -- FILE [HEAD], where HEAD is as an earlier run printed it, or the digits of a close',
    )
    return 1
  }
  const close = closeIn(file)
  if (close !== null) return checkClose(close, noted)
  const verified = verifyFile(file, noted)
  if (!verified.ok) {
    printLine(stderr, `${file}: ${verified.error}`)
    return 1
  }
  const { foreign, facts, audit, missing, hasNoted, closes } = verified.value
  const say = (line: string): void => printLine(stdout, line)
  for (const { number, day, hash } of closes) say(`close No. ${number} of ${day}: ${digitsOf(hash)}`)
  for (const each of foreign) say(`the schema is not as Tillside writes it: ${each}`)
  if (audit.firstBroken !== null) {
    const { id, kind, atMs } = audit.firstBroken
    say(`first broken entry: ${id} (${kind}, ${timeOf(atMs)} by this computer's clock)`)
  }
  for (const problem of facts.problems) say(lineOf(problem))
  for (const { id } of missing) say(`entry ${id}, which Tillside remembers beside this file, is not in it`)
  if (hasNoted !== null) {
    const said = hasNoted ? 'is in this file' : 'is not in this file: entries were removed or written anew'
    say(`${head} ${said}`)
  }
  say(headLine(audit))
  const wrong = new Set(facts.problems.map(({ sequence }) => sequence)).size
  say(
    `${facts.sales} sales, ${audit.entries} entries, ${audit.brokenEntries} broken, ${wrong} not as recorded`,
  )
  const isWhole = foreign.length === 0 && missing.length === 0 && hasNoted !== false
  return isWhole && audit.brokenEntries === 0 && wrong === 0 ? 0 : 1
}

/** A damaged or forged time may be none. */
function timeOf(atMs: number): string {
  return Math.abs(atMs) <= TIME_MS_MAX ? new Date(atMs).toISOString() : `at ${atMs} ms`
}

/** ECMA-262, 21.4.1.1: the range of a Date. */
const TIME_MS_MAX = 8.64e15

/** A close that was saved as a file; null for any other file. */
function closeIn(file: string): CloseFile | null {
  try {
    // A sales file is no text, and may be large.
    if (statSync(file).size > CLOSE_BYTES_MAX) return null
    const read = CloseFile.safeParse(JSON.parse(readFileSync(file, 'utf8')))
    return read.success ? read.data : null
  } catch {
    return null
  }
}

const CLOSE_BYTES_MAX = 4_000_000

/** Whether the text in the file has the file's hash, names the entry before, and is the close that the file names. */
function checkClose(close: CloseFile, noted: AuditHead | string | null): number {
  const { hash, previousHash, hashed, number, day } = close
  const isWhole = createHash('sha256').update(hashed).digest('hex') === hash
  const said = saidIn(hashed)
  const isNamed = said?.previousHash === previousHash && said.number === number && said.day === day
  const isNoted = noted === null || (typeof noted === 'string' ? hash.startsWith(noted) : hash === noted.hash)
  if (!isWhole) printLine(stdout, 'the text of this close does not have its hash: it was changed')
  else if (!isNamed) printLine(stdout, 'what this file says beside the text is not what the text says')
  else if (!isNoted) printLine(stdout, `this close has other digits: ${digitsOf(hash)}`)
  else printLine(stdout, `close No. ${number} of ${day} is as it was kept: ${digitsOf(hash)}`)
  return isWhole && isNamed && isNoted ? 0 : 1
}

const Said = z.tuple([
  z.string(),
  z.string(),
  z.null(),
  z.number(),
  z.literal('dayClosed'),
  z.null(),
  z.null(),
  z.string(),
  z.string(),
])
const Kept = z.object({ facts: z.object({ number: z.int(), day: z.string() }) })

function saidIn(hashed: string): { previousHash: string; number: number; day: string } | null {
  try {
    const [, previousHash, , , , , , , content] = Said.parse(JSON.parse(hashed))
    return { previousHash, ...Kept.parse(JSON.parse(content)).facts }
  } catch {
    return null
  }
}

/** The program, this file, FILE and HEAD. */
const ARGUMENTS_MAX = 4

function headFrom(text: string): AuditHead | string | undefined {
  const digits = digitsTyped(text)
  if (digits !== null) return digits
  const [, id, hash] = /^(\d+):([\da-f]{64})$/u.exec(text) ?? []
  return id === undefined || hash === undefined ? undefined : { id: Number(id), hash }
}

function headLine({ last }: AuditReport): string {
  if (last === null) return 'head: there is no entry'
  const { id, hash, kind, atMs } = last
  return `head: ${id}:${hash} (${kind}, ${timeOf(atMs)} by this computer's clock)`
}

const UNPROVEN = {
  missing: 'no entry says what was recorded',
  damaged: 'the entry that says what was recorded is not as it was written',
  contradicted: 'two entries say different things of what was recorded',
} as const

function lineOf(problem: FactsProblem): string {
  const { sequence, transactionId } = problem
  const name = transactionId === null ? `sale ${sequence}` : `sale ${sequence} (${transactionId})`
  switch (problem.problem) {
    case 'changed':
      return `${name}: ${problem.fact} is ${JSON.stringify(problem.stands)}, recorded was ${JSON.stringify(problem.recorded)}`
    case 'unproven':
      return `${name}: ${UNPROVEN[problem.why]}`
    case 'state':
      return problem.recorded === null
        ? `${name}: no entry tells of its state`
        : `${name}: its state is ${JSON.stringify(problem.stands)}, its newest entry says ${JSON.stringify(problem.recorded)}`
    case 'cashier':
      return `${name}: its cashier is ${JSON.stringify(problem.stands)}, recorded by ${JSON.stringify(problem.recorded)}`
    case 'saidTwice':
      return `${name}: what was recorded is said twice`
    case 'noSale':
      return `${name}: the audit knows it, and its row is not there`
  }
}

process.exitCode = main(argv[2], argv[3])
