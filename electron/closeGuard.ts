import type { SettingsView } from '../shared/settings.ts'

/** What the bank has not accepted, or may not have, when somebody wants to close the window. */
export interface Waiting {
  readonly count: number
  readonly totalKobo: number
}

/** What the cross of the window does: `end` also where there is nothing to come back to it by. */
export type WhenClosed = SettingsView['whenClosed']

/** Asks once before the window closes over sales that wait. They are safe either way, so nobody is ever held. */
export interface CloseGuard {
  /** Somebody presses the cross. @returns whether the window may close now; if not, it was hidden or the screen asked */
  mayClose(): boolean
  /** Somebody wants to end Tillside. @returns whether it may end now; if not, the screen was asked */
  mayQuit(): boolean
  /** What the person said. */
  answer(how: 'keepOpen' | 'close' | 'keepRunning'): void
  /** The computer is shut down, the user signed out of it, or another version takes over: nothing is asked any more. */
  systemEnds(): void
}

export interface CloseGuardOptions {
  readonly waiting: () => Waiting
  readonly whenClosed: () => WhenClosed
  readonly ask: (waiting: Waiting & { readonly mayKeepRunning: boolean }) => void
  readonly hide: () => void
  readonly leave: () => void
}

export function createCloseGuard(options: CloseGuardOptions): CloseGuard {
  let phase: 'open' | 'asked' | 'leaving' = 'open'

  function waiting(): Waiting {
    try {
      return options.waiting()
    } catch {
      // A sales file that cannot be read is no reason to be held.
      return { count: 0, totalKobo: 0 }
    }
  }

  /** A screen that does not answer must not hold its window: the second wish is the answer. */
  function askOnce(mayKeepRunning: boolean): boolean {
    const left = waiting()
    if (phase !== 'open' || (left.count === 0 && !mayKeepRunning)) {
      phase = 'leaving'
      return true
    }
    phase = 'asked'
    options.ask({ ...left, mayKeepRunning })
    return false
  }

  return {
    mayClose: () => {
      const whenClosed = options.whenClosed()
      if (phase === 'open' && whenClosed === 'keepRunning') {
        options.hide()
        return false
      }
      return askOnce(whenClosed === 'ask')
    },
    mayQuit: () => askOnce(false),
    answer: (how) => {
      if (phase === 'leaving') return
      phase = how === 'close' ? 'leaving' : 'open'
      if (how === 'close') options.leave()
      if (how === 'keepRunning') options.hide()
    },
    systemEnds: () => {
      phase = 'leaving'
    },
  }
}
