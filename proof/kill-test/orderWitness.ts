import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { startSandbox } from '../../sandbox/serve.ts'
import { startCounter } from './counter.ts'
import { judgeSendOrder, type SendOrders } from './sendOrder.ts'

export type Witnessed = SendOrders

export const TRACER = 'strace'
const TRACED = 'trace=fsync,fdatasync,connect,sendto,sendmsg,write,writev,pwrite64'
/** Longer than a page of the file and a request, including octal escapes. */
const SHOWN_BYTES = '8192'
const LIMIT_MS = 180_000

/** @returns why the witness cannot run here, or null */
export function noWitnessBecause(): string | null {
  if (process.platform !== 'linux') return 'strace is a tool of Linux'
  const tried = spawnSync(TRACER, ['-f', '-e', 'trace=none', process.execPath, '-e', ''], {
    timeout: 60_000,
  })
  if (tried.error !== undefined) return 'strace is not installed'
  return tried.status === 0 ? null : 'strace may not trace here'
}

/**
 * Runs a counter under strace while it sends `count` sales, one of them into a dropped connection, and checks the order
 * in the trace: sync, `sending`, connect, write, sync. A kill cannot show this: the page cache survives it.
 */
export async function witnessOrder(options: {
  readonly program: string
  readonly workDir: string
  readonly count: number
}): Promise<Witnessed> {
  const log = path.join(options.workDir, 'strace.log')
  const dataDir = path.join(options.workDir, 'witness')
  const sandbox = await startSandbox({ options: { visibleAfterMs: 0, settleAfterMs: 0 } })
  sandbox.bank.faults.add({ on: 'logTransaction', skip: 2, fault: { kind: 'drop', committed: true } })
  const sales = Array.from({ length: options.count }, (_, index) => ({
    amountKobo: 100 + index,
    // Of equal length: none is a prefix of another.
    transactionId: `WITNESS-${String(index).padStart(4, '0')}`,
    afterMs: 5,
  }))
  const tracer = [TRACER, '-f', '-y', '-s', SHOWN_BYTES, '-e', TRACED, '-o', log]
  let isDone = false
  const counter = startCounter(
    options.program,
    { dataDir, partnerUrl: sandbox.url, mode: 'settle', sales, stopAt: null },
    (message) => {
      if (message.kind !== 'open' || message.sales.length > 0) return
      isDone = true
      counter.release()
    },
    tracer,
  )
  const limit = setTimeout(() => counter.release(), LIMIT_MS)
  try {
    const { complaint } = await counter.ended
    const judged = judgeSendOrder(readFileSync(log, 'utf8'))
    const short = options.count - judged.sends
    const problems = [
      ...judged.problems,
      ...(isDone ? [] : [`the traced counter did not settle its sales ${complaint}`.trim()]),
      ...(short === 0 ? [] : [`${judged.sends} of ${options.count} sends are in the trace`]),
    ]
    return { ...judged, problems }
  } finally {
    clearTimeout(limit)
    await sandbox.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
