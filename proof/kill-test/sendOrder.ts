import { transitions } from '../../electron/outbox/rules/machine.ts'

/** One complete system call of the traced process. */
interface SystemCall {
  readonly pid: string
  readonly name: string
  readonly text: string
  /** Lines of the log at which it began and returned. */
  readonly beganAt: number
  readonly returnedAt: number
}

const LINE = /^(?<pid>\d+)\s+(?<rest>.*)$/u

const RESUMED = /^<\.\.\. (?<name>\w+) resumed>(?<rest>.*)$/u

const UNFINISHED = ' <unfinished ...>'

export interface SendOrders {
  readonly sends: number
  readonly inOrder: number
  /** One sentence for each send that was out of order. */
  readonly problems: readonly string[]
}

const WRITES: ReadonlySet<string> = new Set(['write', 'writev', 'sendto', 'sendmsg'])
const SYNCS: ReadonlySet<string> = new Set(['fsync', 'fdatasync'])
/** A row's columns are adjacent in its page, the reference well before the state. */
const ROW_BYTES_MAX = 400
const STATE = new RegExp([...new Set(transitions.map(({ to }) => to))].join('|'), 'u')
const OUTCOMES = transitions.filter(({ from }) => from === 'sending').map(({ to }) => to)

/**
 * Checks every `POST logtransaction` in a trace (docs/delivery.md, "Rules"): the row that says
 * `sending` was written and synced before the connection was opened, the outcome was written and synced after the bytes
 * left and before the next send opened its connection, and each of the two is one commit with its audit entry.
 */
export function judgeSendOrder(log: string): SendOrders {
  const calls = readStraceLog(log)
  const sends = calls.filter((call) => WRITES.has(call.name) && /POST \S*\/logtransaction /u.test(call.text))
  const connects = sends.map((send) => connectOf(send, calls))
  const problems = sends.flatMap((send, index) => {
    const transactionId = /transactionId\\?":\\?"(?<id>[^"\\]+)/u.exec(bodyOf(send, calls))?.groups?.['id']
    const nextAt = connects[index + 1]?.beganAt ?? Number.POSITIVE_INFINITY
    const problem =
      transactionId === undefined
        ? 'its reference is not in the trace'
        : problemOf({ send, transactionId, connect: connects[index], nextAt }, calls)
    return problem === null ? [] : [`${transactionId ?? 'a send'}: ${problem}`]
  })
  return { sends: sends.length, inOrder: sends.length - problems.length, problems }
}

/** Head and body may be two writes on the same descriptor. */
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

function connectOf(send: SystemCall, calls: readonly SystemCall[]): SystemCall | undefined {
  const { fd } = descriptorOf(send) ?? {}
  return calls.findLast(
    (call) =>
      fd !== undefined &&
      call.name === 'connect' &&
      call.beganAt < send.beganAt &&
      descriptorOf(call)?.fd === fd,
  )
}

interface Sent {
  readonly send: SystemCall
  readonly transactionId: string
  readonly connect: SystemCall | undefined
  /** The line at which the next send opened its connection. */
  readonly nextAt: number
}

/** @returns what is out of order, or null */
function problemOf(
  { send, transactionId, connect, nextAt }: Sent,
  calls: readonly SystemCall[],
): string | null {
  if (connect === undefined) return 'no connection of its own was opened for it'
  const claimed = calls.find((call) => isRowWrite(call, transactionId, ['sending']))
  if (claimed === undefined) return 'no row that says sending was written'
  if (!isSynced(claimed, connect.beganAt, calls)) {
    return 'the row that says sending was not on the disk when the connection was opened'
  }
  if (!isAuditedWith(claimed, ['queuedsending'], calls)) {
    return 'the row that says sending and its audit entry are not one commit'
  }
  // A page written for another sale may hold earlier versions of this row in its free space.
  const outcomes = calls.filter(
    (call) => call.beganAt > send.returnedAt && isRowWrite(call, transactionId, OUTCOMES),
  )
  if (outcomes.length === 0) return 'no outcome was written after it'
  const moves = OUTCOMES.map((state) => `sending${state}`)
  const outcome = outcomes.find((call) => isAuditedWith(call, moves, calls))
  if (outcome === undefined) return 'its outcome and its audit entry are not one commit'
  if (!isSynced(outcome, Number.POSITIVE_INFINITY, calls)) return 'its outcome was never synced'
  return isSynced(outcome, nextAt, calls)
    ? null
    : 'its outcome was not on the disk when the next send opened its connection'
}

/** Whether a row's commit also wrote an audit entry of that move; its two state columns are adjacent. */
function isAuditedWith(row: SystemCall, moves: readonly string[], calls: readonly SystemCall[]): boolean {
  const target = descriptorOf(row)?.target
  const ofLog = calls.filter((call) => descriptorOf(call)?.target === target)
  const at = ofLog.indexOf(row)
  const before = ofLog.findLastIndex((call, index) => index < at && SYNCS.has(call.name))
  const behind = ofLog.findIndex((call, index) => index > at && SYNCS.has(call.name))
  const commit = ofLog.slice(before + 1, behind === -1 ? ofLog.length : behind)
  return commit.some(({ text }) => moves.some((move) => text.includes(move)))
}

/** Whether a call writes that sale's row in one of those states into the log. */
function isRowWrite(call: SystemCall, transactionId: string, states: readonly string[]): boolean {
  if (call.name !== 'pwrite64' || !(descriptorOf(call)?.target.endsWith('-wal') ?? false)) return false
  // A page holds many rows, and older versions in its free space. The first state after a reference is the row's own.
  return call.text
    .split(transactionId)
    .slice(1)
    .some((after) => states.includes(STATE.exec(after.slice(0, ROW_BYTES_MAX))?.[0] ?? ''))
}

/** Whether a sync of the same file began after the write had returned, and returned before `beforeLine`. */
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

/** Reads the log of `strace -f -y`, and joins calls that other threads interrupted. */
export function readStraceLog(log: string): readonly SystemCall[] {
  const calls: SystemCall[] = []
  const unfinished = new Map<string, { readonly text: string; readonly beganAt: number }>()
  log.split('\n').forEach((line, at) => {
    const { pid, rest } = LINE.exec(line)?.groups ?? {}
    if (pid === undefined || rest === undefined) return
    if (rest.endsWith(UNFINISHED)) {
      unfinished.set(pid, { text: rest.slice(0, -UNFINISHED.length), beganAt: at })
      return
    }
    const resumed = RESUMED.exec(rest)?.groups
    const begun = resumed === undefined ? undefined : unfinished.get(pid)
    if (resumed !== undefined) unfinished.delete(pid)
    const text = begun === undefined ? rest : begun.text + (resumed?.['rest'] ?? '')
    const name = /^(\w+)\(/u.exec(text)?.[1]
    if (name !== undefined) calls.push({ pid, name, text, beganAt: begun?.beganAt ?? at, returnedAt: at })
  })
  return calls
}

/** The descriptor of a call: `pwrite64(23</tmp/sales.db-wal>, …` gives 23 and the path. */
function descriptorOf({ text }: SystemCall): { readonly fd: string; readonly target: string } | null {
  const match = /^\w+\((?<fd>\d+)<(?<target>(?:[^>]|->)*)>/u.exec(text)
  const { fd, target } = match?.groups ?? {}
  return fd === undefined || target === undefined ? null : { fd, target }
}
