import { bankMessageOf, callError, type CallError } from '../../shared/callError.ts'
import type { RecordByReferenceView } from '../../shared/record.ts'
import { err, ok, type Result } from '../../shared/result.ts'
import { parseTransactionId } from '../../shared/transactionId.ts'
import type { TransactionRecord } from '../gateway/answer.ts'
import { mayMeanNothing } from '../outbox/rules/absenceProof.ts'
import { isSameReference } from '../outbox/rules/references.ts'
import type { Clock } from '../ports.ts'
import { toCallError } from '../session/callErrors.ts'
import type { SignedInApi } from '../session/signedInApi.ts'
import { toRecordView } from '../gateway/recordView.ts'

/**
 * Call it before the service is asked: the records belong to the client signed in then. Pass every record read to the
 * returned function: each may be evidence about a sale of ours.
 */
export type Observer = () => (records: readonly TransactionRecord[]) => Promise<void>

export interface RecordLookUp {
  /** Asks the service for one reference (docs/service.md 4.6), whether or not a sale of ours has it. */
  byReference(transactionId: string): Promise<Result<RecordByReferenceView, CallError>>
}

export function createRecordLookUp(options: {
  readonly bank: Pick<SignedInApi, 'clientId' | 'settlementStatus'>
  readonly clock: Clock
  readonly observer: Observer
}): RecordLookUp {
  const { bank, clock, observer } = options
  return {
    byReference: async (text) => {
      // The profile's pattern is for references made here; others may look different.
      const reference = parseTransactionId(text, '\\P{C}+')
      if (!reference.ok) {
        return callError('invalid', { fields: [{ field: 'transactionId', problem: reference.error }] })
      }
      const transactionId = reference.value
      const observe = observer()
      const clientId = bank.clientId()
      const answer = await bank.settlementStatus(transactionId)
      if (answer === 'notSignedIn') return callError('notSignedIn')
      const readAtMs = clock.wallNowMs()
      const { result } = answer
      const isOwn = result.ok && isSameReference(result.value.transactionId, transactionId)
      if (isOwn) await observe([result.value])
      // What the bank says to one client is not shown to another.
      if (bank.clientId() !== clientId) return callError('notSignedIn', { reason: 'overtaken' })
      if (result.ok) {
        if (!isOwn) return callError('badAnswer', { fault: { kind: 'malformed', path: 'transactionId' } })
        return ok({ transactionId, record: toRecordView(result.value), bankMessage: null, readAtMs })
      }
      const { error } = result
      // A yes without a record may mean "not found" too, which is undocumented (docs/service.md 4.6).
      const isEmptyYes = error.kind === 'malformed' && error.path === 'data'
      if (!isEmptyYes && !mayMeanNothing(error)) return err(toCallError(error))
      return ok({
        transactionId,
        record: null,
        bankMessage: bankMessageOf(toCallError(error)) ?? null,
        readAtMs,
      })
    },
  }
}
