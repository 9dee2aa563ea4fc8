import type { Answer, Page, ReadHow, SettlementApi, Terminal, TransactionRecord } from '../gateway/answer.ts'
import type { Log } from '../ports.ts'

/** What an endpoint takes besides the token. */
export type Asked<Name extends keyof SettlementApi> = SettlementApi[Name] extends (
  token: string,
  asked: infer What,
  ...rest: never[]
) => unknown
  ? What
  : never

/** Called with the answer to a question that was asked; null to hear nothing of it. */
export type Hears<Value> = ((answer: Answer<Value>) => void) | null

/**
 * Who listens to the bank. Each function is called with a question as it is asked, since what was true then may not be
 * true when the answer comes. An answer without a sign-in is none.
 */
export interface AnswerListener {
  /** For the log. */
  readonly name: string
  terminals?(page: Asked<'retrieveTerminals'>, how?: ReadHow): Hears<Page<Terminal>>
  reference?(transactionId: string, how?: ReadHow): Hears<TransactionRecord>
  records?(query: Asked<'searchTransactions'>, how?: ReadHow): Hears<Page<TransactionRecord>>
  send?(): Hears<{ readonly message: string }>
}

/**
 * Asks a question, and tells its answer to the listeners in their order, before the one who asked has it. No listener
 * changes an answer, and one that throws stops neither the others nor the answer.
 */
export type AskHeard = <Value, None extends 'notSignedIn'>(
  begin: (listener: AnswerListener) => Hears<Value> | undefined,
  ask: () => Promise<Answer<Value> | None>,
) => Promise<Answer<Value> | None>

export function createAskHeard(listeners: readonly AnswerListener[], log: Log): AskHeard {
  function safely<Value>(name: string, act: () => Value): Value | null {
    try {
      return act()
    } catch (error) {
      log('error', 'bank.notHeard', { listener: name, name: error instanceof Error ? error.name : 'unknown' })
      return null
    }
  }

  return async (begin, ask) => {
    const hearing = listeners.map((each) => ({
      name: each.name,
      hears: safely(each.name, () => begin(each)),
    }))
    const answer = await ask()
    if (typeof answer === 'string') return answer
    for (const { name, hears } of hearing) safely(name, () => hears?.(answer))
    return answer
  }
}
