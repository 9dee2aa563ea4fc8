import { type RefObject, useEffect, useRef } from 'react'

/** Sent to a field made of several elements that shows its value in `data-given-back`; the detail is an earlier value. */
const GIVE_BACK = 'tillside:giveback'

/** Has the field do what a person would do to get this value. A scan into the field was no entry. */
export function giveFieldBack(field: HTMLElement, value: string): void {
  field.dispatchEvent(new CustomEvent(GIVE_BACK, { detail: value }))
}

/** Lets {@link giveFieldBack} reach the field in `holder`. */
export function useGiveBack(holder: RefObject<HTMLElement | null>, take: (value: string) => void): void {
  const latest = useRef(take)
  useEffect(() => {
    latest.current = take
  })
  useEffect(() => {
    const field = holder.current
    const back = (event: Event): void => {
      if (event instanceof CustomEvent) latest.current(String(event.detail))
    }
    field?.addEventListener(GIVE_BACK, back)
    return () => field?.removeEventListener(GIVE_BACK, back)
  }, [holder])
}
