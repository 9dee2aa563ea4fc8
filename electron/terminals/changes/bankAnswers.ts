import type { Clock } from '../../ports.ts'

/** The bank's answers about accounts in this run. A manager's word counts only if the bank did not answer. */
export interface BankAnswers {
  /** The bank is being asked: until it answers, it has not failed. */
  asking(clientId: string, accountNumber: string): void
  /** It gave a name, or said no. A new sign-in revokes neither. */
  answered(clientId: string, accountNumber: string): void
  /** It was not reached, refused the token, or could not be understood. */
  failed(clientId: string, accountNumber: string): void
  hasAnswered(clientId: string, accountNumber: string): boolean
  hasFailed(clientId: string, accountNumber: string): boolean
  /** The visit has ended, and its failures no longer count. */
  forgetFailures(): void
}

interface Moment {
  readonly wallMs: number
  readonly monotonicMs: number
}

/** Far more accounts than one run asks about. Beyond it no manager can confirm a name before the next start. */
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
