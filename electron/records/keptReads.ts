import type { ReadHow } from '../gateway/answer.ts'
import type { Destination } from '../gateway/destination.ts'
import type { Clock } from '../ports.ts'
import type { AnswerListener, Hears } from '../session/heard.ts'
import { referenceKey } from './recordFacts.ts'
import type { RecordKeeper } from './recordKeeper.ts'
import type { Asked, Question, RecordAnswer } from './recordReads.ts'

/**
 * Listens to every answer about records and keeps it: each read of the program is heard here.
 */
export function keptReads(options: {
  readonly keeper: Pick<RecordKeeper, 'turn' | 'keep'>
  readonly clock: Pick<Clock, 'wallNowMs'>
  /** Whose records are asked for; null while no client is signed in. */
  readonly owner: () => Destination | null
}): AnswerListener {
  const { keeper, clock, owner } = options

  function asked<Value>(
    question: Question,
    read: (value: Value, answered: Answered) => RecordAnswer,
  ): Hears<Value> {
    const asking = owner()
    if (asking === null) return null
    const own = { owner: asking, question, turn: keeper.turn(), atMs: clock.wallNowMs() }
    return ({ result }) => {
      const answered: Answered = { asked: own, turn: keeper.turn(), atMs: clock.wallNowMs() }
      keeper.keep(
        result.ok
          ? read(result.value, answered)
          : { ...answered, kind: 'failed', failure: result.error.kind },
      )
    }
  }

  return {
    name: 'records',
    reference: (transactionId, how) =>
      asked(
        { ...NO_DAYS, kind: 'reference', subject: referenceKey(transactionId), ...orderOf(how) },
        // A record under another reference is a record too; it says nothing about the one asked for.
        (record, answered) => ({ ...answered, kind: 'record', rows: [record] }),
      ),
    records: ({ terminalId, dateFrom, dateTo, pageNumber, pageSize }, how) =>
      asked({ kind: 'days', subject: terminalId, dateFrom, dateTo, ...orderOf(how) }, (page, answered) => ({
        ...answered,
        kind: 'page',
        pageNumber,
        pageSize,
        ...page,
      })),
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
