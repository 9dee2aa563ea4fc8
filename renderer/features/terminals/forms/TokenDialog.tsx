import { type SubmitEvent, useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { SecretField } from '../../../ui/SecretField.tsx'
import { useApp } from '../../../core/context.tsx'
import { laterStrings } from '../../../strings/laterStrings.ts'
import { problemText } from '../../../core/problems.ts'

const words = laterStrings.terminalChange.token

/** The token of the Business API goes to main and is forgotten here; it never comes back. */
export function TokenDialog() {
  const { isOpen } = useApp((state) => state.terminalWork.token)
  return isOpen ? <TokenQuestion /> : null
}

function TokenQuestion() {
  const { isBusy, problem, isForCheck } = useApp((state) => state.terminalWork.token)
  const keptAs = useApp((state) => state.session?.keptAs)
  const openTokenDialog = useApp((state) => state.openTokenDialog)
  const setBusinessToken = useApp((state) => state.setBusinessToken)
  const [token, setToken] = useState('')
  const [isTried, setTried] = useState(false)
  const isEmpty = token.trim() === ''
  const close = (): void => openTokenDialog(false)
  const fieldProblem = problem?.code === 'invalid' ? words.invalid : undefined

  function submit(event: SubmitEvent): void {
    event.preventDefault()
    setTried(true)
    if (!isEmpty && !isBusy) void setBusinessToken(token.trim())
  }

  return (
    <Dialog
      title={words.title}
      onClose={close}
      isAlert={false}
      actions={
        <>
          <Button onPress={close}>{words.cancel}</Button>
          <Button look="primary" type="submit" form="token-form">
            {words.save}
          </Button>
        </>
      }
    >
      {isForCheck && <p>{words.refused}</p>}
      <p>
        {keptAs === 'thisRunOnly'
          ? words.bodyThisRun
          : keptAs === 'thisRunSoFar'
            ? words.bodyThisRunSoFar
            : words.body}
      </p>
      <form id="token-form" noValidate onSubmit={submit}>
        <SecretField
          label={words.label}
          autoComplete="off"
          isFirst
          onChange={setToken}
          problem={isTried && isEmpty ? words.empty : fieldProblem}
        />
      </form>
      <div role="alert">
        {problem !== null && problem.code !== 'invalid' && (
          <Notice tone="problem">{problemText(problem)}</Notice>
        )}
      </div>
    </Dialog>
  )
}
