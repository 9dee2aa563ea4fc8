import { assertNever } from '../../shared/result.ts'
import type { Opening } from '../../shared/opening.ts'
import { isAtWork } from './atWork.ts'
import type { Actions, Deps, Get, Set } from './types.ts'

/** Goes where a link or a notification leads. Before somebody has signed in it stays with main, which keeps it. */
export function openingSlice(
  set: Set,
  get: Get,
  { client, hasQuestion }: Deps,
): Pick<Actions, 'takeOpening'> {
  async function go(opening: Opening): Promise<void> {
    switch (opening.kind) {
      case 'sale': {
        const { transactionId } = opening
        const here = await client.call('sales.get', { transactionId })
        if (here.ok) {
          get().show('transactions')
          get().openDetail(here.value.sale.transactionId)
          return
        }
        // Not of this computer: what the bank has under it is the best answer that there is.
        get().showFind('reference')
        await get().lookUp(transactionId)
        return
      }
      case 'needsYou':
        get().show('needsYou')
        return
      case 'late':
        get().showLate()
        return
      default:
        assertNever(opening, 'opening')
    }
  }

  return {
    async takeOpening() {
      if (!isAtWork(get())) return
      set({ isOpeningHeld: hasQuestion() })
      if (get().isOpeningHeld) return
      const answer = await client.call('app.takeOpening', {})
      if (answer.ok && answer.value.opening !== null) await go(answer.value.opening)
    },
  }
}
