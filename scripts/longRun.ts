import process from 'node:process'

/** What a command that may run for more than ten seconds owes the person who started it. */
export interface LongRun {
  /** Tells on stderr, at most every two seconds, how much is done and what is left. @param more for the end of the line */
  progress(done: number, total: number, more?: string): void
  /**
   * Waits for the work, or for Ctrl+C; a second Ctrl+C ends the program at once.
   * @returns whether it was stopped: the program then reports what it has, and exits with {@link STOPPED_STATUS}
   */
  isStopped(work: Promise<unknown>): Promise<boolean>
}

/** The exit status of a program that Ctrl+C ended. */
export const STOPPED_STATUS = 130
const PROGRESS_MS = 2_000

/** @param units the plural of what is counted */
export function longRun(
  units: string,
  nowMs: () => number = () => performance.now(),
  tell: (line: string) => void = (line) => console.error(line),
): LongRun {
  const startedMs = nowMs()
  let toldMs = startedMs
  return {
    progress(done, total, more = '') {
      const now = nowMs()
      if (done === 0 || now - toldMs < PROGRESS_MS) return
      toldMs = now
      const leftS = Math.ceil((((now - startedMs) / done) * Math.max(0, total - done)) / 1_000)
      tell(`${done} of ${total} ${units}, about ${leftS} s left${more}`)
    },
    async isStopped(work) {
      const stop = Promise.withResolvers<boolean>()
      const onStop = (): void => stop.resolve(true)
      process.once('SIGINT', onStop)
      const wasStopped = await Promise.race([work.then(() => false), stop.promise])
      process.removeListener('SIGINT', onStop)
      if (wasStopped) tell('Stopped: this is what there is.')
      return wasStopped
    },
  }
}
