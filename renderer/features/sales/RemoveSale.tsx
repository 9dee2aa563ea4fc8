import { useState } from 'react'
import type { CallError } from '../../../shared/callError.ts'
import type { SaleView } from '../../../shared/sale.ts'
import { formatKobo } from '../../ui/format/money.ts'
import { useApp } from '../../core/context.tsx'
import { lazyStrings } from '../../strings/lazyStrings.ts'
import { strings } from '../../strings/strings.ts'
import { problemText } from '../../core/problems.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { Notice } from '../../ui/Notice.tsx'

function refusalText(error: CallError): string {
  if (error.code === 'notAllowed') return lazyStrings.remove.notAllowed
  return error.code === 'invalid' ? strings.fields.reason.tooLong : problemText(error)
}

/** Removes a sale that was never sent, with a reason. Main first proves that it was never sent. */
export function RemoveSale({ sale, onClose }: { sale: SaleView; onClose: () => void }) {
  const removeSale = useApp((state) => state.removeSale)
  const [reason, setReason] = useState('')
  const [isEmpty, setEmpty] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  async function remove(): Promise<void> {
    if (isBusy) return
    if (reason.trim() === '') return setEmpty(true)
    setBusy(true)
    const error = await removeSale(sale.transactionId, reason.trim())
    setBusy(false)
    if (error === null) onClose()
    // The PIN was not given: the question stays open.
    else if (error.code !== 'needsManager') setProblem(refusalText(error))
  }

  return (
    <Dialog
      title={lazyStrings.remove.title}
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{lazyStrings.remove.keep}</Button>
          {/* Not disabled while busy: it would lose the focus, and Esc would stop working. */}
          <Button look="danger" onPress={() => void remove()}>
            {lazyStrings.remove.confirm}
          </Button>
        </>
      }
    >
      <p>{lazyStrings.remove.body(formatKobo(sale.amountKobo))}</p>
      <Field
        label={lazyStrings.remove.reason}
        help={lazyStrings.remove.reasonHelp}
        problem={isEmpty ? strings.fields.reason.empty : undefined}
        value={reason}
        onChange={(text) => {
          setReason(text)
          setEmpty(false)
        }}
        autoFocus
      />
      {problem !== null && (
        <Notice tone="problem" role="alert">
          {problem}
        </Notice>
      )}
    </Dialog>
  )
}
