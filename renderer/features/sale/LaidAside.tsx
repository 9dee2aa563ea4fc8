import { useApp } from '../../core/context.tsx'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { strings } from '../../strings/strings.ts'
import { asideText } from './aside.ts'

/** What was typed before the lock: a person takes it up, or drops it. */
export function LaidAside() {
  const laidAside = useApp(({ entry }) => entry.aside[0])
  const slipLabel = useApp(({ app }) => app?.slipLabel ?? strings.columns.reference)
  const takeUpAside = useApp((state) => state.takeUpAside)
  const dropAside = useApp((state) => state.dropAside)
  if (laidAside === undefined) return null
  return (
    <Notice
      tone="warning"
      role="status"
      action={
        <>
          <Button onPress={takeUpAside}>{strings.aside.use}</Button>
          <Button look="quiet" onPress={dropAside}>
            {strings.aside.drop}
          </Button>
        </>
      }
    >
      {asideText(laidAside, slipLabel)}
    </Notice>
  )
}
