/** What the bank has not accepted, or may not have, when somebody wants to close the window. */
export interface Waiting {
  readonly count: number
  readonly totalKobo: number
}

/** Asks once before the window closes over sales that wait. They are safe either way, so nobody is ever held. */
export interface CloseGuard {
  /** Somebody wants to close. @returns whether it may close now; if not, the screen was asked */
  mayClose(): boolean
  /** What the person said. */
  answer(how: 'keepOpen' | 'close'): void
  /** The computer is shut down or the user signed out of it: nothing is asked any more. */
  systemEnds(): void
}

export function createCloseGuard(options: {
  readonly waiting: () => Waiting
  readonly ask: (waiting: Waiting) => void
  readonly leave: () => void
}): CloseGuard {
  let phase: 'open' | 'asked' | 'leaving' = 'open'

  function waiting(): Waiting {
    try {
      return options.waiting()
    } catch {
      // A sales file that cannot be read is no reason to be held.
      return { count: 0, totalKobo: 0 }
    }
  }

  return {
    mayClose: () => {
      const left = waiting()
      // A screen that does not answer must not hold its window: the second wish is the answer.
      if (phase !== 'open' || left.count === 0) {
        phase = 'leaving'
        return true
      }
      phase = 'asked'
      options.ask(left)
      return false
    },
    answer: (how) => {
      if (phase === 'leaving') return
      phase = how === 'close' ? 'leaving' : 'open'
      if (how === 'close') options.leave()
    },
    systemEnds: () => {
      phase = 'leaving'
    },
  }
}
