/**
 * Measures how long the main thread was busy without a pause, in its own processor time, which other programs do not
 * affect.
 */
export interface Stretches {
  /** @returns the longest stretch since the last call, ms */
  longestMs(): number
  stop(): void
}

/**
 * Reads the thread's processor time once in every turn of the event loop. Several timers in one turn count as one
 * stretch, because nothing else can run between them.
 */
export function watchStretches(): Stretches {
  let isStopped = false
  let longestMs = 0
  let before = process.threadCpuUsage()
  const look = (): void => {
    const { user, system } = process.threadCpuUsage(before)
    longestMs = Math.max(longestMs, (user + system) / 1_000)
    before = process.threadCpuUsage()
    if (!isStopped) setImmediate(look)
  }
  setImmediate(look)
  return {
    longestMs: () => {
      const seen = longestMs
      longestMs = 0
      return seen
    },
    stop: () => {
      isStopped = true
    },
  }
}
