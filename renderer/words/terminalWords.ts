import type { TerminalView } from '../../shared/terminal.ts'
import { strings } from '../strings.ts'

const words = strings.terminal

/** What speaks against using a terminal, as the bank shows it; nothing where nothing does. */
export function terminalWarnings({
  isActive,
  isReceivingPayment,
}: Pick<TerminalView, 'isActive' | 'isReceivingPayment'>): readonly {
  /** For its row. */
  readonly short: string
  /** Whole, for the question whether to use it. */
  readonly sentence: string
}[] {
  return [
    ...(isActive ? [] : [{ short: words.inactive, sentence: words.askInactive }]),
    ...(isReceivingPayment ? [] : [{ short: words.notReceiving, sentence: words.askNotReceiving }]),
  ]
}
