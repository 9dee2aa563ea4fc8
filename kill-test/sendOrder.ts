import { transitions } from '../electron/outbox/machine.ts'
import { descriptorOf, readStraceLog, type SystemCall } from './straceLog.ts'

export interface SendOrders {
  readonly sends: number
  readonly inOrder: number
  /** One sentence for each send that was out of order. */
  readonly problems: readonly string[]
}

const WRITES: ReadonlySet<string> = new Set(['write', 'writev', 'sendto', 'sendmsg'])
const SYNCS: ReadonlySet<string> = new Set(['fsync', 'fdatasync'])
/** A row's columns lie side by side in its page, the reference well before the state. */
const ROW_BYTES_MAX = 400
const STATE = new RegExp([...new Set(transitions.map(({ to }) => to))].join('|'), 'u')
const OUTCOMES = transitions.filter(({ from }) => from === 'sending').map(({ to }) => to)

/**
 * Holds every `POST logtransaction` in a trace against design §5 and I3 of the fault catalogue: the row that says
 * `sending` was written and synced before the connection was opened, and the outcome was written and synced after the
 * bytes left.
 */
export function judgeSendOrder(log: string): SendOrders {
  const calls = readStraceLog(log)
  const sends = calls.filter((call) => WRITES.has(call.name) && /POST \S*\/logtransaction /u.test(call.text))
  const problems = sends.flatMap((send) => {
    const transactionId = /transactionId\\?":\\?"(?<id>[^"\\]+)/u.exec(bodyOf(send, calls))?.groups?.['id']
    const problem =
      transactionId === undefined
        ? 'its reference is not in the trace'
        : problemOf(send, transactionId, calls)
    return problem === null ? [] : [`${transactionId ?? 'a send'}: ${problem}`]
  })
  return { sends: sends.length, inOrder: sends.length - problems.length, problems }
}

/** Head and body may leave in two writes on the same descriptor. */
function bodyOf(send: SystemCall, calls: readonly SystemCall[]): string {
  const { fd } = descriptorOf(send) ?? {}
  const next = calls.find(
    (call) =>
      call.beganAt > send.beganAt &&
      call.pid === send.pid &&
      WRITES.has(call.name) &&
      descriptorOf(call)?.fd === fd,
  )
  return `${send.text}\n${next?.text ?? ''}`
}

/** @returns what is out of order, or null */
function problemOf(send: SystemCall, transactionId: string, calls: readonly SystemCall[]): string | null {
  const { fd } = descriptorOf(send) ?? {}
  const connect = calls.findLast(
    (call) => call.name === 'connect' && call.beganAt < send.beganAt && descriptorOf(call)?.fd === fd,
  )
  if (fd === undefined || connect === undefined) return 'no connection of its own was opened for it'
  const claimed = calls.find((call) => isRowWrite(call, transactionId, ['sending']))
  if (claimed === undefined) return 'no row that says sending was written'
  if (!isSynced(claimed, connect.beganAt, calls)) {
    return 'the row that says sending was not on the disk when the connection was opened'
  }
  const outcome = calls.find(
    (call) => call.beganAt > send.returnedAt && isRowWrite(call, transactionId, OUTCOMES),
  )
  if (outcome === undefined) return 'no outcome was written after it'
  return isSynced(outcome, Number.POSITIVE_INFINITY, calls) ? null : 'its outcome was never synced'
}

/** Whether a call writes the row of that sale in one of those states into the log. */
function isRowWrite(call: SystemCall, transactionId: string, states: readonly string[]): boolean {
  if (call.name !== 'pwrite64' || !(descriptorOf(call)?.target.endsWith('-wal') ?? false)) return false
  // A page holds many rows, and older versions in its free space. The first state behind a reference is the row's own.
  return call.text
    .split(transactionId)
    .slice(1)
    .some((after) => states.includes(STATE.exec(after.slice(0, ROW_BYTES_MAX))?.[0] ?? ''))
}

/** Whether a sync of the same file began after the write had returned, and had returned itself before `beforeLine`. */
function isSynced(write: SystemCall, beforeLine: number, calls: readonly SystemCall[]): boolean {
  const target = descriptorOf(write)?.target
  return calls.some(
    (call) =>
      SYNCS.has(call.name) &&
      descriptorOf(call)?.target === target &&
      call.text.trimEnd().endsWith('= 0') &&
      call.beganAt > write.returnedAt &&
      call.returnedAt < beforeLine,
  )
}
