import { fork } from 'node:child_process'
import path from 'node:path'
import { pairsOf, type Bar } from '../bar.ts'
import type { Pair } from '../stats.ts'

const ROUNDS = 3
const MEGABYTE = 1_024 * 1_024

/** Resident memory of the core in a process of its own, after what is garbage was collected; MB. */
function residentOf(waiting: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = fork(path.join(import.meta.dirname, '../memoryProcess.ts'), [String(waiting)], {
      execArgv: ['--expose-gc'],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    child.on('message', (bytes) => resolve(Number(bytes) / MEGABYTE))
    child.on('exit', (code) => reject(new Error(`the till ended with ${code ?? 'a signal'}`)))
  })
}

/** Both sides send two hundred sales; one of them has a hundred thousand in line. */
export const memoryBar: Bar = {
  name: 'memory',
  limit: 'the same with none in line',
  unit: 'MB',
  direction: 'atMost',
  must: 1.1,
  aim: 1.02,
  measure: async () => {
    const pairs: Pair[] = []
    for (let round = 0; round < ROUNDS; round += 1)
      pairs.push({ limit: await residentOf(0), ours: await residentOf(100_000) })
    return pairsOf(pairs)
  },
}
