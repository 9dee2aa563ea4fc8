import { Button } from '../ui/Button.tsx'
import { Notice } from '../ui/Notice.tsx'
import { useApp } from '../core/context.tsx'
import { strings } from '../strings/strings.ts'
import { useLazyScreens } from './lazyLoading.ts'

/** Shown in place of a part of Tillside that could not be loaded from its own package. Only a restart tries again. */
export function NotRead() {
  return (
    <Notice tone="problem" role="alert">
      {strings.app.notRead}
    </Notice>
  )
}

/** Above every screen when the later parts are missing. A restart alone brings them, so closing asks nothing more. */
export function NotAllRead() {
  const answerClose = useApp((state) => state.answerClose)
  if (!useLazyScreens(false).hasFailed) return null
  return (
    <Notice
      tone="problem"
      role="alert"
      action={<Button onPress={() => void answerClose('close')}>{strings.closing.close}</Button>}
    >
      {strings.app.notAllRead}
    </Notice>
  )
}
