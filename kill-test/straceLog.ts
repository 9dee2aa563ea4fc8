/** One complete system call of the traced process. */
export interface SystemCall {
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
export function descriptorOf({ text }: SystemCall): { readonly fd: string; readonly target: string } | null {
  const match = /^\w+\((?<fd>\d+)<(?<target>(?:[^>]|->)*)>/u.exec(text)
  const { fd, target } = match?.groups ?? {}
  return fd === undefined || target === undefined ? null : { fd, target }
}
