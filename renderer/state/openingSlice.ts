import { assertNever } from '../../shared/result.ts'
import type { Opening } from '../../shared/opening.ts'
import { isAtWork } from './atWork.ts'
import type { Actions, Deps, Get } from './types.ts'

/** So long after a key or a click somebody is in the middle of something. */
const TYPING_MS = 3_000

/** Goes where a link or a notification leads. Before somebody has signed in it stays with main, which keeps it. */
export function openingSlice(
  get: Get,
  { client, hasQuestion, nowMs, later }: Deps,
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
        get().showDue('late')
        return
      default:
        assertNever(opening, 'opening')
    }
  }

  /** Any page can open a link: it takes nobody away from a question, nor the keyboard from under his hands. */
  const isInTheMiddle = (): boolean => hasQuestion() || nowMs() - get().touchedAtMs < TYPING_MS
  let callOff: () => void = () => {}

  async function takeOpening(): Promise<void> {
    if (!isAtWork(get())) return
    callOff()
    if (isInTheMiddle()) {
      callOff = later(TYPING_MS, () => void takeOpening())
      return
    }
    const answer = await client.call('app.takeOpening', {})
    if (answer.ok && answer.value.opening !== null) await go(answer.value.opening)
  }

  return { takeOpening }
}
