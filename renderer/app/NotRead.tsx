import { Notice } from '../ui/Notice.tsx'
import { strings } from '../strings/strings.ts'

/** Shown when a part of Tillside could not be loaded from its own package. Only a restart tries again. */
export function NotRead() {
  return (
    <Notice tone="problem" role="alert">
      {strings.app.notRead}
    </Notice>
  )
}
