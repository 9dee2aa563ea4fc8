/** How long the main thread was busy in one go, in its own processor time: other programs run on the machine too. */
export interface Stretches {
  /** @returns the longest one since the last call, ms */
  longestMs(): number
  stop(): void
}

/**
 * Looks at the thread's processor time once in every turn of the event loop. What several timers of one turn do counts
 * as one stretch: nothing else could run in between.
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
