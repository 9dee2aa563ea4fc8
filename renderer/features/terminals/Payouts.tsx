import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { rowTimeText } from '../../ui/format/time.ts'
import { useApp } from '../../core/context.tsx'
import { payoutText } from '../../core/payoutWords.ts'
import { lazyStrings } from '../../strings/lazyStrings.ts'
import { strings } from '../../strings/strings.ts'

const words = lazyStrings.payoutWatch

/** Changes that wait for a manager, above the list: their terminals may be on any page of it, or gone. */
export function Payouts() {
  const watched = useApp((state) => state.terminals?.payouts.terminals)
  const isExact = useApp((state) => state.terminals?.payouts.isExact ?? true)
  const openPayout = useApp((state) => state.openPayout)
  return (
    <>
      {watched?.map(
        ({ terminalId, change }) =>
          change !== null && (
            <Notice
              key={terminalId}
              tone="problem"
              action={<Button onPress={() => openPayout(terminalId)}>{strings.payout.show}</Button>}
            >
              {strings.payout.row(terminalId, payoutText(change))}
            </Notice>
          ),
      )}
      <MissingTerminals />
      {!isExact && <Notice tone="plain">{words.byEnding}</Notice>}
    </>
  )
}

/** This counter's terminal is gone from the bank's complete list. */
export function MissingTerminals() {
  const terminals = useApp((state) => state.terminals)
  const nowMs = useApp((state) => state.nowMs)
  if (terminals === null || terminals.chosenTerminalId !== null) return null
  return terminals.payouts.terminals.map(
    ({ terminalId, missingSinceMs }) =>
      missingSinceMs !== null && (
        <Notice key={terminalId} tone="warning">
          {words.missing(terminalId, rowTimeText(missingSinceMs, nowMs))}
        </Notice>
      ),
  )
}
