import { assertNever } from '../../shared/result.ts'
import type { Opening } from '../../shared/opening.ts'
import { isAtWork } from './atWork.ts'
import type { Actions, Deps, Get } from '../core/types.ts'

/** This long after a key or a click, the person counts as busy. */
const TYPING_MS = 3_000

/** Opens what a link or a notification points at. Until someone signs in, main keeps it. */
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
          get().showSale(here.value.sale.transactionId, here.value.sale.recordedAtMs)
          return
        }
        // Any web page can open a link, so the bank is asked only when the person presses.
        get().showFind('reference')
        await get().lookUp(transactionId)
        return
      }
      case 'todo':
        get().showTodo(opening.section)
        return
      default:
        assertNever(opening, 'opening')
    }
  }

  /**
   * Any web page can open a link, so a link must not close a question or take the keyboard focus while a person types.
   */
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
