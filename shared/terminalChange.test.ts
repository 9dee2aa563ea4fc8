import { expect, test } from 'vitest'
import { mayStillTakeEffect, ReadBack, TerminalChangeView } from './terminalChange.ts'

const outcomes = [null, ...ReadBack.shape.outcome.options]
/** Of each state, what the list must have shown for the change to be settled. All else leaves it open. */
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
)('a change that is $state, of which the list showed $outcome, is open: $isOpen', (one) => {
  const { isOpen, ...standing } = one
  const untouched = { ...standing, wasSeen: false, isGivenUp: false }
  expect(mayStillTakeEffect(untouched)).toBe(isOpen)
  // What has once been seen has happened, and what a manager has taken as not done is his to answer for.
  expect(mayStillTakeEffect({ ...untouched, wasSeen: true })).toBe(false)
  expect(mayStillTakeEffect({ ...untouched, isGivenUp: true })).toBe(false)
})
