import { Notice } from '../components/Notice.tsx'
import { strings } from '../strings.ts'

/** A part of Tillside could not be read from its own package. Only a new start tries again. */
export function NotRead() {
  return (
    <Notice tone="problem" role="alert">
      {strings.app.notRead}
    </Notice>
  )
}
