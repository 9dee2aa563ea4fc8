import { koboFromDecimal, nairaText } from '../../shared/money.ts'
import { decimal, type Cell } from './csv.ts'

/** An amount with two places; one that is finer than a kobo with all it has. */
export function amountCell(naira: string): Cell {
  const kobo = koboFromDecimal(naira)
  return decimal(kobo === undefined ? naira : nairaText(kobo))
}
