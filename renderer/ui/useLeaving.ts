import { useState } from 'react'
import { useApp } from '../core/context.tsx'

/** What was done is said for so long; later it would look like news. */
const SAID_MS = 60_000

/** What was said last, until it leaves. What is wrong does not leave: do not pass it. */
export function useLeaving<Said>(said: Said | null): Said | null {
  const nowMs = useApp((state) => (said === null ? 0 : state.nowMs))
  const [begun, setBegun] = useState({ said, atMs: nowMs })
  if (begun.said !== said) setBegun({ said, atMs: nowMs })
  return begun.said === said && nowMs - begun.atMs >= SAID_MS ? null : said
}
