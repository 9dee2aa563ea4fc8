import type { Clock } from '../../ports.ts'

/**
 * What the bank itself has made of an account, for as long as this program runs. A manager's word may stand in where it
 * did not answer, and never over what it said.
 */
export interface BankAnswers {
  /** The bank is being asked: until it has answered, it has not failed to. */
  asking(clientId: string, accountNumber: string): void
  /** It gave a name, or said no. Signing in again takes neither back. */
  answered(clientId: string, accountNumber: string): void
  /** It was not reached, did not take the token, or could not be understood. */
  failed(clientId: string, accountNumber: string): void
  hasAnswered(clientId: string, accountNumber: string): boolean
  hasFailed(clientId: string, accountNumber: string): boolean
  /** The visit has ended, and with it what failed in it. */
  forgetFailures(): void
}

interface Moment {
  readonly wallMs: number
  readonly monotonicMs: number
}

/** Far more accounts than one run asks about. Beyond it no word of a manager's is taken before the next start. */
const ANSWERED_MAX = 10_000
const FAILED_MAX = 50

/** @param validMs how long a failure counts, by both clocks */
export function createBankAnswers(clock: Clock, validMs: number): BankAnswers {
  const answered = new Set<string>()
  const failed = new Map<string, Moment>()
  const keyOf = (clientId: string, accountNumber: string): string => JSON.stringify([clientId, accountNumber])
  return {
    asking: (clientId, accountNumber) => void failed.delete(keyOf(clientId, accountNumber)),
    answered: (clientId, accountNumber) => {
      if (answered.size < ANSWERED_MAX) answered.add(keyOf(clientId, accountNumber))
    },
    failed: (clientId, accountNumber) => {
      failed.set(keyOf(clientId, accountNumber), {
        wallMs: clock.wallNowMs(),
        monotonicMs: clock.monotonicNowMs(),
      })
      for (const oldest of failed.keys()) {
        if (failed.size <= FAILED_MAX) break
        failed.delete(oldest)
      }
    },
    hasAnswered: (clientId, accountNumber) =>
      answered.size >= ANSWERED_MAX || answered.has(keyOf(clientId, accountNumber)),
    hasFailed: (clientId, accountNumber) => {
      const at = failed.get(keyOf(clientId, accountNumber))
      return (
        at !== undefined &&
        clock.monotonicNowMs() - at.monotonicMs <= validMs &&
        clock.wallNowMs() - at.wallMs <= validMs
      )
    },
    forgetFailures: () => failed.clear(),
  }
}
