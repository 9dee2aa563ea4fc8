import type { Answer, Page, Terminal, TransactionRecord } from '../gateway/answer.ts'
import type { Log } from '../ports.ts'
import type { SignedInApi } from './signedInApi.ts'

/** Called with the answer to a question that was asked; null to hear nothing of it. */
export type Hears<Value> = ((answer: Answer<Value>) => void) | null

/**
 * Who listens to the bank. Each function is called with a question as it is asked, since what was true then may not be
 * true when the answer comes. An answer without a sign-in is none.
 */
export interface AnswerListener {
  /** For the log. */
  readonly name: string
  terminals?(...asked: Parameters<SignedInApi['retrieveTerminals']>): Hears<Page<Terminal>>
  reference?(...asked: Parameters<SignedInApi['settlementStatus']>): Hears<TransactionRecord>
  records?(...asked: Parameters<SignedInApi['searchTransactions']>): Hears<Page<TransactionRecord>>
  send?(): Hears<{ readonly message: string }>
}

/**
 * The same interface, whose answers every listener hears in this order, before the one who asked has them. No listener
 * changes an answer, and one that throws stops neither the others nor the answer.
 */
export function heard(bank: SignedInApi, listeners: readonly AnswerListener[], log: Log): SignedInApi {
  function safely<Value>(name: string, act: () => Value): Value | null {
    try {
      return act()
    } catch (error) {
      log('error', 'bank.notHeard', { listener: name, name: error instanceof Error ? error.name : 'unknown' })
      return null
    }
  }

  async function told<Value, None extends 'notSignedIn'>(
    begin: (listener: AnswerListener) => Hears<Value> | undefined,
    ask: () => Promise<Answer<Value> | None>,
  ): Promise<Answer<Value> | None> {
    const hearing = listeners.map((each) => ({
      name: each.name,
      hears: safely(each.name, () => begin(each)),
    }))
    const answer = await ask()
    if (typeof answer === 'string') return answer
    for (const { name, hears } of hearing) safely(name, () => hears?.(answer))
    return answer
  }

  return {
    ...bank,
    retrieveTerminals: (...asked) =>
      told(
        (each) => each.terminals?.(...asked),
        () => bank.retrieveTerminals(...asked),
      ),
    settlementStatus: (...asked) =>
      told(
        (each) => each.reference?.(...asked),
        () => bank.settlementStatus(...asked),
      ),
    searchTransactions: (...asked) =>
      told(
        (each) => each.records?.(...asked),
        () => bank.searchTransactions(...asked),
      ),
    logTransaction: (...asked) =>
      told<{ readonly message: string }, never>(
        (each) => each.send?.(),
        () => bank.logTransaction(...asked),
      ),
  }
}
