import type { Timers } from '../ports.ts'
import type { DeliveryContext } from '../outbox/worker/context.ts'
import { runEffect } from '../work/effect.ts'
import { createLoop, type Loop } from '../work/loop.ts'
import { createFollowUp } from './followUp.ts'

/** Follows accepted sales until they are paid, beside the worker: its reads never delay a send. */
export function createSettlementPoller(
  context: DeliveryContext,
  timers: Timers,
  onBroken: (error: unknown) => void,
): Loop {
  const followUp = createFollowUp(context)
  return createLoop(
    () => runEffect(followUp.step()),
    timers,
    (error) => {
      context.log('error', 'poller.stopped', { name: error instanceof Error ? error.name : 'unknown' })
      onBroken(error)
    },
  )
}
