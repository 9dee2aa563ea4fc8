import { useApp } from '../../core/context.tsx'
import { FindByDates } from './FindByDates.tsx'
import { FindByReference } from './FindByReference.tsx'

/** Finds sales by the reference on a slip, or by a terminal and dates. */
export function Find() {
  const mode = useApp((state) => state.findMode)
  return mode === 'dates' ? <FindByDates /> : <FindByReference />
}
