import { useEffect, useState } from 'react'
import type { CallError } from '../../../shared/callError.ts'
import type { Request } from '../../../shared/contract.ts'
import { useApp } from '../../core/context.tsx'
import { problemText } from '../../core/problems.ts'
import { lazyStrings } from '../../strings/lazyStrings.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'

const words = lazyStrings.disputes

/** Opens a case in one press, or shows the open one. @param text another word for several sales */
export function DisputeButton({ request, text }: { request: Request<'disputes.open'>; text?: string }) {
  const [first] = request.about
  const openDispute = useApp((state) => state.openDispute)
  const showDispute = useApp((state) => state.showDispute)
  const disputeId = useApp((state) => state.disputes.about[first?.transactionId ?? ''])
  const [problem, setProblem] = useState<CallError | null>(null)
  const known = text === undefined ? disputeId : undefined
  async function press(): Promise<void> {
    if (known !== undefined) return showDispute(known)
    const error = await openDispute(request)
    setProblem(error?.code === 'needsManager' ? null : error)
  }
  return (
    <>
      <Button
        aria-label={
          text ??
          words.of(known === undefined ? words.disputeThis : words.inDispute, first?.transactionId ?? '')
        }
        onPress={() => void press()}
      >
        {text ?? (known === undefined ? words.disputeThis : words.inDispute)}
      </Button>
      {problem !== null && (
        <Notice tone="problem" role="alert">
          {problemText(problem)}
        </Notice>
      )}
    </>
  )
}

/** Learns which of these are in an open case, when they come into view. */
export function useDisputed(transactionIds: readonly string[]): void {
  const askDisputed = useApp((state) => state.askDisputed)
  const key = transactionIds.join('\n')
  useEffect(() => {
    if (key !== '') void askDisputed(key.split('\n'))
  }, [askDisputed, key])
}
