import { useEffect, useState } from 'react'

/** What was done is said for so long; later it would look like news. */
const SAID_MS = 60_000

/** What was said last, until it leaves. What is wrong does not leave: do not pass it. */
export function useLeaving<Said>(said: Said | null): Said | null {
  const [gone, setGone] = useState<Said | null>(null)
  useEffect(() => {
    if (said === null) return
    const timer = setTimeout(() => setGone(said), SAID_MS)
    return () => {
      clearTimeout(timer)
      // The same words may be said again.
      setGone(null)
    }
  }, [said])
  return gone === said ? null : said
}
