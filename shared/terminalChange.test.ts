import { expect, test } from 'vitest'
import { mayStillTakeEffect, ReadBack, TerminalChangeView } from './terminalChange.ts'

const outcomes = [null, ...ReadBack.shape.outcome.options]
/** For each state, what the list must show to settle the change. With anything else it stays open. */
const settledBy: Readonly<Record<TerminalChangeView['state'], readonly (typeof outcomes)[number][]>> = {
  unsent: outcomes,
  refused: ['asAsked', 'asBefore', 'notThere'],
  done: ['asAsked'],
  unknown: ['asAsked'],
  asking: ['asAsked'],
}

test.each(
  TerminalChangeView.shape.state.options.flatMap((state) =>
    outcomes.map((outcome) => ({ state, outcome, isOpen: !settledBy[state].includes(outcome) })),
  ),
)('a change that is $state, with $outcome in the list, is open: $isOpen', (one) => {
  const { isOpen, ...standing } = one
  const untouched = { ...standing, wasSeen: false, isGivenUp: false }
  expect(mayStillTakeEffect(untouched)).toBe(isOpen)
  // A change once seen has happened; one marked as not done is the manager's responsibility.
  expect(mayStillTakeEffect({ ...untouched, wasSeen: true })).toBe(false)
  expect(mayStillTakeEffect({ ...untouched, isGivenUp: true })).toBe(false)
})
