import type { DayLine, DayPart, DayView } from '../../../shared/day.ts'
import { formatNaira } from '../../ui/format/money.ts'
import { lazyStrings } from '../../strings/lazyStrings.ts'

const words = lazyStrings.day

/** Whether the bank's list of the day is known, so that a difference to it may be claimed. */
export function isCompared({ asOfMs }: Pick<DayView, 'asOfMs'>): boolean {
  return asOfMs !== null
}

/** What is true of a line, and the next step. */
export function knownText(line: DayLine): string {
  switch (line.reason) {
    case 'onlyHere':
      return words.onlyHere[wayOf(line)]
    case 'amount':
    case 'tookBanks':
      return words.known[line.reason](nairaOr(line.here), nairaOr(line.bank))
    case 'otherTerminal':
      return words.known.otherTerminal(line.recordedTerminalId ?? '–', line.terminalId)
    case 'account':
      return words.known.account(line.accountEnding ?? '–')
    case 'paidLess':
    case 'paidMore':
      return words.known.paid(nairaOr(line.expected), nairaOr(line.settled))
    default:
      return words.known[line.reason]
  }
}

function wayOf({ standing }: DayLine): keyof typeof words.onlyHere {
  switch (standing) {
    case 'waiting':
    case 'checking':
    case 'needsYou':
      return standing
    default:
      return 'accepted'
  }
}

function nairaOr(amount: string | null): string {
  return amount === null ? '–' : formatNaira(amount)
}

/** What is on its way: accepted here, and not paid. */
export function sumOfPart({ rows }: Pick<DayView, 'rows'>, part: DayPart) {
  return rows.find((row) => row.part === part)?.here ?? { count: 0, amount: '0' }
}
