import { useApp } from '../state/context.tsx'
import { FindByDates } from './FindByDates.tsx'
import { FindByReference } from './FindByReference.tsx'

/** Looks for sales: by what is printed on a slip, or by a terminal and its days. */
export function Find() {
  const mode = useApp((state) => state.findMode)
  return mode === 'dates' ? <FindByDates /> : <FindByReference />
}
