import type { Emit } from '../../shared/contract.ts'
import type { Opening } from '../../shared/opening.ts'

/** Where a link or a notification leads, kept until the screen goes there: it may not be loaded yet. */
export interface Navigation {
  /** Replaces an opening that was not taken yet. */
  ask(opening: Opening): void
  /** @returns null if there is none; each is returned once */
  take(): Opening | null
}

export function createNavigation(emit: Emit): Navigation {
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
