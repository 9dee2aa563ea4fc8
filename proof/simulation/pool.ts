import { Worker } from 'node:worker_threads'
import type { Edit } from './patch.ts'
import type { Totals } from './totals.ts'
import type { Explored } from './explorer.ts'
import type { Job } from './worker.ts'

interface Reply {
  readonly ready?: true
  readonly totals?: Totals
  readonly explored?: Explored
  readonly error?: string
}

/** One worker thread with one job at a time. */
export interface Hand {
  totals(job: Exclude<Job, { kind: 'explore' }>): Promise<Totals>
  explored(job: Extract<Job, { kind: 'explore' }>): Promise<Explored>
  end(): Promise<void>
}

/** @param edits patched into what the thread loads */
export async function createHand(edits: readonly Edit[] = []): Promise<Hand> {
  const worker = new Worker(new URL('worker.ts', import.meta.url), {
    workerData: { edits },
    // A history creates thousands of small short-lived objects.
    resourceLimits: { maxYoungGenerationSizeMb: 64 },
  })
  let pending: PromiseWithResolvers<Reply> | null = Promise.withResolvers<Reply>()
  const settle = (act: (waiting: PromiseWithResolvers<Reply>) => void): void => {
    const waiting = pending
    pending = null
    if (waiting !== null) act(waiting)
  }
  worker.on('message', (message: Reply) =>
    settle(({ resolve, reject }) => {
      if (message.error === undefined) resolve(message)
      else reject(new Error(message.error))
    }),
  )
  worker.on('error', (error: Error) => settle(({ reject }) => reject(error)))
  worker.on('exit', (code) => settle(({ reject }) => reject(new Error(`a worker thread ended with ${code}`))))
  await pending.promise

  async function ask(job: Job): Promise<Reply> {
    const asked = Promise.withResolvers<Reply>()
    pending = asked
    worker.postMessage(job)
    return asked.promise
  }

  return {
    totals: async (job) => {
      const { totals } = await ask(job)
      if (totals === undefined) throw new Error('a worker thread gave no totals')
      return totals
    },
    explored: async (job) => {
      const { explored } = await ask(job)
      if (explored === undefined) throw new Error('a worker thread gave no exploration')
      return explored
    },
    end: async () => void (await worker.terminate()),
  }
}

/** Spreads the pieces of work over the threads. @param doWith takes a thread and a piece */
export async function share<Piece>(
  jobs: number,
  pieces: Iterable<Piece>,
  doWith: (hand: Hand, piece: Piece) => Promise<void>,
): Promise<void> {
  const iterator = pieces[Symbol.iterator]()
  async function work(): Promise<void> {
    const hand = await createHand()
    try {
      for (let next = iterator.next(); !next.done; next = iterator.next()) await doWith(hand, next.value)
    } finally {
      await hand.end()
    }
  }
  await Promise.all(Array.from({ length: jobs }, work))
}
