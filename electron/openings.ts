import type { Emit } from '../shared/contract.ts'
import type { Opening } from '../shared/opening.ts'

/** Where a link or a notification leads, kept until the screen has gone there: it may not be there yet. */
export interface Openings {
  /** Another one takes the place of one that nobody has followed. */
  ask(opening: Opening): void
  /** @returns null where there is none; each is handed out once */
  take(): Opening | null
}

export function createOpenings(emit: Emit): Openings {
  let waiting: Opening | null = null
  return {
    ask: (opening) => {
      waiting = opening
      emit('app.openingCame', {})
    },
    take: () => {
      const taken = waiting
      waiting = null
      return taken
    },
  }
}
