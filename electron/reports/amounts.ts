import { koboFromDecimal, nairaText } from '../../shared/money.ts'
import { decimal, type Cell } from './cell.ts'

/** An amount with two places; one finer than a kobo in full. */
export function amountCell(naira: string): Cell {
  const kobo = koboFromDecimal(naira)
  return decimal(kobo === undefined ? naira : nairaText(kobo))
}
