import { fork } from 'node:child_process'
import path from 'node:path'
import { pairsOf, type Bar } from '../bar.ts'
import { median } from '../stats.ts'

const SECONDS = 600
/** By then everything is loaded and compiled. */
const WARM_SECONDS = 60
const WINDOW = 20
const MEGABYTE = 1_024 * 1_024

/** Resident memory of a till that records and sends for ten minutes: its end beside the end of its first minute. */
export const soakBar: Bar = {
  name: 'soak',
  limit: 'the same after a minute',
  unit: 'MB',
  direction: 'atMost',
  must: 1.05,
  aim: 1.05,
  isOnlyByName: true,
  measure: async () => {
    const child = fork(path.join(import.meta.dirname, '../soakProcess.ts'), [], {
      execArgv: ['--expose-gc'],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    const seen: number[] = []
    child.on('message', (bytes) => void seen.push(Number(bytes) / MEGABYTE))
    const ended = new Promise<string>((resolve) =>
      child.on('exit', (code) => resolve(`the till ended with ${code ?? 'a signal'}`)),
    )
    const over = new Promise<null>((resolve) => setTimeout(() => resolve(null), SECONDS * 1_000))
    const problem = await Promise.race([ended, over])
    if (problem !== null) throw new Error(problem)
    child.kill()
    await ended
    const warm = seen.slice(WARM_SECONDS - WINDOW, WARM_SECONDS)
    return pairsOf([{ limit: median(warm), ours: median(seen.slice(-WINDOW)) }])
  },
}
