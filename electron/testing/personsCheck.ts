import type { CallResult } from '../../shared/contract.ts'
import type { Counter } from './counter.ts'

/** A person looks a sale up now. Time passes until the answer is there: complete lists may have to be read for it. */
export async function personsCheck(
  shop: Counter,
  transactionId: string,
): Promise<CallResult<'sales.checkNow'>> {
  let isDone = false
  const checking = Promise.resolve(shop.backend().handlers['sales.checkNow']({ transactionId })).finally(
    () => {
      isDone = true
    },
  )
  while (!isDone) await shop.time.pass(500)
  return checking
}
