import type { Answer, ReadHow } from '../gateway/answer.ts'
import type { Destination } from '../gateway/destination.ts'
import type { Clock } from '../ports.ts'
import type { SignedInApi } from '../session/signedInApi.ts'
import { referenceKey } from './recordFacts.ts'
import type { RecordKeeper } from './recordKeeper.ts'
import type { Asked, Question, RecordAnswer } from './recordReads.ts'

/**
 * The one place where answers about records are kept: every read of the program goes through it. The answer is
 * handed on at once.
 */
export function keptReads(
  bank: SignedInApi,
  options: {
    readonly keeper: Pick<RecordKeeper, 'turn' | 'keep'>
    readonly clock: Pick<Clock, 'wallNowMs'>
    /** Whose records are asked for; null while no client is signed in. */
    readonly owner: () => Destination | null
  },
): SignedInApi {
  const { keeper, clock, owner } = options

  async function seen<Value>(
    question: Question,
    answering: () => Promise<Answer<Value> | 'notSignedIn'>,
    read: (value: Value, answered: Answered) => RecordAnswer | null,
  ): Promise<Answer<Value> | 'notSignedIn'> {
    const asking = owner()
    const asked = asking && { owner: asking, question, turn: keeper.turn(), atMs: clock.wallNowMs() }
    const answer = await answering()
    if (asked === null || answer === 'notSignedIn') return answer
    const answered: Answered = { asked, turn: keeper.turn(), atMs: clock.wallNowMs() }
    const { result } = answer
    const kept = result.ok
      ? read(result.value, answered)
      : ({ ...answered, kind: 'failed', failure: result.error.kind } as const)
    if (kept !== null) keeper.keep(kept)
    return answer
  }

  return {
    ...bank,
    settlementStatus: (transactionId, how) =>
      seen(
        { ...NO_DAYS, kind: 'reference', subject: referenceKey(transactionId), ...orderOf(how) },
        () => bank.settlementStatus(transactionId, how),
        // A record under another reference is a record too; it says nothing about the one asked for.
        (record, answered) => ({ ...answered, kind: 'record', rows: [record] }),
      ),
    searchTransactions: (query, how) => {
      const { terminalId, dateFrom, dateTo, pageNumber, pageSize } = query
      return seen(
        { kind: 'days', subject: terminalId, dateFrom, dateTo, ...orderOf(how) },
        () => bank.searchTransactions(query, how),
        (page, answered) => ({ ...answered, kind: 'page', pageNumber, pageSize, ...page }),
      )
    },
  }
}

interface Answered {
  readonly asked: Asked
  readonly turn: number
  readonly atMs: number
}

const NO_DAYS = { dateFrom: '', dateTo: '' } as const

function orderOf(how: ReadHow | undefined): Pick<Question, 'isBeforeSend'> {
  return { isBeforeSend: how?.isBeforeSend === true }
}
