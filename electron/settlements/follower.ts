import type { Timers } from '../ports.ts'
import type { DeliveryContext } from '../outbox/deliveryContext.ts'
import { runCourse } from '../outbox/eventual.ts'
import { createLoop, type Loop } from '../outbox/loop.ts'
import { createFollowUp } from './followUp.ts'

/** Follows accepted sales until they are paid, beside the courier: its reads never delay a send. */
export function createFollower(
  context: DeliveryContext,
  timers: Timers,
  onBroken: (error: unknown) => void,
): Loop {
  const followUp = createFollowUp(context)
  return createLoop(
    () => runCourse(followUp.step()),
    timers,
    (error) => {
      context.log('error', 'follower.stopped', { name: error instanceof Error ? error.name : 'unknown' })
      onBroken(error)
    },
  )
}
