import type { SettingsView } from '../../shared/settings.ts'

/** What the bank has not accepted, or may not have, when the window is to close. */
export interface Waiting {
  readonly count: number
  readonly totalKobo: number
}

/** What the close button does; `end` also if a hidden window could not be reopened. */
export type WhenClosed = SettingsView['whenClosed']

/** Asks once before the window closes while sales wait. They are safe either way, so the second request always closes. */
export interface CloseGuard {
  /** The close button was pressed. @returns whether the window may close now; if not, it was hidden, or asks */
  mayClose(): boolean
  /** Tillside is to quit. @returns whether it may quit now; if not, the screen was asked */
  mayQuit(): boolean
  answer(how: 'keepOpen' | 'close' | 'keepRunning'): void
  /** The computer shuts down, the user logs out, or another version takes over: ask no more. */
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
      // An unreadable sales file does not stop the window from closing.
      return { count: 0, totalKobo: 0 }
    }
  }

  /** A screen that does not answer must not hold its window: the second request counts as the answer. */
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
