import { inspect } from 'node:util'
import { parentPort, workerData } from 'node:worker_threads'
import type { Batch } from './batch.ts'
import type { ExplorePart } from './explorer.ts'
import { patchModules, type Edit } from './patch.ts'
import type { Totals } from './totals.ts'

/** The messages to a worker thread. */
export type Job =
  | { readonly kind: 'batch'; readonly batch: Batch }
  /** Stops at the first violation: a wrong design needs to be caught only once. */
  | { readonly kind: 'hunt'; readonly batch: Batch }
  | { readonly kind: 'explore'; readonly part: ExplorePart }

const port = parentPort
if (port === null) throw new Error('proof/simulation/worker.ts runs as a worker thread')

// A wrong design is patched in before the first module of the rules is loaded, so everything else is imported later.
const { edits } = workerData as { readonly edits: readonly Edit[] }
if (edits.length > 0) patchModules(edits)
const { runBatch } = await import('./batch.ts')
const { explorePart } = await import('./explorer.ts')

function isCaught(totals: Totals): boolean {
  return totals.violated.size > 0
}

async function done(job: Job): Promise<unknown> {
  if (job.kind === 'explore') return { explored: explorePart(job.part) }
  return { totals: await runBatch(job.batch, job.kind === 'hunt' ? isCaught : undefined) }
}

port.on('message', (job: Job) => {
  done(job).then(
    (reply) => port.postMessage(reply),
    (error: unknown) => port.postMessage({ error: inspect(error) }),
  )
})
port.postMessage({ ready: true })
