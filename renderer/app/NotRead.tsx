import { Button } from '../ui/Button.tsx'
import { Notice } from '../ui/Notice.tsx'
import { useApp } from '../core/context.tsx'
import { strings } from '../strings/strings.ts'
import { useLater } from './later.ts'

/** Shown in place of a part of Tillside that could not be loaded from its own package. Only a restart tries again. */
export function NotRead() {
  return (
    <Notice tone="problem" role="alert">
      {strings.app.notRead}
    </Notice>
  )
}

/** Above every screen when the later parts are missing. The question of a closing window is one of them, so it is asked here. */
export function NotAllRead() {
  const isClosing = useApp((state) => state.closeAsked !== null)
  const answerClose = useApp((state) => state.answerClose)
  if (!useLater(false).hasFailed) return null
  return (
    <Notice
      tone="problem"
      role="alert"
      action={isClosing && <Button onPress={() => void answerClose('close')}>{strings.closing.close}</Button>}
    >
      {strings.app.notAllRead}
    </Notice>
  )
}
